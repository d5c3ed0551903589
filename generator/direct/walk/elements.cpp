// Elements of lists, one after the other.
#include <algorithm>
#include <array>
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

// A walk over the elements of one list.
class Walker::Loop {
 public:
  Loop(Walker& walker, Activation& record, const steps::Elements& step)
      : walker_(walker),
        record_(record),
        step_(step),
        list_(*step.list),
        count_(count_of(record, step)),
        limit_(record.addresses[step.limit]),
        next_(record.addresses[step.next]),
        each_(record.frames[step.frame]),
        is_loud_(!walker.is_quiet_),
        is_unique_(is_loud_ && step.is_unique && walker.makes(*list_.duplicate)),
        is_ordered_(is_loud_ && step.is_ordered && walker.makes(*list_.order)),
        has_rules_(is_loud_ && step.record_rules.has_value()),
        errors_(walker.context_->errors()) {
    for (Key& each : keys_) each.field = key_field(list_.unique);
    for (Key& each : orders_) each.field = key_field(list_.order_by);
  }

  Ending run() {
    next_ = record_.at(step_.at);
    if (step_.of.suffix.empty()) record_.contents[step_.of.field] = next_;
    if (walker_.listens_)
      walker_.observer_->begin_list(walker_.list_spot(record_, step_), list_, next_);
    bool goes_on = true;
    for (; goes_on && has_next(); ++index_)
      goes_on = walk_element() && check_element() && !is_endless_;
    if (walker_.listens_) walker_.observer_->end_list();
    const bool is_whole = (goes_on || is_endless_) && !walker_.context_->stopped();
    return is_whole ? finish() : Ending::fault;
  }

 private:
  [[nodiscard]] bool has_next() const {
    if (step_.until == Until::last) return !is_last_;
    return count_ ? index_ < *count_ : next_ < limit_;
  }

  // The steps of an element, and what follows from them.
  bool walk_element() {
    if (is_unique_ && is_of_record(key())) wanted_.key = &key();
    if (is_ordered_) wanted_.order = &order();
    wanted_.is_kept = has_rules_ || (step_.last && step_.record_rules);
    if (step_.starts) wanted_.next = walker_.stated_next(record_, step_, index_ + 1, count_);
    if (walker_.listens_) begin_element();
    each_.index = index_;
    walker_.wanted_ = &wanted_;
    const Ending ending = walker_.run(record_, step_.element.steps);
    walker_.wanted_ = nullptr;
    if (walker_.listens_) walker_.observer_->end_element();
    if (ending != Ending::whole || walker_.context_->stopped()) return false;
    const std::byte* const begin = std::exchange(next_, record_.at(step_.element.end));
    if (wanted_.next != nullptr && wanted_.next > next_) next_ = wanted_.next;
    // More elements without bytes would never end.
    is_endless_ = !count_ && step_.may_be_endless && next_ == begin;
    is_last_ = count_ ? index_ + 1 == *count_ : next_ == limit_ || is_endless_;
    if (step_.last) is_last_ = walker_.ends_list(record_, step_, index_, wanted_.kept.get());
    return true;
  }

  void begin_element() {
    const bool is_asked = walker_.observer_->asks_for_last(index_);
    walker_.observer_->begin_element(
        index_, is_asked && walker_.is_last(record_, step_, index_, next_, count_));
  }

  bool check_element() {
    if (!check_rules() || !check_keys()) return false;
    return !is_endless_ || !step_.empty || !is_loud_ ||
           walker_.verify(false, *step_.empty, each_, next_);
  }

  bool check_rules() {
    const Element about{{record_.element_number}, index_, is_last_};
    if (wanted_.kept == nullptr) return walker_.check_rules(record_, step_.rules, about);
    bool goes_on = true;
    if (has_rules_ && !step_.record_rules->look_ahead)
      goes_on = check_record(each_, *wanted_.kept, nullptr, is_last_);
    else if (has_rules_ && before_ != nullptr)
      goes_on = check_record(frame_before(), *before_, wanted_.kept.get(), false);
    keep(std::move(wanted_.kept));
    return goes_on;
  }
  bool check_record(const impl::Frame& each, const Activation& element, const Activation* next,
                    bool is_last) {
    return walker_.check_rules(record_, *step_.record_rules, each, element, next, is_last);
  }
  void keep(std::unique_ptr<Activation> element) {
    std::swap(before_, element);
    if (element != nullptr)
      walker_.give_back(step_.record_rules->element->record, std::move(element));
  }
  [[nodiscard]] impl::Frame frame_before() const {
    impl::Frame frame = each_;
    frame.index = index_ - 1;
    return frame;
  }

