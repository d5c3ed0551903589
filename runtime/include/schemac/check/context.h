// The state of one validation: what was found, what is still allowed, how strict to be.
//
// Code that walks a file makes its checks inline and calls `note` only when one fails, so this
// class is off the hot path. `note` returns whether to go on: a reader stops at the first error, a
// validator collects.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "schemac/check/check.h"
#include "schemac/check/fault.h"
#include "schemac/check/file_bytes.h"
#include "schemac/check/frame.h"
#include "schemac/check/joined_messages.h"
#include "schemac/check/refusals.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace schemac::impl {

/// How much of the schema a walk holds the file to.
enum class Strictness : std::uint8_t {
  read,      ///< checks of level `error`; stops at the first
  validate,  ///< every check; collects
};

class Context {
 public:
  /// `space` are all bytes of the file; they must outlive the context.
  Context(FileBytes space, const Limits& limits, Strictness strictness)
      : space_(space.data() != nullptr ? space : FileBytes(Bytes(&no_bytes, 0), space.joined)),
        limits_(limits),
        strictness_(strictness),
        elements_left_(bound_elements(limits, space_.size())),
        empty_elements_left_(empty_elements()) {}

  [[nodiscard]] FileBytes space() const { return space_; }
  [[nodiscard]] const Limits& limits() const { return limits_; }
  /// Whether checks of levels above `error` are made.
  [[nodiscard]] bool checks_rules() const { return strictness_ == Strictness::validate; }
  /// True once the walk must end: a reader has its error.
  [[nodiscard]] bool stopped() const { return stopped_; }
  /// Whether something of level `error` was noted: what is said of the bytes after it may only
  /// follow from that.
  [[nodiscard]] bool has_errors() const { return errors_ != 0; }
  /// How many of them: the same before and after what is whole.
  [[nodiscard]] std::uint64_t errors() const { return errors_; }
  /// Where `at` is in the file; of what was decoded, where the bytes are that it was decoded from;
  /// of a copy of pieces, where the piece is.
  [[nodiscard]] std::uint64_t offset_of(const std::byte* at) const {
    if (has_spaces_) [[unlikely]]
      at = place_of(at);
    return static_cast<std::uint64_t>(at - space_.data());
  }
  /// Goes on in bytes that were decoded from those at `stands_at`, and that stay where they are.
  void open_space(Bytes bytes, const std::byte* stands_at) {
    spaces_.push_back({bytes, place_of(stands_at)});
    const std::uint64_t more =
        std::min(detail::saturated_product(limits_.elements_per_byte, bytes.size()),
                 most_elements_ - limits_.elements);
    limits_.elements += more;
    elements_left_ += more;
    empty_elements_left_ = detail::saturated_sum(
        empty_elements_left_,
        detail::saturated_product(limits_.empty_elements_per_byte, bytes.size()));
    has_spaces_ = true;
  }
  /// Forgets the space opened last.
  void close_space() { spaces_.pop_back(); }
  /// Goes on in copies of pieces, which outlive the context.
  void open_joined(const JoinedMessages& joined) {
    joined_ = &joined;
    has_spaces_ = true;
  }

  /// Notes that `check` of the record at `frame` failed at `offset`. Returns whether the walk goes
  /// on.
  [[gnu::cold, gnu::noinline]] bool note(const Check& check, const Frame& frame,
                                         std::uint64_t offset, const Facts& facts = {}) {
    if (check.level == Level::error) ++errors_;
    if (unfit_ != nullptr && check.most != 0) note_unfit(check, frame, offset, facts);
    if (strictness_ == Strictness::read) {
      if (check.level != Level::error || stopped_) return !stopped_;
      stopped_ = true;
    } else if (!report_.make_room(limits_.violations, check.level)) {
      return true;
    }
    std::string path = path_of(frame);
    append_path(path, check.field);
    report_.add({std::move(path), offset, check.rule, check.level, std::string(check.name),
                 message(check, facts, limits_)});
    return !stopped_;
  }
  bool note(const Check& check, const Frame& frame, const std::byte* at, const Facts& facts = {}) {
    return note(check, frame, offset_of(at), facts);
  }

