// Lists: elements one behind the other, their number, what holds for each, and that keys differ.
#include <algorithm>
#include <utility>

#include "direct/walker.h"
#include "schemac/core/unique.h"

namespace schemac::direct {
namespace {

constexpr plan::FieldId whole_element = ~plan::FieldId{0};  // List::unique of a list of texts

const std::byte* stating_field(const plan::List& list, const Site& site) {
  return list.counted_by ? site.scope.fields[*list.counted_by].begin : site.begin;
}

bool has_checks(const plan::Scalar& scalar) {
  return scalar.unknown_member || scalar.boolean || scalar.unknown_flag || scalar.constant_check;
}

Site element_site(const Site& list, std::uint64_t index, const std::byte* begin) {
  Site site(list.scope, list.spot, begin, list.end);
  site.spot.index = index;
  site.has_own_frame = true;
  return site;
}

// Whether a rule looks at the element behind the one that it is about.
bool looks_ahead(const plan::Expr& expr) {
  if (expr.op == plan::Op::inside && expr.id == plan::the_next) return true;
  return std::any_of(expr.args.begin(), expr.args.end(), looks_ahead);
}

}  // namespace

Ending Walker::walk(const plan::List& list, Site& site, std::uint64_t& size) {
  std::optional<std::uint64_t> count;
  if (list.count) count = size_by(*list.count, site.scope);
  const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
  if (scalar != nullptr) {
    const std::uint64_t bits = bit_count(scalar->dtype);
    const auto left = static_cast<std::uint64_t>(site.end - site.begin);
    return walk_scalars(list, *scalar, site,
                        count.value_or(detail::saturated_product(left, 8) / bits), size);
  }
  return walk_elements(list, site, count, size);
}

// The budget ends the list, since what comes behind it would not be held by any; a wrong number
// doesn't.
bool Walker::check_count(const plan::List& list, Site& site, std::uint64_t count) {
  const Frame& frame = *site.spot.frame;
  const std::byte* at = stating_field(list, site);
  if (list.elements_check) {
    const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
    const std::uint64_t least_bits =
        scalar != nullptr ? bit_count(scalar->dtype) : 8 * list.least_element;
    const auto left = static_cast<std::uint64_t>(site.end - site.begin);
    const bool is_allowed = context_->take_elements(count, left, least_bits);
    verify(is_allowed, *list.elements_check, frame, at, Facts{count});
    if (!is_allowed) {
      has_fault_end_ = false;
      return false;
    }
  }
  verify(!list.minimum || count >= *list.minimum, list.minimum_check, frame, at, Facts{count});
  verify(!list.maximum || count <= *list.maximum, list.maximum_check, frame, at, Facts{count});
  return !context_->stopped();
}

bool Walker::check_list_cause(const plan::List& list, Site& site, std::uint64_t count,
                              std::uint64_t needed) {
  if (!list.cause) return true;
  const auto left = static_cast<std::uint64_t>(site.end - site.begin);
  observer_->checked(*list.cause, needed <= left);
  if (needed <= left) return true;
  return context_->note_cause(plan::view_of(plan_.checks[*list.cause]), *site.spot.frame,
                              stating_field(list, site), count, needed, site.begin, site.end);
}

Ending Walker::walk_scalars(const plan::List& list, const plan::Scalar& scalar, Site& site,
                            std::uint64_t count, std::uint64_t& size) {
  if (!check_count(list, site, count)) return Ending::fault;
  const std::uint64_t bits = bit_count(scalar.dtype);
  const bool fits =
      packed_size(count, bits, size) && size <= static_cast<std::uint64_t>(site.end - site.begin);
  if (!fits) {
    const std::string_view name = site.spot.name;
    const bool is_whole_payload = is_packed(scalar.dtype);
    const std::uint64_t payload = count / 8 * bits + ceil_div(count % 8 * bits, 8);
    const Part part =
        is_whole_payload ? Part{name, payload, false, false} : Part{name, bits / 8, true, true};
    return fault(*site.spot.frame, {&part, 1}, site.begin, site.end,
                 {list.cause, stating_field(list, site), count});
  }
  if (list.cause) observer_->checked(*list.cause, true);
  if (site.state != nullptr) {  // rules about an element may look at others
    site.state->length = count;
    site.state->status = FieldStatus::read;
  }
  observer_->scalars(site.spot, scalar, count, Bytes(site.begin, size));
  return check_each(list, site, scalar, count) ? Ending::whole : Ending::fault;
}

bool Walker::check_each(const plan::List& list, Site& site, const plan::Scalar& scalar,
                        std::uint64_t count) {
  if (list.each.empty() && !has_checks(scalar)) return !context_->stopped();
  const std::uint64_t bytes = bit_count(scalar.dtype) / 8;
  for (std::uint64_t i = 0; i < count && !context_->stopped(); ++i) {
    const std::byte* at = site.begin + (bytes == 0 ? i * bit_count(scalar.dtype) / 8 : i * bytes);
    const Int128 value = is_packed(scalar.dtype) ? load_packed(scalar.dtype, site.begin, i)
                                                 : load_number(scalar.dtype, scalar.endian, at);
    const Frame frame{site.spot.frame, site.spot.name, i};
    check_scalar(scalar, site.scope, frame, at, value);
    const Element element{{value}, i, i + 1 == count};
    check_element(site.scope, list, frame, at, element);
  }
  return !context_->stopped();
}

bool Walker::check_element(RecordScope& scope, const plan::List& list, const Frame& frame,
                           const std::byte* at, const Element& element) {
  for (const plan::EachRule& rule : list.each) {
    if (!makes(rule.check)) continue;
    const Outcome outcome = evaluated(rule.condition, scope, element);
    if (outcome.failure == Failure::unknown) continue;
    const bool holds = outcome.ok() && outcome.value != 0;
    verify(holds, rule.check, frame, at, holds ? Facts{} : facts_of(rule.facts, scope, element));
  }
  return !context_->stopped();
}

Ending Walker::walk_elements(const plan::List& list, Site& site, std::optional<std::uint64_t> count,
                             std::uint64_t& size) {
  if (count) {
    const std::uint64_t needed = detail::saturated_product(*count, list.least_element);
    if (!check_count(list, site, *count)) return Ending::fault;
    if (!check_list_cause(list, site, *count, needed)) return Ending::fault;
  }
  const bool has_unique = list.unique && list.duplicate && makes(*list.duplicate) && !only_keys_;
  Ascending ascending;
  std::uint64_t i = 0;
  const std::byte* at = site.begin;
  observer_->begin_list(site.spot, list);
  const bool has_rules = !list.each.empty() && !only_keys_;
  const bool is_ahead =
      std::any_of(list.each.begin(), list.each.end(),
                  [](const plan::EachRule& rule) { return looks_ahead(rule.condition); });
  std::unique_ptr<RecordScope> record, before;
  Ending ending = Ending::whole;
  for (; count ? i < *count : at < site.end; ++i) {
    FieldState state;
    Key key{list.unique.value_or(whole_element), {}, nullptr, 0, false};
    Site element = element_site(site, i, at);
    element.state = &state;
    if (has_unique && key.field != whole_element) element.key = &key;
    if (has_rules) element.keep = &record;
    std::uint64_t element_size = 0;
    ending = walk_body(list.element.front(), element, element_size);
    if (ending != Ending::whole || context_->stopped()) break;
    if (has_rules && !is_ahead && record)
      check_record(list, site, {{}, i, count && i + 1 == *count, record.get(), nullptr}, *record);
    if (has_rules && is_ahead && before)
      check_record(list, site, {{}, i - 1, false, before.get(), record.get()}, *before);
    before = std::exchange(record, nullptr);
    if (has_unique)
      ascending.add(element.key != nullptr ? key.text : text_at(state.characters, state.length));
    at += element_size;
    if (!count && element_size == 0) break;  // it would never end
  }
  observer_->end_list();
  if (ending != Ending::whole) return ending;
  if (has_rules && is_ahead && before)
    check_record(list, site, {{}, i - 1, true, before.get(), nullptr}, *before);
  size = static_cast<std::uint64_t>(at - site.begin);
  if (site.state != nullptr) site.state->length = i;
  if (has_unique && !ascending.holds()) find_duplicates(list, site, i);
  if (has_unique && ascending.holds()) observer_->checked(*list.duplicate, true);
  return ended(Ending::whole);
}

// The rules about an element that is a record.
bool Walker::check_record(const plan::List& list, Site& site, const Element& element,
                          const RecordScope& record) {
  const Frame frame{site.spot.frame, site.spot.name, element.index};
  for (const plan::EachRule& rule : list.each) {
    if (!makes(rule.check)) continue;
    const Outcome outcome = evaluated(rule.condition, site.scope, element);
    if (outcome.failure == Failure::unknown) continue;
    const bool holds = outcome.ok() && outcome.value != 0;
    const std::byte* at = rule.at ? record.begin_of(*rule.at) : record.begin;
    if (rule.at && rule.item) at = record.begin_of_item(*rule.at, *rule.item);
    verify(holds, rule.check, frame, at != nullptr ? at : record.begin,
           holds ? Facts{} : facts_of(rule.facts, site.scope, element));
  }
  return !context_->stopped();
}

// The elements were walked before, so this pass is silent, and it leaves alone what lies elsewhere.
void Walker::find_duplicates(const plan::List& list, Site& site, std::uint64_t count) {
  Limits limits = context_->limits();
  limits.violations = 0;
  Context silent(space_, limits, Strictness::validate);
  Observer unobserved;
  Context* const loud = std::exchange(context_, &silent);
  Observer* const observed = std::exchange(observer_, &unobserved);
  only_keys_ = true;
  DuplicateFinder finder(count);
  const std::byte* at = site.begin;
  for (std::uint64_t i = 0; i < count && !loud->stopped(); ++i) {
    FieldState state;
    Key key{*list.unique, {}, nullptr, 0, false};
    Site element = element_site(site, i, at);
    element.state = &state;
    if (key.field != whole_element) element.key = &key;
    std::uint64_t size = 0;
    if (walk_body(list.element.front(), element, size) != Ending::whole) break;
    if (element.key == nullptr) {
      key.at = at;
      key.text = text_at(state.characters, state.length);
    }
    const bool is_new = finder.add(key.text);
    const std::string digits = key.is_number ? model::to_text(key.number) : std::string();
    Facts facts{fact_of(key.number), 0, 0, key.is_number ? std::string_view(digits) : key.text};
    context_ = loud;
    observer_ = observed;
    verify(is_new, *list.duplicate, own_frame(element), key.at, facts);
    context_ = &silent;
    observer_ = &unobserved;
    at += size;
  }
  context_ = loud;
  observer_ = observed;
  only_keys_ = false;
}

// As above: only the rules are loud.
Ending Walker::check_elements(RecordScope& scope, const plan::CheckElements& item) {
  const FieldState& state = scope.fields[item.field];
  if (state.status != FieldStatus::read || only_keys_) return Ending::whole;
  const plan::Field& field = scope.record->fields[item.field];
  Site site(scope, Spot{scope.frame, field.name, Frame::no_index, &field}, state.begin,
            state.begin + state.size);
  const plan::List& list = item.list;
  const bool is_ahead =
      std::any_of(list.each.begin(), list.each.end(),
                  [](const plan::EachRule& rule) { return looks_ahead(rule.condition); });
  Limits limits = context_->limits();
  limits.violations = 0;
  Context silent(space_, limits, Strictness::validate);
  Observer unobserved;
  std::unique_ptr<RecordScope> record, before;
  const auto check = [&](RecordScope& element, std::uint64_t index, const RecordScope* next) {
    const bool is_last = index + 1 == state.length;
    check_record(list, site, {{}, index, is_last, &element, next}, element);
  };
  const std::byte* at = state.begin;
  for (std::uint64_t i = 0; i < state.length && !context_->stopped(); ++i) {
    Site element = element_site(site, i, at);
    element.keep = &record;
    std::uint64_t size = 0;
    Context* const loud = std::exchange(context_, &silent);
    Observer* const observed = std::exchange(observer_, &unobserved);
    const bool was_only_keys = std::exchange(only_keys_, true);
    const Ending ending = walk_body(list.element.front(), element, size);
    context_ = loud;
    observer_ = observed;
    only_keys_ = was_only_keys;
    if (ending != Ending::whole || !record) break;
    if (!is_ahead) check(*record, i, nullptr);
    if (is_ahead && before) check(*before, i - 1, record.get());
    before = std::exchange(record, nullptr);
    at += size;
  }
  if (is_ahead && before && !context_->stopped()) check(*before, state.length - 1, nullptr);
  return ended(Ending::whole);
}

}  // namespace schemac::direct
