// Content whose offset a value gives: a writer puts it there, after zeros, or refuses to.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include "schemac/base/checked.h"
#include "schemac/check/check.h"
#include "schemac/write/placing.h"

namespace schemac::impl {

/// An offset as a value gives it: what is below 0, or can't be calculated, is beyond every file.
template <std::integral Number>
[[nodiscard]] constexpr std::uint64_t given_place(Number number, bool fits = true) {
  return !fits || std::cmp_less(number, 0) ? ~std::uint64_t{0} : static_cast<std::uint64_t>(number);
}

/// What is to be said of such an offset.
struct GivenPlace {
  const Check& too_early;  ///< Facts: a the offset, b where what is there already ends
  const Check& too_far;    ///< Facts: a the offset, b where all ends that is before it
  const Check& outside;  ///< Facts: a the offset, b begin, c end of the section, e bytes of content
  const Check* misaligned;  ///< Facts: a the offset; null: none, or nobody insists
  std::uint64_t align = 1;
};

/// What is to be said of a section's begin that a value gives; as above.
struct GivenBegin {
  const Check& too_early;
  const Check& too_far;
  const Check* misaligned;
  std::uint64_t align = 1;
};

/// Puts `size` bytes where the value says, if nothing was placed there before. If that can't be,
/// `reject` is called with a check and its facts, and what it returns is returned; otherwise true.
/// Content without bytes may be anywhere in its section, which a writer makes reach there.
template <class Reject>
bool obey(SectionPlacing& placing, std::uint64_t at, std::uint64_t size, const GivenPlace& checks,
          const Reject& reject) {
  if (checks.misaligned != nullptr && at % checks.align != 0)
    return reject(*checks.misaligned, Facts{at});
  if (size == 0) {
    const std::uint64_t begin = placing.section_begin, end = placing.section_end;
    if (begin <= at && at <= end) return true;
    const bool is_too_far = at > end && !placing.is_file;
    return is_too_far ? reject(checks.too_far, Facts{at, placing.end()})
                      : reject(checks.outside, Facts{at, begin, end, {}, 0});
  }
  if (const std::uint64_t taken = placing.taken_up_to(at, size); taken != 0)
    return reject(checks.too_early, Facts{at, taken});
  if (at > placing.end() && at - placing.end() > Placing::largest_gap)
    return reject(checks.too_far, Facts{at, placing.end()});
  placing.take_at(at, size);
  return true;
}

/// The same for an offset that depends on the size of the file: content is put as if it weren't
/// given. What has no bytes makes no section reach there.
template <class Reject>
bool obey_late(SectionPlacing& placing, std::uint64_t at, std::uint64_t size,
               const GivenPlace& checks, const Reject& reject) {
  const std::uint64_t chosen = placing.take(size, checks.align);
  if (size != 0)
    return at == chosen ||
           reject(at < chosen ? checks.too_early : checks.too_far, Facts{at, chosen});
  if (checks.misaligned != nullptr && at % checks.align != 0)
    return reject(*checks.misaligned, Facts{at});
  const std::uint64_t begin = placing.section_begin, end = placing.section_end;
  return (begin <= at && at <= end) || reject(checks.outside, Facts{at, begin, end, {}, 0});
}

/// Where a section begins whose start a value gives: there, if that is possible, else after what is
/// before it, which ends at `reached`.
constexpr std::uint64_t given_begin(std::uint64_t at, std::uint64_t reached, std::uint64_t align) {
  return at - reached <= Placing::largest_gap ? at : padded_size(reached, align);
}

/// Whether a section can begin there; else `reject` is called, as by `obey`.
template <class Reject>
bool obey_begin(std::uint64_t at, std::uint64_t reached, const GivenBegin& checks,
                const Reject& reject) {
  if (checks.misaligned != nullptr && at % checks.align != 0)
    return reject(*checks.misaligned, Facts{at});
  if (at < reached) return reject(checks.too_early, Facts{at, reached});
  return at - reached <= Placing::largest_gap || reject(checks.too_far, Facts{at, reached});
}

/// The same for a start that is known once everything has its place.
template <class Reject>
bool obey_late_begin(std::uint64_t at, std::uint64_t reached, const GivenBegin& checks,
                     const Reject& reject) {
  const std::uint64_t chosen = padded_size(reached, checks.align);
  return at == chosen || reject(at < chosen ? checks.too_early : checks.too_far, Facts{at, chosen});
}

}  // namespace schemac::impl
