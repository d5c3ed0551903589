// What a record begins with, all that says how long it is: the base of classes in generated
// headers, whose accessors look at nothing else.
#pragma once

#include <cstddef>
#include <cstring>

namespace schemac {

/// A copy of the first `size` bytes of a record; of none, if only others say how long it is.
template <std::size_t size>
class HeadBytes {
 public:
  static constexpr std::size_t byte_size = size;

  HeadBytes() = default;
  /// Copies them from `at`.
  explicit HeadBytes(const std::byte* at) { std::memcpy(begin_, at, size); }

 protected:
  // Called as in views, since accessors are printed alike.
  std::byte begin_[size == 0 ? 1 : size] = {};  // NOLINT(readability-identifier-naming)
};

}  // namespace schemac
