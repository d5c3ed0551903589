// Rules about places and the size of a file, when the file grows: they are held against the bytes
// that it would have.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/violation.h"
#include "schemac/write/writer.h"

namespace schemac::impl {

/// Why `file` would be refused with `put` in the place of its bytes at `begin`. Copies the file.
template <class File>
[[nodiscard]] std::optional<Violation> refusal_with(Bytes file, std::uint64_t begin, Bytes put,
                                                    const Limits& limits) {
  std::vector<std::byte> bytes(file.begin(), file.end());
  const auto at = static_cast<std::size_t>(begin);
  bytes.resize(std::max(bytes.size(), at + put.size()));
  std::copy(put.begin(), put.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
  return refusal_of(Format<File>::validate(bytes, limits));
}

}  // namespace schemac::impl
