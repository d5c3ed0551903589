// What the implementations of a format of records offer to the program that counts instructions
// (record_driver.cpp) and to the one that takes the time (record_benchmark.cpp).
//
// Each implementation is compiled on its own: compilers inline less the more there is in a file, so
// that one would be measured worse for the code of another.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace benchmarks {

using Bytes = std::span<const std::byte>;
/// Writes a value that was read before; returns the bytes it took, 0 if it can't be written.
using Write = std::function<std::uint64_t(std::span<std::byte>)>;

/// What it doesn't do is null. All functions return 0 for a file that they refuse.
struct Implementation {
  std::string_view name;
  std::uint64_t (*validate)(Bytes) = nullptr;  ///< every rule
  std::uint64_t (*lazy)(Bytes) = nullptr;      ///< every rule, and every field used in place
  std::uint64_t (*owned)(Bytes) = nullptr;     ///< values with memory of their own, all used
  Write (*writer)(Bytes) = nullptr;            ///< reads a file, to write it over and over
};

/// Of the format at hand; the hand-written version stands first.
[[nodiscard]] std::vector<Implementation> implementations();
/// A file of `count` small records.
[[nodiscard]] std::vector<std::byte> make_records(std::uint32_t count);

}  // namespace benchmarks
