// Holds what was given against what follows from it, before anything is written: the messages name
// values, where the validator, which has the last word, can only name bytes.
#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

#include "direct/byte_text.h"
#include "direct/element_json.h"
#include "direct/msgpack.h"
#include "direct/number.h"
#include "direct/write_tree.h"
#include "plan/asked_layout.h"
#include "plan/json_members.h"
#include "plan/operators.h"
#include "schemac/core/check.h"
#include "schemac/core/checked.h"
#include "schemac/core/refusals.h"
#include "schemac/json/json.h"

namespace schemac::direct {
namespace {

class Checker {
 public:
  void check(RecordNode& node) {
    for (plan::FieldId id = 0; id < node.fields.size(); ++id) {
      check_presence(node, id);
      FieldNode& field = node.fields[id];
      if (!field.is_present) continue;
      check_known(node, id);
      check_region(node, id);
      check_body(node, field.content,
                 Frame{&node.frame, node.record.fields[id].name, Frame::no_index});
    }
    check_kinds(node);
  }

 private:
  // A JSON value that is told by its kind is one of them, or an empty list.
  static void check_kinds(RecordNode& node) {
    if (!node.record.json || node.record.json->shape != model::JsonShape::one_of) return;
    std::size_t held = 0;
    bool has_list = false;
    for (plan::FieldId id = 0; id < node.fields.size(); ++id) {
      const FieldNode& field = node.fields[id];
      if (!node.record.fields[id].has_member()) continue;
      const bool is_list = std::holds_alternative<plan::List>(node.record.fields[id].body.kind);
      has_list = has_list || is_list;
      if (field.is_present && (!is_list || length_of(field.content) != 0)) ++held;
    }
    if (held == 1 || (held == 0 && has_list)) return;
    node.state.refuse(node.frame, refusals::kinds, Facts{held});
  }

  // A value that is the number which says nothing would be read as none.
  static void check_known(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    if (!field.may_be_unknown() || node.fields[id].content.value == nullptr) return;
    if (node.number(id).value == field.unknown->value)
      node.state.refuse_at(node.frame, field.name, refusals::unknown);
  }

  void check_presence(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    if (!field.presence || !field.has_member()) return;
    if (field.availability && !check_version(node, id)) return;
    if (!field.is_optional()) return;
    const Outcome condition = evaluate(field.presence->condition, node.state.plan, node);
    if (condition.failure == Failure::unknown) return;
    const bool is_wanted = condition.ok() && condition.value != 0;
    if (is_wanted == node.fields[id].is_present) return;
    if (is_wanted && field.availability) {
      const Outcome version = evaluate(field.availability->version, node.state.plan, node);
      schemac::Check check = plan::view_of(node.state.plan.checks[*field.availability->check]);
      const std::string sentence = "is missing: " + std::string(check.sentence);
      check.sentence = sentence;
      return node.state.refuse(node.frame, check, Facts{fact_of(version.value)});
    }
    node.state.refuse_at(node.frame, field.name, is_wanted ? refusals::absent : refusals::present);
  }

  // Of a field of other versions there may be no value, or none but the default.
  static bool check_version(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    const plan::Plan& plan = node.state.plan;
    const Outcome is_available = evaluate(field.availability->condition, plan, node);
    if (!is_available.ok() || is_available.value != 0) return true;
    const Outcome number = field.is_optional() ? Outcome{0} : node.number(id);
    const bool is_there = field.is_optional() ? node.fields[id].is_present
                                              : number.ok() && number.value != *field.default_value;
    if (!is_there) return true;
    const Outcome version = evaluate(field.availability->version, plan, node);
    node.state.refuse(node.frame, plan::view_of(plan.checks[*field.availability->check]),
                      Facts{fact_of(version.value)});
    return false;
  }

