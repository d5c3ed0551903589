// How much a test tries. Sanitizers take ten times as long, so they see a part of what the build
// without them sees. With SCHEMAC_TESTS=more in the environment both see more: that without
// sanitizers all there is.
#pragma once

#include <cstdint>

namespace schemac::tests {

/// One of how many turned bits and integers: 3 without sanitizers, else 499; of more 1 and 331. All
/// of these are odd, so that each bit of a byte is seen.
[[nodiscard]] std::uint64_t one_of();

/// One of how many lengths and random changes: 3, or 199 under sanitizers; of more 1 and 101.
[[nodiscard]] std::uint64_t one_of_lengths();

/// How many of `count` files made at random: all, or a fifth under sanitizers, of more half.
[[nodiscard]] unsigned some_of(unsigned count);

}  // namespace schemac::tests
