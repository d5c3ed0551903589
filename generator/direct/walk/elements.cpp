// Elements of lists, one after the other.
#include <algorithm>
#include <string>
#include <utility>

#include "direct/scalar_of.h"
#include "direct/walk/keys.h"
#include "direct/walk/walker.h"
#include "schemac/base/unique.h"
#include "schemac/walk/list_form.h"

namespace schemac::direct {
namespace {

using Until = steps::Elements::Until;

// None: up to the limit.
std::optional<std::uint64_t> count_of(const Activation& record, const steps::Elements& step) {
  if (step.until == Until::limit || step.until == Until::last) return std::nullopt;
  const std::uint64_t count = record.lengths[step.length];
  if (step.until == Until::either && count == impl::no_count) return std::nullopt;
  return count;
}

impl::Frame frame_of(const Activation& record, const steps::Elements& step, std::uint64_t index) {
  impl::Frame frame = record.frames[step.frame];
  frame.index = index;
  return frame;
}

}  // namespace

Ending Walker::run(Activation& record, const steps::Elements& step) {
  const plan::List& list = *step.list;
  const std::optional<std::uint64_t> count = count_of(record, step);
  const std::byte* const limit = record.addresses[step.limit];
  const std::byte*& next = record.addresses[step.next];
  impl::Frame& each = record.frames[step.frame];
  const bool is_unique = step.is_unique && makes(*list.duplicate) && !is_quiet_;
  const bool is_ordered = step.is_ordered && makes(*list.order) && !is_quiet_;
  const bool has_rules = !is_quiet_ && step.record_rules.has_value();
  // Elements with errors may have keys that they weren't meant to have.
  const auto are_whole = [this, errors = context_->errors()] {
    return context_->errors() == errors;
  };
  impl::Ascending ascending;
  bool do_lists_ascend = true;
  Key key, key_before, place, place_before;
  std::unique_ptr<Activation> before;
  Ending ending = Ending::whole;
  std::uint64_t i = 0;
  next = record.at(step.at);
  if (step.of.suffix.empty()) record.contents[step.of.field] = next;
  observer_->begin_list(list_spot(record, step), list);
  bool is_last = false;
  const auto goes_on = [&] {
    if (step.until == Until::last) return !is_last;
    return count ? i < *count : next < limit;
  };
  for (; goes_on(); ++i) {
    each.index = i;
    key = key_of(list.unique);
    place = key_of(list.order_by);
    ElementWanted wanted;
    if (is_unique && is_of_record(key)) wanted.key = &key;
    if (is_ordered) wanted.place = &place;
    wanted.is_kept = has_rules || (step.last && step.record_rules);
    if (step.begins) wanted.next = stated_next(record, step, i + 1, count);
    observer_->begin_element(
        i, observer_->asks_for_last(i) && this->is_last(record, step, i, next, count));
    each.index = i;
    wanted_ = &wanted;
    ending = run(record, step.element.steps);
    wanted_ = nullptr;
    observer_->end_element();
    if (ending != Ending::whole || context_->stopped()) break;
    const std::byte* end = record.at(step.element.end);
    if (wanted.next != nullptr && wanted.next > end) end = wanted.next;
    const bool is_endless = !count && step.may_be_endless && end == next;
    is_last = count ? i + 1 == *count : end == limit || is_endless;
    if (step.last) is_last = ends_list(record, step, i, wanted.kept.get());
    if (has_rules && wanted.kept != nullptr) {
      const steps::RecordRules& rules = *step.record_rules;
      if (!rules.look_ahead) {
        check_rules(record, rules, each, *wanted.kept, nullptr, is_last);
      } else if (before != nullptr) {
        check_rules(record, rules, frame_of(record, step, i - 1), *before, wanted.kept.get(),
                    false);
      }
      if (before != nullptr) give_back(step.record_rules->element->record, std::move(before));
      before = std::move(wanted.kept);
      if (context_->stopped()) break;
    }
    if (wanted.kept != nullptr)
      give_back(step.record_rules->element->record, std::move(wanted.kept));
    if (!check_rules(record, step.rules, {{record.element_number}, i, is_last})) break;
    if (is_unique && !is_of_record(key)) key.text = record.element_text;
    if (is_unique && !key.is_list) ascending.add(key.text);
    if (is_unique && key.is_list) do_lists_ascend &= i == 0 || precedes(key_before, key);
    if (is_ordered && i != 0 && are_whole() && precedes(place, place_before)) {
      const std::string text = shown(place);
      if (!verify(false, *list.order, each, place.at,
                  impl::Facts{fact_of(place.number), 0, 0, text}))
        break;
    }
    if (is_unique) key_before = std::exchange(key, {});
    if (is_ordered) place_before = std::exchange(place, {});
    if (is_endless) {  // more of them would never end
      if (step.empty && !is_quiet_) verify(false, *step.empty, each, end);
      next = end;
      ++i;
      break;
    }
    next = end;
  }
  observer_->end_list();
  if (ending != Ending::whole || context_->stopped()) return Ending::fault;
  if (has_rules && step.record_rules->look_ahead && before != nullptr)
    check_rules(record, *step.record_rules, frame_of(record, step, i - 1), *before, nullptr, true);
  if (before != nullptr) give_back(step.record_rules->element->record, std::move(before));
  if (step.until != Until::count) record.lengths[step.length] = i;
  // Whether their number was known is asked before it is set.
  if (!is_quiet_ && !count && run(record, step.counted) != Ending::whole) return Ending::fault;
  const bool is_certain = ascending.holds() && do_lists_ascend;
  if (is_unique && !is_certain && are_whole()) find_duplicates(record, step, i);
  if (is_unique && is_certain) observer_->checked(*list.duplicate, true);
  if (is_ordered) observer_->checked(*list.order, true);
  record.addresses[step.end] = next;
  return ended();
}

// Whether element `index`, at `at`, is the last one or isn't whole.
bool Walker::is_last(Activation& record, const steps::Elements& step, std::uint64_t index,
                     const std::byte* at, std::optional<std::uint64_t> count) {
  if (count && index + 1 == *count) return true;
  const std::byte* const limit = record.addresses[step.limit];
  const plan::Body& body = step.list->element.front();
  if (body.fixed_size) return static_cast<std::uint64_t>(limit - at) / 2 < *body.fixed_size;
  const Quietly quietly(*this);
  ElementWanted wanted;
  wanted.is_kept = step.last && step.record_rules;
  wanted_ = &wanted;
  const Ending ending = run(record, step.element.steps);
  wanted_ = nullptr;
  if (ending != Ending::whole) return true;
  if (step.last) return ends_list(record, step, index, wanted.kept.get());
  const std::byte* const end = record.at(step.element.end);
  return !count && (end == at || end == limit);
}

bool Walker::ends_list(const Activation& record, const steps::Elements& step, std::uint64_t index,
                       const Activation* element) const {
  const Outcome is_last =
      evaluate(*step.last, plan_, record.own(), {{record.element_number}, index, false, element});
  return is_last.ok() && is_last.value != 0;
}

// Where the element `index` is stated to begin, if it can: with room for what it takes at least.
// After the last one is the end.
const std::byte* Walker::stated_next(const Activation& record, const steps::Elements& step,
                                     std::uint64_t index,
                                     std::optional<std::uint64_t> count) const {
  if (!count) return nullptr;
  const std::byte* const limit = record.addresses[step.limit];
  if (index >= *count) return limit;
  if (step.begins->is_there && !holds(record, *step.begins->is_there)) return nullptr;
  const plan::Field& table = record.record().fields[step.list->stated_begins->list];
  const plan::Scalar& scalar = *scalar_of(table.body);
  const std::byte* const at = record.at(step.begins->table) + index * (bit_count(scalar.dtype) / 8);
  const Int128 stated = load_number(scalar.dtype, scalar.endian, at);
  const Int128 end{context_->offset_of(limit)};
  const bool is_known = !table.unknown || stated != table.unknown->value;
  const bool fits = stated >= 0 && stated + Int128{step.list->least_element} <= end;
  return is_known && fits ? space_.data() + static_cast<std::uint64_t>(stated) : nullptr;
}

// The elements were walked before, so this pass is quiet but for what it finds.
void Walker::find_duplicates(Activation& record, const steps::Elements& step, std::uint64_t count) {
  impl::DuplicateFinder finder(count);
  std::deque<std::string> lists;  // keys that aren't one text in the file
  Quietly quietly(*this);
  const std::byte*& next = record.addresses[step.next];
  const std::byte* const behind = next;
  next = record.at(step.at);
  bool goes_on = true;
  for (std::uint64_t i = 0; i < count && goes_on; ++i) {
    Key key = key_of(step.list->unique);
    ElementWanted wanted;
    if (is_of_record(key)) wanted.key = &key;
    wanted_ = &wanted;
    const Ending ending = run(record, step.element.steps);
    wanted_ = nullptr;
    if (ending != Ending::whole) break;
    if (!is_of_record(key)) {
      key.at = next;
      key.text = record.element_text;
    }
    const bool is_new = finder.add(key.is_list ? lists.emplace_back(flattened(key)) : key.text);
    const std::string text = shown(key);
    quietly.interrupt([&] {
      goes_on = verify(is_new, *step.list->duplicate, frame_of(record, step, i), key.at,
                       impl::Facts{fact_of(key.number), 0, 0, text});
    });
    next = record.at(step.element.end);
  }
  next = behind;
}

// What another list says of where an element begins.
Ending Walker::run(Activation& record, const steps::CheckBegin& step) {
  if (is_quiet_ || !makes(step.check)) return Ending::whole;
  const plan::Field& table = record.record().fields[step.table];
  const plan::Scalar& scalar = *scalar_of(table.body);
  const std::uint64_t index = record.frames[step.frame].index;
  const std::byte* const at = record.at(step.at) + index * (bit_count(scalar.dtype) / 8);
  const Int128 stated = load_number(scalar.dtype, scalar.endian, at);
  const std::uint64_t begin = context_->offset_of(record.at(step.next));
  if (table.unknown && stated == table.unknown->value) return Ending::whole;
  observer_->checked(step.check, stated == Int128{begin});
  return ended(stated == Int128{begin} ||
               context_->note_begin(program_.check(step.check),
                                    impl::Frame{&record.frame(), table.name, index}, at,
                                    fact_of(stated), begin));
}

}  // namespace schemac::direct
