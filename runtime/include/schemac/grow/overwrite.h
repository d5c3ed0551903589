// The start of a storage, changed in place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/storage.h"
#include "schemac/write/streamed.h"

namespace schemac::impl {

/// Writes `wanted` over `present`, which lies at the start of the storage and is as large: what
/// differs, by one write, and waits. `unsure` is what may be there or not, since a write has
/// failed: it is written as well, and is what is unsure if this write fails, too. If it does not,
/// `present` is `wanted`.
[[nodiscard]] inline bool overwrite(Storage& storage, const std::vector<std::byte>& wanted,
                                    std::vector<std::byte>& present, Offsets& unsure) {
  const auto first = std::mismatch(wanted.begin(), wanted.end(), present.begin()).first;
  if (first != wanted.end()) {
    const auto last = std::mismatch(wanted.rbegin(), wanted.rend(), present.rbegin()).first.base();
    const Offsets changed{static_cast<std::uint64_t>(first - wanted.begin()),
                          static_cast<std::uint64_t>(last - wanted.begin())};
    unsure = unsure.begin == unsure.end ? changed
                                        : Offsets{std::min(unsure.begin, changed.begin),
                                                  std::max(unsure.end, changed.end)};
  }
  if (unsure.begin == unsure.end) return true;
  const auto begin = static_cast<std::size_t>(unsure.begin);
  const auto size = static_cast<std::size_t>(unsure.end) - begin;
  if (!storage.write(unsure.begin, Bytes(wanted).subspan(begin, size)) || !storage.synchronise())
    return false;
  present = wanted;
  unsure = {};
  return true;
}

}  // namespace schemac::impl