  /// Notes what is missing, or which tag is wrong, where a walk ended. Always returns false:
  /// nothing after a fault can be found.
  bool note(const Fault& fault, const Frame& frame) { return note(fault, frame, frame); }
  /// The same of parts of an element, whose frame is `own`; the field that announces them is below
  /// `frame`.
  [[gnu::cold, gnu::noinline]] bool note(const Fault& fault, const Frame& frame, const Frame& own) {
    const bool is_missing =
        explain(fault, space_,
                [&](const Check& check, std::uint64_t offset, const Facts& facts, FaultSide side) {
                  note(check, side == FaultSide::cause ? frame : own, offset, facts);
                });
    fault_end_ = is_missing ? detail::saturated_sum(offset_of(fault.begin), size_needed(fault)) : 0;
    return false;
  }
  /// The same for generated code, whose walks return where they end: null.
  [[gnu::cold, gnu::noinline]] std::nullptr_t fault(const Stretch& stretch, const Frame& frame,
                                                    const std::byte* begin, const std::byte* end,
                                                    const std::byte* count_at = nullptr,
                                                    std::uint64_t count = 0) {
    note(Fault{&stretch, begin, end, count_at, count}, frame);
    return nullptr;
  }
  [[gnu::cold, gnu::noinline]] std::nullptr_t fault(const Stretch& stretch, const Frame& frame,
                                                    const Frame& own, const std::byte* begin,
                                                    const std::byte* end, const std::byte* count_at,
                                                    std::uint64_t count) {
    note(Fault{&stretch, begin, end, count_at, count}, frame, own);
    return nullptr;
  }
  /// The same for elements without bytes of their own, such as bits: `needed` bytes are one
  /// payload.
  [[gnu::cold, gnu::noinline]] std::nullptr_t fault(const StretchField& payload, const Check* cause,
                                                    const Frame& frame, const std::byte* begin,
                                                    const std::byte* end, const std::byte* count_at,
                                                    std::uint64_t count) {
    const Stretch stretch{{&payload, 1}, cause};
    return fault(stretch, frame, begin, end, count_at, count);
  }
  [[gnu::cold, gnu::noinline]] std::nullptr_t fault(const StretchField& payload, const Check* cause,
                                                    const Frame& frame, const Frame& own,
                                                    const std::byte* begin, const std::byte* end,
                                                    const std::byte* count_at,
                                                    std::uint64_t count) {
    const Stretch stretch{{&payload, 1}, cause};
    return fault(stretch, frame, own, begin, end, count_at, count);
  }
  /// Where the bytes would have ended that the last fault was about; 0 if that wasn't about missing
  /// bytes.
  [[nodiscard]] std::uint64_t fault_end() const { return fault_end_; }
  void forget_fault_end() { fault_end_ = 0; }
  /// From `begin` to there; no_fact if no file is so large.
  [[nodiscard]] std::uint64_t bytes_to_fault_end(const std::byte* begin) const {
    return fault_end_ == no_fact ? no_fact : fault_end_ - offset_of(begin);
  }

  /// Whether checks of that level are made.
  [[nodiscard]] bool makes(const Check& check) const {
    return check.level == Level::error || checks_rules();
  }

  /// Payloads came out of their order: overlaps and gaps need a second walk, one with
  /// `keep_payloads`.
  [[nodiscard]] bool is_uncertain() const { return is_uncertain_; }
  void set_uncertain() { is_uncertain_ = true; }
  [[nodiscard]] bool keeps_payloads() const { return keeps_payloads_; }
  void keep_payloads() { keeps_payloads_ = true; }

