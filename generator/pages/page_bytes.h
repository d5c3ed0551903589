// Which bytes of a file a page carries: all but the insides of long payloads.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "schemac/core/bytes.h"

namespace schemac::pages {

/// Bytes from `begin` up to `end`.
struct Stretch {
  std::uint64_t begin = 0, end = 0;
};

/// Lines of the hex view are folded as a whole: both ends of a fold are multiples of this.
inline constexpr std::uint64_t line_bytes = 16;

/// What can be folded of `whole` if at least `first` and `last` bytes at its ends are kept: whole
/// lines, a few at least. Empty (begin == end) if it isn't worth it.
[[nodiscard]] Stretch fold_of(Stretch whole, std::uint64_t first, std::uint64_t last);

/// `folds` (in order) without the lines around the bytes at `offsets` (in order).
[[nodiscard]] std::vector<Stretch> without(const std::vector<Stretch>& folds,
                                           const std::vector<std::uint64_t>& offsets);

/// [[offset, base64], ...]: what of `bytes` isn't folded.
[[nodiscard]] nlohmann::ordered_json stretches_json(Bytes bytes, const std::vector<Stretch>& folds);

}  // namespace schemac::pages
