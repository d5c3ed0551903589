// What the code under test asks of the allocator. A program that links `schemac_test_counted` has
// its operator new replaced, so it is a program of its own, and never sanitized: sanitizers replace
// it, too.
#pragma once

#include <cstdint>

namespace schemac::tests {

/// Bytes held now.
[[nodiscard]] std::uint64_t held_memory();
/// Calls of operator new so far.
[[nodiscard]] std::uint64_t allocation_count();
/// The most that was held at a time since the last `forget_peak`.
[[nodiscard]] std::uint64_t peak_memory();
void forget_peak();

/// Peak bytes held during a call, beyond those before it.
template <class Call>
[[nodiscard]] std::uint64_t peak_of(Call call) {
  const std::uint64_t before = held_memory();
  forget_peak();
  call();
  return peak_memory() - before;
}

}  // namespace schemac::tests