  /// Notes that the byte at `at` isn't allowed; it is the check's fact.
  [[gnu::cold, gnu::noinline]] bool note_byte(const Check& check, const Frame& frame,
                                              const std::byte* at) {
    return note(check, frame, at, Facts{std::to_integer<std::uint64_t>(*at)});
  }
  /// Notes `check` and ends the walk of the record at hand: always null. (Nothing is missing, so no
  /// region is held against this.)
  [[gnu::cold, gnu::noinline]] std::nullptr_t refuse(const Check& check, const Frame& frame,
                                                     const std::byte* at, const Facts& facts = {}) {
    note(check, frame, at, facts);
    fault_end_ = 0;
    return nullptr;
  }
  /// Notes that `count`, stated at `count_at`, announces `needed` bytes where [begin, end) is left.
  [[gnu::cold, gnu::noinline]] bool note_cause(Check cause, const Frame& frame,
                                               const std::byte* count_at, std::uint64_t count,
                                               std::uint64_t needed, const std::byte* begin,
                                               const std::byte* end) {
    cause.rule = needed > space_.size() - offset_of(begin) ? Rule::resource_limit : Rule::bad_count;
    return note(cause, frame, count_at,
                Facts{count, needed, static_cast<std::uint64_t>(end - begin)});
  }

  /// Notes that an element begins at `begin`, where `stated`, at `at`, says something else.
  [[gnu::cold, gnu::noinline]] bool note_begin(Check check, const Frame& frame, const std::byte* at,
                                               std::uint64_t stated, std::uint64_t begin) {
    if (check.rule == Rule::out_of_bounds && stated < begin) check.rule = Rule::overlap;
    return note(check, frame, at, Facts{stated, begin});
  }

  /// Takes `count` elements from the budget; false if it does not hold so many.
  [[nodiscard]] bool take_elements(std::uint64_t count) {
    if (count > elements_left_) [[unlikely]]
      return false;
    elements_left_ -= count;
    return true;
  }
  /// How many elements that may have no bytes a file of this size may have in all.
  [[nodiscard]] std::uint64_t empty_elements() const {
    return std::min(limits_.elements,
                    detail::saturated_sum(
                        limits_.empty_elements,
                        detail::saturated_product(limits_.empty_elements_per_byte, space_.size())));
  }
  /// The same for elements that may have no bytes.
  [[nodiscard]] bool take_empty_elements(std::uint64_t count) {
    if (count > empty_elements_left_ || !take_elements(count)) [[unlikely]]
      return false;
    empty_elements_left_ -= count;
    return true;
  }
  /// The whole budget again, for who goes over the same records once more.
  void renew_elements() {
    elements_left_ = limits_.elements;
    empty_elements_left_ = empty_elements();
  }
  /// The same for a list in `left` bytes whose elements take `least_bits` each: elements that can't
  /// be there take nothing.
  [[nodiscard, gnu::always_inline]] bool take_elements(std::uint64_t count, std::uint64_t left,
                                                       std::uint64_t least_bits) {
    if (least_bits == 0) return take_empty_elements(count);
    const std::uint64_t most = least_bits % 8 == 0
                                   ? left / (least_bits / 8)
                                   : detail::saturated_product(left, 8) / least_bits;
    return take_elements(std::min(count, most));
  }
  /// Records inside records, for types that contain themselves.
  [[nodiscard]] bool enter() { return depth_++ < limits_.depth; }
  void leave() { --depth_; }

  /// A writer made these bytes, and cut off numbers that don't fit their fields or can't be
  /// computed: `unfit` gets them.
  void set_written(std::vector<Violation>& unfit) { unfit_ = &unfit; }

  [[nodiscard]] const Report& report() const { return report_; }
  /// The report, sorted. The context is done.
  [[nodiscard]] Report take_report() {
    report_.sort();
    return std::move(report_);
  }

