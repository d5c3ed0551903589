// Why a value can't be written: the first rule that it breaks.
//
// A writer checks values before it writes anything, by the same checks as a reader. A value has no
// place in a file yet, so the offset of such a violation is 0 and its path says where it is:
// "tensors[3].dims".
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "schemac/base/known_product.h"
#include "schemac/check/check.h"
#include "schemac/check/frame.h"
#include "schemac/check/refusals.h"
#include "schemac/core/limits.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

/// Numbers (or enumerators) that a sentence shows.
template <class... Numbers>
[[nodiscard]] constexpr Facts facts(Numbers... numbers) {
  Facts out;
  [[maybe_unused]] std::uint64_t* const slots[] = {&out.a, &out.b, &out.c, &out.d};
  [[maybe_unused]] std::size_t count = 0;
  ((*slots[count++] = static_cast<std::uint64_t>(numbers)), ...);
  return out;
}
/// The same beside a text.
template <class... Numbers>
[[nodiscard]] constexpr Facts facts_with(std::string_view text, Numbers... numbers) {
  Facts out = facts(numbers...);
  out.text = text;
  return out;
}

class Rejection {
 public:
  using Frame = schemac::impl::Frame;

  /// `check` of the record at `frame` failed. Always false, so that a check can end with `return
  /// out.reject(...)`.
  [[gnu::cold, gnu::noinline]] bool reject(const Check& check, const Frame& frame,
                                           const Facts& facts = {}) {
    if (violation_) return false;
    std::string path = path_of(frame);
    append_path(path, check.field);
    violation_ =
        Violation{std::move(path),      0, check.rule, check.level, std::string(check.name),
                  message(check, facts)};
    return false;
  }

  /// What is wrong with bytes that a value holds; their offsets are none in a file.
  [[gnu::cold, gnu::noinline]] bool reject(Violation violation) {
    violation.offset = 0;
    if (!violation_) violation_ = std::move(violation);
    return false;
  }

  /// The same with facts that are only then calculated.
  template <std::invocable MakeFacts>
  bool reject(const Check& check, const Frame& frame, const MakeFacts& make_facts) {
    return reject(check, frame, make_facts());
  }

  /// The same, at another field: where the check blames one that the value has no member for.
  [[gnu::cold, gnu::noinline]] bool reject_at(Check check, const Frame& frame,
                                              std::string_view field, const Facts& facts = {}) {
    check.field = field;
    return reject(check, frame, facts);
  }

  // What the schema's own checks don't say: schemac/check/refusals.h.