  void check_region(RecordNode& node, plan::FieldId id) {
    const plan::Field& field = node.record.fields[id];
    if (!field.region || is_left_to_bytes(node, field.region->size)) return;
    const Outcome size = evaluate(field.region->size, node.state.plan, node);
    const Int128 held{node.fields[id].content.size};
    if (!size.ok() || size.value == held) return;
    node.state.refuse_at(node.frame, field.name, refusals::size,
                         Facts{fact_of(held), fact_of(size.value)});
  }

  void check_body(RecordNode& owner, BodyNode& node, const Frame& spot) {
    std::visit([&](const auto& kind) { check(owner, node, kind, spot); }, node.body->kind);
    if (node.record != nullptr) check(*node.record);
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool is_list = std::holds_alternative<plan::List>(node.body->kind);
      check_body(owner, node.parts[i], is_list ? Frame{spot.up, spot.field, i} : spot);
    }
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Scalar&, const Frame& spot) {
    const auto* real = node.value == nullptr ? nullptr : std::get_if<Real>(&node.value->kind);
    if (real != nullptr && real->dtype == Dtype::f64) check_finite(owner, real->bits, spot);
  }
  // JSON has no infinities and NaNs.
  static void check_finite(RecordNode& owner, std::uint64_t bits, const Frame& spot) {
    if (owner.record.json && !std::isfinite(std::bit_cast<double>(bits)))
      owner.state.refuse(spot, unsayable(owner));
  }
  static const schemac::Check& unsayable(const RecordNode& owner) {
    return owner.record.json->style.syntax == json::Syntax::python ? refusals::no_literal
                                                                   : refusals::no_json;
  }
  static void check_reals(RecordNode& owner, const BodyNode& node, const Frame& spot) {
    const auto* held = node.value == nullptr ? nullptr : std::get_if<Scalars>(&node.value->kind);
    if (held == nullptr || held->dtype != Dtype::f64 || !owner.record.json) return;
    for (std::uint64_t i = 0; i < held->count; ++i)
      check_finite(owner, load<std::uint64_t, Endian::little>(held->content.bytes.data() + i * 8),
                   {spot.up, spot.field, i});
  }
  void check(RecordNode&, BodyNode&, const plan::Constant&, const Frame&) {}
  void check(RecordNode&, BodyNode&, const plan::Nested&, const Frame&) {}

  void check(RecordNode& owner, BodyNode& node, const plan::Text& text, const Frame& spot) {
    check_head(owner, node, text.head, spot);
    if (text.size) check_length(owner, length_of(node), *text.size, spot);
    const auto* held = node.value == nullptr ? nullptr : std::get_if<Characters>(&node.value->kind);
    if (held != nullptr && owner.record.json && !is_utf8(held->content.bytes))
      refuse_characters(owner, text, held->content.bytes, spot);
    if (held == nullptr || !text.terminator) return;
    const Bytes bytes = held->content.bytes;
    if (std::find(bytes.begin(), bytes.end(), static_cast<std::byte>(*text.terminator)) ==
        bytes.end())
      return;
    owner.state.refuse(spot, refusals::terminator, Facts{*text.terminator});
  }
  // Of a text in JSON that isn't UTF-8.
  static void refuse_characters(RecordNode& owner, const plan::Text& text, Bytes characters,
                                const Frame& spot) {
    if (!is_refused(owner, text.encoding_check)) return owner.state.refuse(spot, unsayable(owner));
    const std::byte* const end = characters.data() + characters.size();
    const std::byte* const byte = find_not_utf8(characters.data(), end);
    owner.state.refuse_at(spot, "", check_of(owner, *text.encoding_check),
                          Facts{std::to_integer<std::uint64_t>(*byte)});
  }
  static schemac::Check check_of(const RecordNode& owner, plan::CheckId check) {
    return plan::view_of(owner.state.plan.checks[check]);
  }
  static bool is_refused(const RecordNode& owner, std::optional<plan::CheckId> check) {
    return check && owner.state.plan.checks[*check].level <= Level::rule;
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Raw& raw, const Frame& spot) {
    check_head(owner, node, raw.head, spot);
    if (raw.size && !raw.digest) check_length(owner, length_of(node), *raw.size, spot);
  }
  void check(RecordNode& owner, BodyNode& node, const plan::List& list, const Frame& spot) {
    if (list.begins_of) return;
    check_reals(owner, node, spot);
    const std::uint64_t count = length_of(node);
    check_head(owner, node, list.head, spot);
    if (list.count && is_counted(owner, list)) check_length(owner, count, *list.count, spot);
    if (list.has_slack) check_slack(owner, node, list, spot);
    if (list.minimum && count < *list.minimum) refuse_count(owner, list.minimum_check, count, spot);
    if (list.maximum && count > *list.maximum) refuse_count(owner, list.maximum_check, count, spot);
    if (owner.record.json && list.unique && list.duplicate) check_names(owner, node, list, spot);
  }