  bool check_keys() {
    if (is_unique_) {
      if (!is_of_record(key())) key().text = record_.element_text;
      if (key().is_list)
        do_lists_ascend_ = do_lists_ascend_ && (index_ == 0 || precedes(key_before(), key()));
      else
        ascending_.add(key().text);
    }
    if (!is_ordered_) return true;
    if (index_ == 0 || !are_whole() || !precedes(order(), order_before())) return true;
    const std::string text = shown(order());
    return walker_.verify(false, *list_.order, each_, order().at,
                          impl::Facts{fact_of(order().number), 0, 0, text});
  }
  // Of the element at hand, and of the one before it.
  [[nodiscard]] Key& key() { return keys_[index_ % 2]; }
  [[nodiscard]] Key& key_before() { return keys_[1 - index_ % 2]; }
  [[nodiscard]] Key& order() { return orders_[index_ % 2]; }
  [[nodiscard]] Key& order_before() { return orders_[1 - index_ % 2]; }
  // Elements with errors may have keys that they weren't meant to have.
  [[nodiscard]] bool are_whole() const { return walker_.context_->errors() == errors_; }

  Ending finish() {
    if (has_rules_ && step_.record_rules->look_ahead && before_ != nullptr)
      check_record(frame_before(), *before_, nullptr, true);
    keep(nullptr);
    if (step_.until != Until::count) record_.lengths[step_.length] = index_;
    if (is_loud_ && !count_ && walker_.run(record_, step_.counted) != Ending::whole)
      return Ending::fault;
    if (is_unique_) {
      const bool is_certain = ascending_.holds() && do_lists_ascend_;
      if (!is_certain && are_whole()) walker_.find_duplicates(record_, step_, index_);
      if (is_certain) walker_.told(*list_.duplicate, true);
    }
    if (is_ordered_) walker_.told(*list_.order, true);
    record_.addresses[step_.end] = next_;
    return walker_.ended();
  }

  Walker& walker_;
  Activation& record_;
  const steps::Elements& step_;
  const plan::List& list_;
  const std::optional<std::uint64_t> count_;
  const std::byte* const limit_;
  const std::byte*& next_;
  impl::Frame& each_;
  const bool is_loud_, is_unique_, is_ordered_, has_rules_;
  const std::uint64_t errors_;  // before the first element
  impl::Ascending ascending_;
  bool do_lists_ascend_ = true;
  std::array<Key, 2> keys_, orders_;
  ElementWanted wanted_;
  std::unique_ptr<Activation> before_;
  std::uint64_t index_ = 0;
  bool is_last_ = false, is_endless_ = false;
};

Ending Walker::run(Activation& record, const steps::Elements& step) {
  return Loop(*this, record, step).run();
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
  const Element about{{record.element_number}, index, false, element};
  return record.calculate(*step.last, &about).holds();
}

// Where the element `index` is stated to begin, if it can: with room for what it takes at least.
// After the last one is the end.
const std::byte* Walker::stated_next(const Activation& record, const steps::Elements& step,
                                     std::uint64_t index,
                                     std::optional<std::uint64_t> count) const {
  if (!count) return nullptr;
  const std::byte* const limit = record.addresses[step.limit];
  if (index >= *count) return limit;
  if (step.starts->is_there && !holds(record, *step.starts->is_there)) return nullptr;
  const plan::Field& table = record.record().fields[step.list->stated_starts->list];
  const plan::Scalar& scalar = *scalar_of(table.body);
  const std::byte* const at = record.at(step.starts->table) + index * (bit_count(scalar.dtype) / 8);
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
  const std::byte* const after = next;
  next = record.at(step.at);
  bool goes_on = true;
  for (std::uint64_t i = 0; i < count && goes_on; ++i) {
    Key key;
    key.field = key_field(step.list->unique);
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
  next = after;
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
  told(step.check, stated == Int128{begin});
  return ended(stated == Int128{begin} ||
               context_->note_begin(program_.check(step.check),
                                    impl::Frame{&record.frame(), table.name, index}, at,
                                    fact_of(stated), begin));
}

}  // namespace schemac::direct
