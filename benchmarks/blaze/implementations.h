// The implementations for the index of files of Blaze, each in a file of its own.
#pragma once
#include <cstdint>

#include "implementation.h"

namespace benchmarks::blaze_files {

[[nodiscard]] Implementation by_hand();
[[nodiscard]] Implementation generated();

/// Adds up something of every field of every chunk; never 0, which stands for a refused file.
class Sum {
 public:
  void add(std::uint64_t plain_size, Bytes stored, Bytes digest) {
    sum_ += plain_size + stored.size() + digest.size();
    sum_ += static_cast<std::uint64_t>(stored.front());
    if (!digest.empty()) sum_ += static_cast<std::uint64_t>(digest.front());
  }
  [[nodiscard]] std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

}  // namespace benchmarks::blaze_files
