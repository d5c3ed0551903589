// What a field says of the place of content, where it isn't the offset itself or can't be any.
#pragma once

#include <cstdint>
#include <optional>

#include "schemac/base/checked.h"
#include "schemac/check/check.h"
#include "schemac/check/refusals.h"

namespace schemac::impl {

/// Of content at `place` the field says (place * factor + offset) / divisor: a whole number from
/// `least` to `most`, other than `absent`.
struct StatedPlace {
  std::int64_t factor = 1, offset = 0, divisor = 1;
  std::int64_t least = 0;
  std::uint64_t most = 0;
  std::optional<std::int64_t> absent = {};  ///< says that there is no content
};

/// Whether the field can say it; else `reject` is called with a check and its facts, and what it
/// returns is returned.
template <class Reject>
bool check_stated(std::uint64_t place, const StatedPlace& stated, const Reject& reject) {
  const detail::WideNumber scaled = detail::WideNumber{place} * stated.factor + stated.offset;
  if (scaled % stated.divisor != 0) return reject(refusals::no_place, Facts{place});
  const detail::WideNumber number = scaled / stated.divisor;
  const auto fact = static_cast<std::uint64_t>(number);
  if (number > detail::WideNumber{stated.most})
    return reject(refusals::large, Facts{fact, stated.most});
  if (stated.absent && number == detail::WideNumber{*stated.absent})
    return reject(refusals::absent_place, Facts{fact});
  return number >= stated.least ||
         reject(refusals::small, Facts{fact, static_cast<std::uint64_t>(stated.least)});
}

}  // namespace schemac::impl
