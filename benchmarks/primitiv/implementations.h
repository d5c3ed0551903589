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
    for (const auto& part : key) add_part(part);
    for (const std::uint32_t dim : dims) add_dim(dim);
    add(batch, data, stats);
  }
  void add_part(std::string_view part) {
    sum_ += part.size() + static_cast<unsigned char>(part.front());
  }
  void add_dim(std::uint32_t dim) { sum_ += dim; }
  void add(std::uint32_t batch, Bytes data, std::uint64_t stats) {
    sum_ += batch + data.size() + static_cast<std::uint64_t>(data.front()) + stats;
  }
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace benchmarks::primitiv_files