 private:
  void note_unfit(const Check& check, const Frame& frame, std::uint64_t offset,
                  const Facts& facts) {
    const std::uint64_t b = facts.b;
    if (!facts.is_b_known) return add_unfit(refusals::overflow, check, frame, offset, {});
    const bool is_negative = check.is_b_signed && static_cast<std::int64_t>(b) < 0;
    if (is_negative ? static_cast<std::int64_t>(b) >= check.least : b <= check.most) return;
    const auto edge = is_negative ? static_cast<std::uint64_t>(check.least) : check.most;
    add_unfit(is_negative ? refusals::small : refusals::large, check, frame, offset, {b, edge});
  }
  void add_unfit(const Check& unfit, const Check& check, const Frame& frame, std::uint64_t offset,
                 const Facts& facts) {
    std::string path = path_of(frame);
    append_path(path, check.field);
    unfit_->push_back(
        {std::move(path), offset, unfit.rule, unfit.level, {}, message(unfit, facts)});
  }

  // How many elements a file of `size` bytes may have, which `limits_` then says.
  std::uint64_t bound_elements(const Limits& limits, std::uint64_t size) {
    most_elements_ = limits.elements;
    limits_.elements =
        std::min(limits.elements,
                 detail::saturated_sum(limits.shared_elements,
                                       detail::saturated_product(limits.elements_per_byte, size)));
    return limits_.elements;
  }
  struct Inner {
    Bytes bytes;
    const std::byte* stands_at;
  };
  [[nodiscard]] const std::byte* place_of(const std::byte* at) const {
    const auto is_in = [at](Bytes bytes) {
      const std::less_equal<> is_not_after;
      return is_not_after(bytes.data(), at) && is_not_after(at, bytes.data() + bytes.size());
    };
    if (joined_ != nullptr) at = joined_->place_of(at);
    if (is_in(space_)) return at;
    for (auto inner = spaces_.rbegin(); inner != spaces_.rend(); ++inner)
      if (is_in(inner->bytes)) return inner->stands_at;
    return at;
  }

  // Where no bytes are: walks return where they end, and null is a failure.
  static constexpr std::byte no_bytes{};

  FileBytes space_;
  Limits limits_;
  Strictness strictness_;
  bool stopped_ = false;
  std::uint64_t errors_ = 0;
  std::uint32_t depth_ = 0;
  std::uint64_t most_elements_ = 0;  // whatever the size of the file
  std::uint64_t elements_left_;
  std::uint64_t empty_elements_left_;
  std::uint64_t fault_end_ = 0;
  bool is_uncertain_ = false;
  bool keeps_payloads_ = false;
  Report report_;
  std::vector<Violation>* unfit_ = nullptr;
  std::vector<Inner> spaces_;  // decoded ones
  const JoinedMessages* joined_ = nullptr;
  bool has_spaces_ = false;  // or had
};

/// Counts the record at hand against the depth that limits allow.
class Depth {
 public:
  explicit Depth(Context& context) : context_(context), is_allowed_(context.enter()) {}
  ~Depth() { context_.leave(); }
  Depth(const Depth&) = delete;
  Depth& operator=(const Depth&) = delete;
  [[nodiscard]] bool is_allowed() const { return is_allowed_; }

 private:
  Context& context_;
  bool is_allowed_;
};

/// Where the padding at `at` ends, which fills up to a multiple of `multiple` bytes after `from`;
/// null, and noted, if it isn't whole.
[[nodiscard, gnu::always_inline]] inline const std::byte* skip_padding(
    Context& context, const Frame& frame, const std::byte* from, const std::byte* at,
    const std::byte* limit, std::uint64_t multiple) {
  const std::uint64_t size = padding_to(distance(from, at), multiple);
  if (distance(at, limit) < size) [[unlikely]]
    return context.fault(StretchField{"padding", size}, nullptr, frame, at, limit, nullptr, 0);
  return at + size;
}

}  // namespace schemac::impl
