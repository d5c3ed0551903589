// Lists: elements one after the other, their number, what holds for each, and that keys differ.
#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>

#include "direct/scalar_of.h"
#include "direct/walk/walker.h"
#include "plan/facts/element_rules.h"
#include "schemac/base/load.h"
#include "schemac/base/unique.h"

namespace schemac::direct {
namespace {

constexpr plan::FieldId whole_element = ~plan::FieldId{0};  // List::unique of a list of texts

const std::byte* stating_field(const plan::List& list, const Site& site) {
  if (site.head_at != nullptr) return site.head_at;
  return list.counted_by ? site.scope.fields[*list.counted_by].begin : site.begin;
}

std::uint64_t bits_of(const plan::Scalar& scalar) {
  return is_packed(scalar.dtype) ? bit_count(scalar.dtype) : 8 * stored_size(scalar);
}

// The frame of what is said of a list as a whole: that of the record where a field of it states the
// count.
const impl::Frame& stating_frame(const plan::List& list, const Site& site) {
  return list.counted_by ? *site.scope.frame : *site.spot.frame;
}

bool have_tags(const plan::Scalar& scalar, const std::byte* begin, std::uint64_t count) {
  if (scalar.coding == plan::Coding::plain) return true;
  const std::uint64_t stride = stored_size(scalar);
  for (std::uint64_t i = 0; i < count; ++i)
    if (!has_form(scalar, begin + i * stride)) return false;
  return true;
}

Key key_of(const std::optional<plan::FieldId>& field) {
  Key key;
  key.field = field.value_or(whole_element);
  return key;
}

// Whether key `x` comes before `y`.
bool precedes(const Key& x, const Key& y) {
  if (x.is_number) return x.number < y.number;
  if (!x.is_list) return x.text < y.text;
  return x.texts < y.texts;
}

// As a sentence shows it, and as one text that no other key has.
std::string shown(const Key& key) {
  if (key.is_number) return model::to_text(key.number);
  if (!key.is_list) return std::string(key.text);
  std::string text;
  for (std::size_t i = 0; i < key.texts.size(); ++i) {
    if (i != 0) text += '/';
    text += key.texts[i];
  }
  return text;
}
std::string flattened(const Key& key) {
  std::string text;
  for (const std::string_view each : key.texts) {
    text.append(reinterpret_cast<const char*>(std::array{each.size()}.data()), sizeof(std::size_t));
    text += each;
  }
  return text;
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

}  // namespace

Ending Walker::walk(const plan::List& list, Site& site, std::uint64_t& size) {
  if (is_element(site)) {  // a list that is an alternative of an element: its own are below that
    const impl::Frame own = own_frame(site);
    Site inner = site;
    inner.spot = {&own, {}, impl::Frame::no_index, site.spot.field};
    return walk(list, inner, size);
  }
  if (list.head) return walk_headed(list, site, size);
  std::optional<std::uint64_t> count;
  if (list.count) count = size_by(*list.count, site.scope);
  if (list.is_counted && evaluated(*list.is_counted, site.scope).value == 0) count.reset();
  return walk_counted(list, site, count, size);
}

Ending Walker::walk_headed(const plan::List& list, Site& site, std::uint64_t& size) {
  impl::msgpack::HeadAt head;
  std::string name(site.spot.name);
  impl::append_path(name, "head");
  if (!walk_head(*list.head, *site.spot.frame, name, site.begin, site.end, head))
    return Ending::fault;
  observer_->head(site.spot, *list.head, head.number, Bytes(site.begin, head.behind));
  Site behind = site;
  behind.head_at = site.begin;
  behind.begin = head.behind;
  const Ending ending = walk_counted(list, behind, head.number, size);
  size += static_cast<std::uint64_t>(head.behind - site.begin);
  return ending;
}

Ending Walker::walk_counted(const plan::List& list, Site& site, std::optional<std::uint64_t> count,
                            std::uint64_t& size) {
  if (site.state != nullptr) site.state->content = site.begin;
  if (const plan::Scalar* scalar = scalar_of(list)) {
    const std::uint64_t bits = bits_of(*scalar);
    const auto left = static_cast<std::uint64_t>(site.end - site.begin);
    return walk_scalars(list, *scalar, site,
                        count.value_or(impl::detail::saturated_product(left, 8) / bits), size);
  }
  const Ending ending = walk_elements(list, site, count, size);
  if (ending != Ending::whole && site.state != nullptr) {  // rules that wait find no elements
    site.state->length = 0;
    site.state->is_counted = false;
  }
  return ending;
}

// The budget ends the list, since what comes after it would not be held by any; a wrong number
// doesn't.
bool Walker::check_count(const plan::List& list, Site& site, std::uint64_t count) {
  const impl::Frame& frame = stating_frame(list, site);
  const std::byte* at = stating_field(list, site);
  if (list.elements_check) {
    const auto* scalar = std::get_if<plan::Scalar>(&list.element.front().kind);
    const std::uint64_t least_bits = scalar != nullptr && is_packed(scalar->dtype)
                                         ? bit_count(scalar->dtype)
                                         : 8 * list.least_element;
    const auto left = static_cast<std::uint64_t>(site.end - site.begin);
    const bool is_allowed = context_->take_elements(count, left, least_bits);
    verify(is_allowed, *list.elements_check, frame, at,
           impl::Facts{count, context_->empty_elements()});
    if (!is_allowed) {
      has_fault_end_ = false;
      return false;
    }
  }
  return check_limits(list, frame, at, count);
}

bool Walker::check_limits(const plan::List& list, const impl::Frame& frame, const std::byte* at,
                          std::uint64_t count) {
  verify(!list.minimum || count >= *list.minimum, list.minimum_check, frame, at,
         impl::Facts{count});
  verify(!list.maximum || count <= *list.maximum, list.maximum_check, frame, at,
         impl::Facts{count});
  return !context_->stopped();
}

bool Walker::check_list_cause(const plan::List& list, Site& site, std::uint64_t count,
                              std::uint64_t needed) {
  if (!list.cause) return true;
  const auto left = static_cast<std::uint64_t>(site.end - site.begin);
  observer_->checked(*list.cause, needed <= left);
  if (needed <= left) return true;
  return context_->note_cause(plan::view_of(plan_.checks[*list.cause]), stating_frame(list, site),
                              stating_field(list, site), count, needed, site.begin, site.end);
}

Ending Walker::walk_scalars(const plan::List& list, const plan::Scalar& scalar, Site& site,
                            std::uint64_t count, std::uint64_t& size) {
  if (!check_count(list, site, count)) return Ending::fault;
  const std::uint64_t bits = bits_of(scalar);
  const bool fits = impl::packed_size(count, bits, size) &&
                    size <= static_cast<std::uint64_t>(site.end - site.begin);
  if (!fits || !have_tags(scalar, site.begin, count)) {
    const std::string_view name = site.spot.name;
    const std::uint64_t payload = count / 8 * bits + impl::ceil_div(count % 8 * bits, 8);
    const schemac::impl::Check form = form_of(scalar);
    impl::Part part = part_of(scalar, name, form);
    part.counted = part.indexed = true;
    if (is_packed(scalar.dtype)) part = {name, payload, false, false};
    return fault(*site.spot.frame, {&part, 1}, site.begin, site.end,
                 {list.cause, stating_field(list, site), count, &stating_frame(list, site)});
  }
  if (scalar.form) observer_->checked(*scalar.form, true);
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
  const std::uint64_t stride = stored_size(scalar);
  for (std::uint64_t i = 0; i < count && !context_->stopped(); ++i) {
    const std::byte* at = site.begin + i * bit_count(scalar.dtype) / 8;
    Int128 value = 0;
    if (is_packed(scalar.dtype)) {
      value = load_packed(scalar.dtype, site.begin, i);
    } else {
      const Bytes bytes(site.begin + i * stride, stride);
      value = load_scalar(scalar, bytes);
      at = content_of(scalar, bytes).data();
    }
    const impl::Frame frame{site.spot.frame, site.spot.name, i};
    check_scalar(scalar, site.scope, frame, at, value);
    check_element(site.scope, list, frame, at, {{seen_number(scalar, value)}, i, i + 1 == count});
  }
  return !context_->stopped();
}

bool Walker::check_element(RecordScope& scope, const plan::List& list, const impl::Frame& frame,
                           const std::byte* at, const Element& element) {
  for (const plan::EachRule& rule : list.each) {
    if (!makes(rule.check)) continue;
    const Outcome outcome = evaluated(rule.condition, scope, element);
    if (outcome.failure == Failure::unknown) continue;
    const bool holds = outcome.ok() && outcome.value != 0;
    verify(holds, rule.check, frame, at,
           holds ? impl::Facts{} : facts_of(rule.facts, scope, element));
  }
  return !context_->stopped();
}

Ending Walker::walk_elements(const plan::List& list, Site& site, std::optional<std::uint64_t> count,
                             std::uint64_t& size) {
  if (count) {
    const std::uint64_t needed = impl::detail::saturated_product(*count, list.least_element);
    if (!check_count(list, site, *count)) return Ending::fault;
    if (!check_list_cause(list, site, *count, needed)) return Ending::fault;
    if (site.state != nullptr && !only_keys_) {  // rules about elements may ask how many they are
      site.state->length = *count;
      site.state->is_counted = true;
    }
  }
  const bool has_unique = list.unique && list.duplicate && makes(*list.duplicate) && !only_keys_;
  const bool has_order = list.order_by && list.order && makes(*list.order) && !only_keys_;
  impl::Ascending ascending;
  const bool is_scalar = std::holds_alternative<plan::Scalar>(list.element.front().kind);
  bool do_lists_ascend = true;
  Key key_before, place_before;
  std::uint64_t i = 0;
  const std::byte* at = site.begin;
  // Elements with errors may have keys that they weren't meant to have.
  const auto are_whole = [this, errors = context_->errors()] {
    return context_->errors() == errors;
  };
  observer_->begin_list(site.spot, list);
  const bool has_rules = !list.each.empty() && !only_keys_;
  const bool is_ahead = plan::looks_ahead(list);
  std::unique_ptr<RecordScope> record, before;
  Ending ending = Ending::whole;
  for (; count ? i < *count : at < site.end; ++i) {
    FieldState state;
    Key key = key_of(list.unique);
    Key place = key_of(list.order_by);
    Site element = element_site(site, i, at);
    element.state = &state;
    if (has_unique && key.field != whole_element) element.key = &key;
    if (has_rules) element.keep = &record;
    if (has_order) element.place = &place;
    std::uint64_t element_size = 0;
    if (list.stated_begins && !check_begin(list, site, i, at)) return Ending::fault;
    if (list.has_slack) element.next = stated_next(list, site, i + 1, count);
    observer_->begin_element(i, observer_->asks_for_last(i) && is_last(list, site, i, count, at));
    ending = walk_body(list.element.front(), element, element_size);
    observer_->end_element();
    if (ending != Ending::whole || context_->stopped()) break;
    // One without bytes is the last where nothing counts them: more of them would never end.
    const bool is_endless = !count && element_size == 0;
    const bool ends_list = count ? i + 1 == *count : is_endless || at + element_size == site.end;
    if (has_rules && !is_ahead && record)
      check_record(list, site, {{}, i, ends_list, record.get(), nullptr}, *record);
    if (has_rules && is_ahead && before)
      check_record(list, site, {{}, i - 1, false, before.get(), record.get()}, *before);
    before = std::exchange(record, nullptr);
    if (is_scalar) {
      check_element(site.scope, list, own_frame(element), state.begin,
                    {{state.number}, i, ends_list});
      if (context_->stopped()) break;
    }
    if (has_unique && element.key == nullptr) key.text = impl::text_at(state.content, state.length);
    if (has_unique && !key.is_list) ascending.add(key.text);
    if (has_unique && key.is_list) do_lists_ascend &= i == 0 || precedes(key_before, key);
    if (has_order && i != 0 && are_whole() && precedes(place, place_before)) {
      const std::string text = shown(place);
      verify(false, *list.order, own_frame(element), place.at,
             impl::Facts{fact_of(place.number), 0, 0, text});
      if (context_->stopped()) break;
    }
    key_before = std::exchange(key, {});
    place_before = std::exchange(place, {});
    at += element_size;
    if (is_endless) {
      if (list.empty_element && makes(*list.empty_element) && !only_keys_)
        verify(false, *list.empty_element, own_frame(element), at);
      ++i;
      break;
    }
  }
  observer_->end_list();
  // An element of unknown kind ends its list; a region around goes on after it.
  if (ending != Ending::whole) return Ending::fault;
  if (has_rules && is_ahead && before)
    check_record(list, site, {{}, i - 1, true, before.get(), nullptr}, *before);
  size = static_cast<std::uint64_t>(at - site.begin);
  if (site.state != nullptr) site.state->length = i;
  if (!count) check_limits(list, stating_frame(list, site), stating_field(list, site), i);
  const bool is_certain = ascending.holds() && do_lists_ascend;
  if (has_unique && !is_certain && are_whole()) find_duplicates(list, site, i);
  if (has_unique && is_certain) observer_->checked(*list.duplicate, true);
  if (has_order) observer_->checked(*list.order, true);
  return ended(Ending::whole);
}

// Whether element `i`, which begins at `at`, is the last one or isn't whole.
bool Walker::is_last(const plan::List& list, const Site& site, std::uint64_t i,
                     std::optional<std::uint64_t> count, const std::byte* at) {
  if (count && i + 1 == *count) return true;
  const plan::Body& body = list.element.front();
  if (body.fixed_size) return static_cast<std::uint64_t>(site.end - at) / 2 < *body.fixed_size;
  Limits limits = context_->limits();
  limits.violations = 0;
  impl::Context silent(space_, limits, impl::Strictness::validate);
  Observer unobserved;
  FieldState state;
  Site element = element_site(site, i, at);
  element.state = &state;
  std::uint64_t size = 0;
  impl::Context* const loud = std::exchange(context_, &silent);
  Observer* const observed = std::exchange(observer_, &unobserved);
  const bool was_only_keys = std::exchange(only_keys_, true);
  const bool had_fault_end = has_fault_end_;
  const Ending ending = walk_body(body, element, size);
  context_ = loud;
  observer_ = observed;
  only_keys_ = was_only_keys;
  has_fault_end_ = had_fault_end;
  return ending != Ending::whole || (!count && (size == 0 || at + size == site.end));
}

// What another list says of where an element begins.
bool Walker::check_begin(const plan::List& list, Site& site, std::uint64_t index,
                         const std::byte* at) {
  const plan::StatedBegins& begins = *list.stated_begins;
  const FieldState& state = site.scope.fields[begins.list];
  if (state.status != FieldStatus::read || only_keys_ || !makes(begins.check)) return true;
  if (index >= state.length) return true;  // nothing counts the elements, so the table has none
  const plan::Field& field = site.scope.record->fields[begins.list];
  const plan::Scalar& scalar = *scalar_of(field.body);
  const std::byte* stated_at = state.begin + index * (bit_count(scalar.dtype) / 8);
  const Int128 stated = load_number(scalar.dtype, scalar.endian, stated_at);
  const std::uint64_t begin = context_->offset_of(at);
  if (field.unknown && stated == field.unknown->value) return true;
  observer_->checked(begins.check, stated == Int128{begin});
  return stated == Int128{begin} ||
         context_->note_begin(plan::view_of(plan_.checks[begins.check]),
                              impl::Frame{site.spot.frame, field.name, index}, stated_at,
                              fact_of(stated), begin);
}

// Where the element `index` is stated to begin, if it can: with room for what it takes at least.
// After the last one is the end.
const std::byte* Walker::stated_next(const plan::List& list, const Site& site, std::uint64_t index,
                                     std::optional<std::uint64_t> count) const {
  if (!count) return nullptr;
  if (index >= *count) return site.end;
  const plan::Field& field = site.scope.record->fields[list.stated_begins->list];
  const FieldState& state = site.scope.fields[list.stated_begins->list];
  if (state.status != FieldStatus::read) return nullptr;
  const plan::Scalar& scalar = *scalar_of(field.body);
  const std::byte* const at = state.begin + index * (bit_count(scalar.dtype) / 8);
  const Int128 stated = load_number(scalar.dtype, scalar.endian, at);
  const Int128 end{context_->offset_of(site.end)};
  const bool is_known = !field.unknown || stated != field.unknown->value;
  const bool fits = stated >= 0 && stated + Int128{list.least_element} <= end;
  return is_known && fits ? space_.data() + static_cast<std::uint64_t>(stated) : nullptr;
}

// The rules about an element that is a record.
bool Walker::check_record(const plan::List& list, Site& site, const Element& element,
                          const RecordScope& record) {
  const impl::Frame frame{site.spot.frame, site.spot.name, element.index};
  for (const plan::EachRule& rule : list.each) {
    if (!makes(rule.check)) continue;
    const Outcome outcome = evaluated(rule.condition, site.scope, element);
    if (outcome.failure == Failure::unknown) continue;
    const bool holds = outcome.ok() && outcome.value != 0;
    const std::byte* at = rule.at ? record.begin_of(*rule.at) : record.begin;
    if (rule.at && rule.item) at = record.begin_of_item(*rule.at, *rule.item);
    verify(holds, rule.check, frame, at != nullptr ? at : record.begin,
           holds ? impl::Facts{} : facts_of(rule.facts, site.scope, element));
  }
  return !context_->stopped();
}

// The elements were walked before, so this pass is silent, and it leaves alone what lies elsewhere.
void Walker::find_duplicates(const plan::List& list, Site& site, std::uint64_t count) {
  Limits limits = context_->limits();
  limits.violations = 0;
  impl::Context silent(space_, limits, impl::Strictness::validate);
  Observer unobserved;
  impl::Context* const loud = std::exchange(context_, &silent);
  Observer* const observed = std::exchange(observer_, &unobserved);
  only_keys_ = true;
  impl::DuplicateFinder finder(count);
  std::deque<std::string> lists;  // keys that aren't one text in the file
  const std::byte* at = site.begin;
  for (std::uint64_t i = 0; i < count && !loud->stopped(); ++i) {
    FieldState state;
    Key key = key_of(list.unique);
    Site element = element_site(site, i, at);
    element.state = &state;
    if (key.field != whole_element) element.key = &key;
    std::uint64_t size = 0;
    if (walk_body(list.element.front(), element, size) != Ending::whole) break;
    if (element.key == nullptr) {
      key.at = at;
      key.text = impl::text_at(state.content, state.length);
    }
    const bool is_new = finder.add(key.is_list ? lists.emplace_back(flattened(key)) : key.text);
    const std::string text = shown(key);
    const impl::Facts facts{fact_of(key.number), 0, 0, text};
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
  Site site(scope, Spot{scope.frame, field.name, impl::Frame::no_index, &field}, state.begin,
            state.begin + state.size);
  const plan::List& list = item.list;
  const bool is_ahead = plan::looks_ahead(list);
  Limits limits = context_->limits();
  limits.violations = 0;
  impl::Context silent(space_, limits, impl::Strictness::validate);
  Observer unobserved;
  std::unique_ptr<RecordScope> record, before;
  const auto check = [&](RecordScope& element, std::uint64_t index, const RecordScope* next) {
    const bool is_last = index + 1 == state.length;
    check_record(list, site, {{}, index, is_last, &element, next}, element);
  };
  const std::byte* at = state.content;
  for (std::uint64_t i = 0; i < state.length && !context_->stopped(); ++i) {
    Site element = element_site(site, i, at);
    element.keep = &record;
    std::uint64_t size = 0;
    impl::Context* const loud = std::exchange(context_, &silent);
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
