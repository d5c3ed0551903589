// The checks of what is in a field, an element or an alternative.
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "direct/byte_text.h"
#include "direct/json/element_json.h"
#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "direct/write/value_checker.h"
#include "model/overload.h"
#include "plan/expression_nodes.h"
#include "plan/facts/asked_layout.h"
#include "plan/operators.h"
#include "schemac/base/character_set.h"
#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/base/text.h"
#include "schemac/check/refusals.h"
#include "schemac/json/text.h"
#include "schemac/wire/msgpack_free_value.h"

namespace schemac::direct {
namespace {

// Of what JSON, or Python, can't say.
const schemac::impl::Check& unsayable(const plan::Record& record) {
  return record.json->style.syntax == impl::json::Syntax::python ? impl::refusals::no_literal
                                                                 : impl::refusals::no_json;
}

// Who states a number: other members of the value, or the schema alone.
std::string who_says(const plan::Dims& dims) {
  const bool is_static =
      std::all_of(dims.terms.begin(), dims.terms.end(), [](const plan::DimsTerm& term) {
        return plan::is_static(term.value) && (!term.condition || plan::is_static(*term.condition));
      });
  return is_static ? "its type says" : "other members say";
}

}  // namespace

void ValueChecker::check_body(plan::FieldId id, BodyNode& node, const CheckSpot& spot) {
  if (node.coded && std::holds_alternative<plan::Nested>(node.body->kind)) return;
  std::visit([&](const auto& kind) { check(node, kind, id, spot); }, node.body->kind);
}

void ValueChecker::check_length(const plan::TooLong& limit, std::uint64_t size,
                                const CheckSpot& spot) {
  if (size > limit.most) misfit(impl::refusals::large, spot, impl::Facts{size, limit.most});
}

// Whether a size, or dims, that ask where things lie, or that don't, have their turn.
bool ValueChecker::is_looked_at_now(const plan::StatedSize& stated) {
  checking_.has_asked |= stated.is_late;
  return stated.is_late == checking_.is_about_asked &&
         !(stated.is_late && plan::asks_place_inside(plan(), record_, stated.size));
}
bool ValueChecker::is_looked_at_now(const plan::DimsSize& size, const plan::Dims& dims) {
  checking_.has_asked |= size.is_late;
  return size.is_late == checking_.is_about_asked &&
         !(size.is_late && plan::asks_place_inside(plan(), record_, dims));
}

// Whether the numbers that it asks for and that are known late can be computed, and fit: nobody
// refused them before.
bool ValueChecker::knows_late_numbers(const plan::Expr& expr) const {
  const std::set<plan::FieldId> asked = plan::fields_of(expr);
  return std::ranges::all_of(asked, [this](plan::FieldId id) {
    const plan::Field& field = record_.fields[id];
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (!field.is_calculated_late() || scalar == nullptr) return true;
    if (!node_.fields[id].is_present || !node_.fields[id].is_known) return true;
    const Outcome number = node_.number(id);
    if (number.failure == Failure::unknown) return true;
    return number.ok() && range_of(*scalar).contains(number.value) &&
           knows_late_numbers(*field.source.expression);
  });
}

void ValueChecker::check_size(std::uint64_t held, const plan::StatedSize& size,
                              const CheckSpot& spot) {
  if (!is_looked_at_now(size)) return;
  if (size.if_known && evaluate(*size.if_known, plan(), node_).value == 0) return;
  const plan::Expr& stated = size.size;
  // A number that says nothing is needed by what it counts: a rule of the plan says so.
  if (stated.op == plan::Op::field && !node_.fields[stated.id].is_known) return;
  const Outcome wanted = evaluate(stated, plan(), node_);
  if (wanted.failure == Failure::unknown) return;
  if (checking_.is_about_asked && !knows_late_numbers(stated))
    return misfit(impl::refusals::unknown_size, spot, impl::Facts{held});
  if (wanted.ok() && wanted.value == Int128{held}) return;
  if (wanted.ok() && size.is_most && wanted.value > Int128{held}) {
    if (wanted.value - Int128{held} > Int128{impl::refusals::largest_filling})
      misfit(impl::refusals::filling, spot, impl::Facts{held, fact_of(wanted.value)});
    return;
  }
  if (wanted.ok() && size.is_most && stated.range.min >= 0)
    return check_length({false, static_cast<std::uint64_t>(wanted.value)}, held, spot);
  if (!wanted.ok()) return misfit(impl::refusals::unknown_size, spot, impl::Facts{held});
  misfit(stated.range.min < 0 ? impl::refusals::signed_size : impl::refusals::size, spot,
         impl::Facts{held, fact_of(wanted.value)});
}

// ---- scalars ----

void ValueChecker::check(BodyNode& node, const plan::Scalar& scalar, plan::FieldId,
                         const CheckSpot& spot) {
  if (node.value == nullptr) return;
  const auto refusals = plan::refusals_of(plan(), record_, scalar);
  if (const auto* real = std::get_if<Real>(&node.value->kind))
    return check_real(refusals, real->bits, spot);
  if (const Outcome number = given_number(scalar, node.value); number.ok())
    check_number(refusals, scalar, number.value, spot);
}

void ValueChecker::check_number(const std::vector<plan::ScalarRefusal>& refusals,
                                const plan::Scalar& scalar, Int128 number, const CheckSpot& spot) {
  for (const plan::ScalarRefusal& refusal : refusals)
    std::visit(model::Overload{
                   [&](const plan::UnknownMember&) { check_member_number(scalar, number, spot); },
                   [&](const plan::UnknownFlags&) { check_flags(scalar, number, spot); },
                   [&](const plan::Unfit&) {
                     check_limits(scalar, number, spot);
                     if (scalar.dtype == Dtype::t1 && number == 0)
                       misfit(impl::refusals::between, spot);
                   },
                   [](const plan::Unsayable&) {},  // of reals
               },
               refusal);
}

// That a number fits the bits that it has in the file.
void ValueChecker::check_limits(const plan::Scalar& scalar, Int128 number, const CheckSpot& spot) {
  const model::Range range = range_of(scalar);
  if (number > range.max)
    misfit(impl::refusals::large, spot, impl::Facts{fact_of(number), fact_of(range.max)});
  else if (number < range.min)
    misfit(impl::refusals::small, spot, impl::Facts{fact_of(number), fact_of(range.min)});
}

// A member of other versions is as unknown as one of no version, but is reported by checks of its
// own.
void ValueChecker::check_member_number(const plan::Scalar& scalar, Int128 number,
                                       const CheckSpot& spot) {
  const plan::EnumMember* member = member_of(plan().enums[*scalar.enumeration], number);
  if (member == nullptr)
    return refuse(scalar.unknown_member, spot.frame, impl::Facts{fact_of(number)});
  if (!scalar.versioned) return;
  const Outcome version = evaluate(scalar.versioned->version, plan(), node_);
  const auto& [since, until, range] = member->versions;
  const auto facts = [&](const std::optional<std::uint32_t>& limit) {
    return impl::Facts{fact_of(number), fact_of(version.value), limit.value_or(0)};
  };
  if (since && version.value < *since)
    refuse(scalar.versioned->early_member, spot.frame, facts(since));
  if (until && version.value >= *until)
    refuse(scalar.versioned->late_member, spot.frame, facts(until));
}

// Bits that no given flag has; those that follow from presence are not the value's to set.
void ValueChecker::check_flags(const plan::Scalar& scalar, Int128 number, const CheckSpot& spot) {
  Outcome version{0};
  if (scalar.versioned) version = evaluate(scalar.versioned->version, plan(), node_);
  std::uint64_t given = 0, derived = 0;
  std::string fields;
  for (const plan::Flag& flag : scalar.flags) {
    if (flag.presence_of) {
      derived |= flag.mask();
      fields += (fields.empty() ? "" : ", ") + record_.fields[*flag.presence_of].name;
    } else if (flag.versions.include(version.value)) {
      given |= flag.mask();
    }
  }
  const std::uint64_t word = static_cast<std::uint64_t>(number), unknown = word & ~given;
  if (const std::uint64_t set = unknown & derived; set != 0)
    return misfit(impl::refusals::derived_bits, spot, impl::Facts{word, set, 0, fields});
  if (unknown != 0)
    refuse(scalar.unknown_flag, spot.frame, impl::Facts{word, unknown, fact_of(version.value)});
}

// JSON has no infinities and NaNs.
void ValueChecker::check_real(const std::vector<plan::ScalarRefusal>& refusals, std::uint64_t bits,
                              const CheckSpot& spot) {
  const bool must_be_sayable = std::ranges::any_of(
      refusals, [](const auto& each) { return std::holds_alternative<plan::Unsayable>(each); });
  if (must_be_sayable && !std::isfinite(std::bit_cast<double>(bits)))
    misfit(unsayable(record_), spot);
}

// ---- texts and bytes ----

void ValueChecker::check(BodyNode& node, const plan::Text& text, plan::FieldId id,
                         const CheckSpot& spot) {
  const Content* content = content_of(node.value);
  if (content == nullptr) return;
  const Bytes bytes = content->bytes;
  const std::byte *const begin = bytes.data(), *const end = begin + bytes.size();
  for (const plan::TextRefusal& refusal : plan::refusals_of(plan(), record_, id, text))
    std::visit(
        model::Overload{
            [&](const plan::TooLong& limit) { check_length(limit, bytes.size(), spot); },
            [&](const plan::StatedSize& stated) { check_size(bytes.size(), stated, spot); },
            [&](const plan::EmptyText& empty) {
              if (bytes.empty()) refuse(empty.check, spot.frame);
            },
            [&](const plan::Characters& wanted) { check_characters(text, wanted, bytes, spot); },
            [&](const plan::Unsayable&) {
              if (impl::find_not_utf8(begin, end) != end) misfit(unsayable(record_), spot);
            },
            [&](const plan::EndsEarly& early) {
              if (std::find(begin, end, static_cast<std::byte>(early.terminator)) != end)
                misfit(impl::refusals::terminator, spot, impl::Facts{early.terminator});
            },
            [&](const plan::EndsFilled& filled) {
              if (!bytes.empty() && bytes.back() == static_cast<std::byte>(filled.filler))
                misfit(impl::refusals::filler, spot, impl::Facts{filled.filler});
            },
        },
        refusal);
}

void ValueChecker::check_characters(const plan::Text& text, const plan::Characters& wanted,
                                    Bytes characters, const CheckSpot& spot) {
  using Kind = plan::Characters::Kind;
  const std::byte* const begin = characters.data();
  const std::byte* const end = begin + characters.size();
  const std::byte* const found = wanted.kind == Kind::set
                                     ? impl::CharacterSet(text.charset).find_outside(begin, end)
                                 : wanted.kind == Kind::ascii ? impl::find_not_ascii(begin, end)
                                                              : impl::find_not_utf8(begin, end);
  if (found != end)
    refuse(wanted.check, spot.frame, impl::Facts{std::to_integer<std::uint64_t>(*found)});
}

void ValueChecker::check(BodyNode& node, const plan::Raw& raw, plan::FieldId id,
                         const CheckSpot& spot) {
  const std::uint64_t size = length_of(node);
  for (const plan::RawRefusal& refusal : plan::refusals_of(plan(), record_, id, raw))
    std::visit(model::Overload{
                   [&](const plan::TooLong& limit) { check_length(limit, size, spot); },
                   [&](const plan::FreeContent&) { check_free(*raw.free, node, spot); },
                   [&](const plan::StatedSize& stated) { check_size(size, stated, spot); },
               },
               refusal);
}

// That the wire form has a form for a value of no type.
void ValueChecker::check_free(const plan::FreeForm& free, const BodyNode& node,
                              const CheckSpot& spot) {
  const auto* held = node.value == nullptr ? nullptr : std::get_if<OpenValue>(&node.value->kind);
  if (held == nullptr) return;
  impl::Rejection rejection;
  const FreeValue& value = *held->value;
  const impl::Keys keys = free.repeats_keys ? impl::Keys::may_repeat : impl::Keys::differ;
  if (free.wire == plan::FreeForm::Wire::object) {
    if (!impl::msgpack::check_object(schemac::Free(value), spot.frame, spot.path, rejection, keys))
      misfit(rejection);
    return;
  }
  const bool is_sayable =
      free.style.syntax == impl::json::Syntax::python
          ? impl::json::check_value<impl::json::Syntax::python>(value, spot.frame, spot.path,
                                                                rejection, keys)
          : impl::json::check_value(value, spot.frame, spot.path, rejection, keys);
  if (!is_sayable ||
      (free.holds_members && !impl::json::check_members(value, spot.frame, spot.path, rejection)))
    misfit(rejection);
}

// ---- arrays ----

void ValueChecker::check(BodyNode& node, const plan::Array& array, plan::FieldId id,
                         const CheckSpot& spot) {
  const auto* payload = node.value == nullptr ? nullptr : std::get_if<Payload>(&node.value->kind);
  if (payload == nullptr) return;
  bool is_of_dtype = true;
  for (const plan::ArrayRefusal& refusal : plan::refusals_of(plan(), record_, id, array))
    std::visit(
        model::Overload{
            [&](const plan::TooLong& limit) { check_length(limit, length_of(node), spot); },
            [&](const plan::OtherDtype&) {
              const Outcome code = evaluate(array.dtype, plan(), node_);
              is_of_dtype =
                  !code.ok() || code.value == Int128{static_cast<std::uint8_t>(payload->dtype)};
              if (!is_of_dtype)
                misfit(impl::refusals::dtype, spot, impl::Facts{0, 0, 0, name(payload->dtype)});
            },
            [&](const plan::DimsSize& size) {
              if (is_of_dtype && is_looked_at_now(size, *array.dims))
                check_payload(array, *payload, id, spot);
            },
            [&](const plan::OneElement&) {
              if (is_of_dtype && !checking_.is_about_asked)
                check_payload(array, *payload, id, spot);
            },
            [&](const plan::NotBoolean& boolean) {
              if (is_of_dtype && !checking_.is_about_asked) check_boolean(boolean, *payload, spot);
            },
        },
        refusal);
}

void ValueChecker::check_boolean(const plan::NotBoolean& boolean, const Payload& payload,
                                 const CheckSpot& spot) {
  const Bytes content = payload.content.bytes;
  if (payload.dtype == Dtype::bool8 && content.size() == 1 && content[0] > std::byte{1})
    refuse(boolean.check, spot.frame, impl::Facts{std::to_integer<std::uint64_t>(content[0])});
}

void ValueChecker::check_payload(const plan::Array& array, const Payload& payload, plan::FieldId id,
                                 const CheckSpot& spot) {
  const Bytes content = payload.content.bytes;
  const CheckSpot own = spot.path.empty() ? spot : CheckSpot{node_.frame, record_.fields[id].name};
  std::vector<std::uint64_t> dims;
  if (array.dims) {
    DimsOutcome stated = evaluate_dims(array.dims->terms, plan(), node_);
    if (stated.failure == Failure::unknown) return;
    const bool is_known =
        std::ranges::all_of(array.dims->expressions(),
                            [this](const plan::Expr* expr) { return knows_late_numbers(*expr); });
    if (checking_.is_about_asked && (!stated.ok() || !is_known))
      return misfit(impl::refusals::unknown_size, own, impl::Facts{content.size()});
    if (!stated.ok()) return refuse(array.overflow, node_.frame);
    dims = std::move(stated.dims);
  }
  const auto problem = [&](std::string message) {
    checking_.is_misfit = true;
    state_.problem(spot.frame, spot.path, std::move(message));
  };
  if (payload.dims && *payload.dims != dims)
    return problem("its dims are " + type_text(payload.dtype, &*payload.dims) + ", but " +
                   who_says(*array.dims) + " " + type_text(payload.dtype, &dims));
  if (payload.given) {  // JSON counts elements that C++ has in bytes
    if (auto differs = size_problem(payload, &dims)) problem(std::move(*differs));
    return;
  }
  const auto needed = size_of_elements(payload.dtype, dims);
  if (needed && content.size() != *needed) {
    misfit(impl::refusals::size, own, impl::Facts{content.size(), *needed});
    state_.problems.back().help = size_text(payload.dtype, &dims);
  } else if (!needed && checking_.is_about_asked) {
    misfit(impl::refusals::unknown_size, own, impl::Facts{content.size()});
  } else if (!needed && array.overflow) {
    checking_.is_misfit = true;
    refuse(array.overflow, node_.frame);
  }
}

// ---- records, lists, alternatives ----

void ValueChecker::check(BodyNode& node, const plan::Nested&, plan::FieldId, const CheckSpot&) {
  if (node.record != nullptr) ValueChecker(checking_, *node.record).check();
}

void ValueChecker::check(BodyNode& node, const plan::Switch& choice, plan::FieldId id,
                         const CheckSpot& spot) {
  // In an element the frame is the element's.
  const bool is_element = spot.path.empty() && !node_.fields[id].content.inner.empty() &&
                          &node_.fields[id].content != &node;
  const impl::Frame frame{&node_.frame, record_.fields[id].name, impl::Frame::no_index};
  const impl::Frame& inner = is_element ? spot.frame : frame;
  const plan::Alternative& held = choice.alternatives[node.alternative];
  bool has_tag = true;
  for (const plan::AlternativeRefusal& refusal : plan::refusals_of(record_, id, choice, held))
    std::visit(model::Overload{
                   [&](const plan::OtherTag&) {
                     check_other_tag(choice, held, {inner, ""});
                   },
                   [&](const plan::NoTagOfDtype&) {
                     has_tag = check_tag_of_dtype(choice, held, node, {inner, ""});
                   },
               },
               refusal);
  if (node.inner.empty() || !has_tag) return;
  check_body(id, node.inner.front(), {inner, ""});
  if (const auto tag = plan::versioned_tag(plan(), record_, choice)) check_versioned_tag(*tag);
}

void ValueChecker::check_other_tag(const plan::Switch& choice, const plan::Alternative& held,
                                   const CheckSpot& spot) {
  const Outcome tag = evaluate(choice.tag, plan(), node_);
  if (tag.failure == Failure::unknown) return;
  const auto is_tag = [&](const plan::Alternative& each) {
    return tag.ok() && (each.tags.empty() || std::ranges::count(each.tags, tag.value) != 0);
  };
  const auto wanted = std::ranges::find_if(choice.alternatives, is_tag);
  if (wanted == choice.alternatives.end() || &*wanted != &held)
    misfit(impl::refusals::dtype, spot, impl::Facts{0, 0, 0, held.name});
}

bool ValueChecker::check_tag_of_dtype(const plan::Switch& choice, const plan::Alternative& held,
                                      const BodyNode& node, const CheckSpot& spot) {
  const Value* value = node.inner.empty() ? nullptr : node.inner.front().value;
  const auto* payload = value == nullptr ? nullptr : std::get_if<Payload>(&value->kind);
  if (payload == nullptr || tag_of_dtype(plan(), choice, held, payload->dtype)) return true;
  misfit(impl::refusals::dtype, spot, impl::Facts{0, 0, 0, name(payload->dtype)});
  return false;
}

void ValueChecker::check_versioned_tag(plan::FieldId id) {
  const plan::Field& field = record_.fields[id];
  if (const Outcome number = node_.number(id); number.ok())
    check_member_number(std::get<plan::Scalar>(field.body.kind), number.value,
                        {node_.frame, field.name});
}

}  // namespace schemac::direct