  /// The field has `held` elements (or bytes), which come in groups of `divisor`.
  [[gnu::cold, gnu::noinline]] bool reject_remainder(const Frame& frame, std::string_view field,
                                                     std::uint64_t held, std::uint64_t divisor) {
    return reject_at(refusals::remainder, frame, field, {held, divisor});
  }
  /// The number that field `field` has to state is greater than what fits it; so it isn't negative,
  /// though its type may have a sign.
  template <std::integral Number>
  [[gnu::cold, gnu::noinline]] bool reject_large(const Frame& frame, std::string_view field,
                                                 Number value, std::uint64_t most) {
    return reject_at(refusals::large, frame, field, {static_cast<std::uint64_t>(value), most});
  }
  /// The same of one that is less than what fits.
  [[gnu::cold, gnu::noinline]] bool reject_small(const Frame& frame, std::string_view field,
                                                 std::int64_t value, std::int64_t least) {
    return reject({Rule::overflow, field, "{a:i} doesn't fit; {b:i} is the least"}, frame,
                  {static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(least)});
  }
  /// A number that is -1 or 1 is neither.
  [[gnu::cold, gnu::noinline]] bool reject_between(const Frame& frame, std::string_view field) {
    return reject_at(refusals::between, frame, field);
  }
  /// Of a set of bits, those of `derived` aren't the value's to set: each follows from whether a
  /// field is there. `fields` names these.
  [[gnu::cold, gnu::noinline]] bool reject_derived_bits(const Frame& frame, std::string_view field,
                                                        std::uint64_t value, std::uint64_t derived,
                                                        std::string_view fields) {
    return reject_at(refusals::derived_bits, frame, field, {value, derived, 0, fields});
  }
  /// The number that field `field` has to state can't be computed in 64 bits.
  [[gnu::cold, gnu::noinline]] bool reject_overflow(const Frame& frame, std::string_view field) {
    return reject_at(refusals::overflow, frame, field);
  }
  /// The field has `held` bytes (or elements), where others ask for `needed`.
  [[gnu::cold, gnu::noinline]] bool reject_size(const Frame& frame, std::string_view field,
                                                std::uint64_t held, std::uint64_t needed) {
    return reject_at(refusals::size, frame, field, {held, needed});
  }
  /// The same, where that may be below 0.
  [[gnu::cold, gnu::noinline]] bool reject_signed_size(const Frame& frame, std::string_view field,
                                                       std::uint64_t held, std::int64_t needed) {
    return reject_at(refusals::signed_size, frame, field,
                     {held, static_cast<std::uint64_t>(needed)});
  }
  /// The same, where that can't be calculated.
  [[gnu::cold, gnu::noinline]] bool reject_unknown_size(const Frame& frame, std::string_view field,
                                                        std::uint64_t held) {
    return reject_at(refusals::unknown_size, frame, field, {held});
  }
  /// A single element of another type than the file has room for.
  [[gnu::cold, gnu::noinline]] bool reject_dtype(const Frame& frame, std::string_view field,
                                                 std::string_view dtype) {
    return reject_at(refusals::dtype, frame, field, {0, 0, 0, dtype});
  }

  /// A member is there, or isn't, against what other members say.
  [[gnu::cold, gnu::noinline]] bool reject_presence(const Frame& frame, std::string_view field,
                                                    bool is_present) {
    return reject_at(is_present ? refusals::present : refusals::absent, frame, field);
  }
  /// The same of a member of some versions: `available` says of which, `version` is this one.
  [[gnu::cold, gnu::noinline]] bool reject_presence(const Frame& frame, std::string_view field,
                                                    bool is_present, Check available,
                                                    std::uint64_t version) {
    if (is_present) return reject_presence(frame, field, is_present);
    const std::string sentence = "is missing: " + std::string(available.sentence);
    available.sentence = sentence;
    return reject(available, frame, {version});
  }
  /// Spare bytes after an element, where nothing states where the next one begins.
  [[gnu::cold, gnu::noinline]] bool reject_room(const Frame& frame, std::string_view field) {
    return reject_at(refusals::room, frame, field);
  }
  /// The file would have more bytes than 64 bits count.
  [[gnu::cold, gnu::noinline]] bool reject_total() {
    return reject(refusals::total, {}, {~std::uint64_t{0}});
  }
  /// A table of starts can't find an element beyond `most`.
  [[gnu::cold, gnu::noinline]] bool reject_starts(std::uint64_t begin, std::uint64_t most) {
    return reject(refusals::starts, {}, {begin, most});
  }

  // As those of QuickCheck, which has use for it.
  void note_keys(bool /*do_ascend*/) {}
  void measure(std::uint64_t /*size*/) {}
  template <class T>
  void note_product(const std::vector<T>& /*list*/, KnownProduct /*product*/) {}
  template <class T>
  [[nodiscard]] const std::vector<T>& multiplied(const std::vector<T>& list) const {
    return list;
  }

  /// For records inside themselves: false beyond the depth that a reader accepts by default.
  [[nodiscard]] bool enter() { return depth_++ < Limits{}.depth; }
  void leave() { --depth_; }

  [[nodiscard]] const std::optional<Violation>& violation() const { return violation_; }
  [[nodiscard]] Violation take() { return std::move(*violation_); }

 private:
  std::optional<Violation> violation_;
  std::uint32_t depth_ = 0;
};

}  // namespace schemac::impl
