// The implementations for models of primitiv, each in a file of its own.
#pragma once
#include <cstdint>

#include "implementation.h"

namespace benchmarks::primitiv_files {

[[nodiscard]] Implementation by_hand();
[[nodiscard]] Implementation generated();
/// msgpack-cxx: `validate` passes over all objects with a visitor that keeps nothing, `owned`
/// unpacks each into an object that refers to texts and payloads in place. It checks the form, not
/// what the rules say.
[[nodiscard]] Implementation with_msgpack();

/// Adds up something of every field of every parameter; never 0, which stands for a refused file.
class Sum {
 public:
  template <class Key, class Dims>
  void add(const Key& key, const Dims& dims, std::uint32_t batch, Bytes data, std::uint64_t stats) {
    for (const auto& part : key) sum_ += part.size() + static_cast<unsigned char>(part.front());
    for (const std::uint32_t dim : dims) sum_ += dim;
    sum_ += batch + data.size() + static_cast<std::uint64_t>(data.front()) + stats;
  }
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace benchmarks::primitiv_files
