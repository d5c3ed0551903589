// The implementations for combined files of PaddlePaddle, each in a file of its own.
#pragma once
#include <cstdint>

#include "implementation.h"

namespace benchmarks::paddle_files {

[[nodiscard]] Implementation by_hand();
[[nodiscard]] Implementation generated();
/// libprotobuf for the descriptions, with one message that is used again and again; the rest by
/// hand. It checks what Paddle checks, not what the rules say.
[[nodiscard]] Implementation with_libprotobuf();

/// Adds up something of every field of every record; never 0, which stands for a refused file.
class Sum {
 public:
  void add(std::uint64_t lod_level, std::uint32_t type, Bytes data) {
    sum_ += lod_level + type + data.size();
    if (!data.empty()) sum_ += static_cast<std::uint64_t>(data.front());
  }
  void add_dim(std::uint64_t dim) { sum_ += dim; }
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace benchmarks::paddle_files