  // A reader blames what states the number, which values don't have.
  static void refuse_count(RecordNode& owner, std::optional<plan::CheckId> check,
                           std::uint64_t count, const Frame& spot) {
    if (is_refused(owner, check))
      owner.state.refuse_at(spot, "", check_of(owner, *check), Facts{count});
  }

  // Members of an object differ in their names, those that have a field of their own among them.
  static void check_names(RecordNode& owner, const BodyNode& node, const plan::List& list,
                          const Frame& spot) {
    const auto& fields = owner.record.fields;
    const auto map = std::ranges::find(fields, spot.field, &plan::Field::name);
    const auto taken = plan::taken_names(owner.record, plan::id_of(owner.record, *map));
    std::set<std::string, std::less<>> names(taken.begin(), taken.end());
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const Content* key = content_of(node.parts[i].record->fields.front().content.value);
      if (key == nullptr) continue;
      const std::string_view name = text_at(key->bytes.data(), key->bytes.size());
      if (!names.emplace(name).second)
        owner.state.refuse(Frame{spot.up, spot.field, i}, check_of(owner, *list.duplicate),
                           Facts{0, 0, 0, name});
    }
  }

  static bool is_counted(RecordNode& owner, const plan::List& list) {
    return !list.is_counted || evaluate(*list.is_counted, owner.state.plan, owner).value != 0;
  }
  // Slack is found by what states where it ends.
  static void check_slack(RecordNode& owner, const BodyNode& node, const plan::List& list,
                          const Frame& spot) {
    const FieldNode& begins = owner.fields[list.stated_begins->list];
    const bool has_begins = begins.is_present && begins.is_known;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const RecordNode* element = node.parts[i].record.get();
      const bool is_last = i + 1 == node.parts.size();
      if (element == nullptr || element->slack.empty() ||
          (is_last ? is_counted(owner, list) : has_begins))
        continue;
      owner.state.refuse_at(Frame{spot.up, spot.field, i}, element->record.slack->name,
                            refusals::room);
    }
  }

  static void check_head(RecordNode& owner, const BodyNode& node,
                         const std::optional<plan::Head>& head, const Frame& spot) {
    if (!head || length_of(node) <= msgpack::most_in_head) return;
    owner.state.refuse(spot, refusals::large, Facts{length_of(node), msgpack::most_in_head});
  }

  // Who states a number: other members of the value, or the schema alone.
  static std::string who_says(const plan::Expr& stated) {
    return plan::is_static(stated) ? "its type says" : "other members say";
  }
  static std::string who_says(const plan::Dims& dims) {
    const bool is_static =
        std::all_of(dims.parts.begin(), dims.parts.end(), [](const plan::DimsPart& part) {
          return plan::is_static(part.value) &&
                 (!part.condition || plan::is_static(*part.condition));
        });
    return is_static ? "its type says" : "other members say";
  }
  // What asks where things lie is held against the bytes once they are written.
  static bool is_left_to_bytes(const RecordNode& owner, const plan::Expr& stated) {
    return plan::asks_layout(owner.state.plan, owner.record, stated);
  }
  static void check_length(RecordNode& owner, std::uint64_t held, const plan::Expr& stated,
                           const Frame& spot) {
    // A number that says nothing is needed by what it counts: a rule of the plan says so.
    if (stated.op == plan::Op::field && !owner.fields[stated.id].is_known) return;
    if (is_left_to_bytes(owner, stated)) return;
    const Outcome wanted = evaluate(stated, owner.state.plan, owner);
    if (!wanted.ok() || wanted.value == Int128{held}) return;
    owner.state.refuse(spot, refusals::size, Facts{held, fact_of(wanted.value)});
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Array& array, const Frame& spot) {
    const auto* payload = node.value == nullptr ? nullptr : std::get_if<Payload>(&node.value->kind);
    if (payload == nullptr) return;
    check_head(owner, node, array.head, spot);
    const Outcome code = evaluate(array.dtype, owner.state.plan, owner);
    if (code.ok() && code.value != Int128{static_cast<std::uint8_t>(payload->dtype)}) {
      return owner.state.refuse(spot, refusals::dtype, Facts{0, 0, 0, name(payload->dtype)});
    }
    std::vector<std::uint64_t> dims;
    bool fits = true;
    if (array.dims) {
      DimsOutcome stated = evaluate_dims(*array.dims, owner.state.plan, owner);
      if (stated.failure == Failure::unknown) return;
      fits = stated.ok();
      dims = std::move(stated.dims);
    }
    if (!fits && array.overflow)
      return owner.state.refuse(owner.frame, check_of(owner, *array.overflow));
    if (payload->dims && *payload->dims != dims) {
      return owner.state.problem(spot, "",
                                 "its dims are " + type_text(payload->dtype, &*payload->dims) +
                                     ", but " + who_says(*array.dims) + " " +
                                     type_text(payload->dtype, &dims));
    }
    check_payload(owner, array, *payload, dims, spot);
  }

  static void check_payload(RecordNode& owner, const plan::Array& array, const Payload& payload,
                            const std::vector<std::uint64_t>& dims, const Frame& spot) {
    if (payload.given) {  // JSON counts elements that C++ has in bytes
      if (auto differs = size_problem(payload, &dims))
        owner.state.problem(spot, "", std::move(*differs));
      return;
    }
    const std::uint64_t held = payload.content.bytes.size();
    const auto needed = size_of_elements(payload.dtype, dims);
    if (needed && held != *needed) {
      owner.state.refuse(spot, refusals::size, Facts{held, *needed});
      owner.state.problems.back().help = size_text(payload.dtype, &dims);
    } else if (!needed && array.overflow) {
      owner.state.refuse(owner.frame, check_of(owner, *array.overflow));
    }
  }

  void check(RecordNode& owner, BodyNode& node, const plan::Switch& choice, const Frame& spot) {
    const Outcome tag = evaluate(choice.tag, owner.state.plan, owner);
    const auto& alternatives = choice.alternatives;
    if (tag.failure == Failure::unknown) return;
    if (!tag.ok())
      return owner.state.problem(
          spot, "",
          "holds '" + alternatives[node.alternative].name + "', but the tag can't be calculated");
    const auto wanted =
        std::find_if(alternatives.begin(), alternatives.end(), [&](const plan::Alternative& each) {
          return each.tags.empty() ||
                 std::find(each.tags.begin(), each.tags.end(), tag.value) != each.tags.end();
        });
    if (wanted == alternatives.end() || wanted - alternatives.begin() == node.alternative) return;
    owner.state.refuse(spot, refusals::dtype, Facts{0, 0, 0, alternatives[node.alternative].name});
  }
};

}  // namespace

void check_tree(RecordNode& root) { Checker().check(root); }

}  // namespace schemac::direct
