// What the benchmarks ask of an implementation, and the work that both do alike.
//
// An implementation is a class of static functions (`HandwrittenJobs`, `GeneratedJobs`):
//
//   label                      the name of the implementation
//   bool validate(Bytes)       every rule of the format
//   u64 lazy_sum(Bytes)        validates, then walks views and uses every field
//   u64 owned_sum(Bytes)       reads owned values, uses every field, frees them
//   u64 find(Bytes, name)      looks one tensor up without an index: its payload's size
//   u64 open_sum(path)         opens a file, then as `lazy_sum`
//   File, File read(Bytes)     owned values for `write`, made outside of what is measured
//   u64 write(File, storage)   writes into memory that is there: the size, 0 if it can't
//   u64 write(File, fd)        the same to a file, from its current position
//   u64 payload_sum(path)      opens a file, validates it, adds up all payload words
//
// The sums of two implementations are equal if both saw the same file; 0 tells that it was refused.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace benchmarks {

using Bytes = std::span<const std::byte>;

// Adds up something of every field of every tensor. The payload counts with its size and its first
// byte: reading all of it is another job.
class TensorSum {
 public:
  template <class Dims>
  void add(std::string_view name, std::uint32_t type, const Dims& dims, bool has_data, Bytes data) {
    sum_ += name.size() + static_cast<unsigned char>(name.front()) + type + has_data;
    const auto count = dims.size();
    for (auto i = count; i-- > 0;) sum_ += dims[i];
    sum_ += count + data.size();
    if (!data.empty()) sum_ += static_cast<std::uint64_t>(data.front());
  }
  // Never 0, which stands for a refused file.
  std::uint64_t result() const { return sum_ | std::uint64_t{1} << 63; }

 private:
  std::uint64_t sum_ = 0;
};

// The sum of all whole 64-bit words; four at a time, so that memory is the limit.
inline std::uint64_t sum_words(Bytes bytes) {
  std::uint64_t sums[4] = {};
  std::size_t at = 0;
  for (; bytes.size() - at >= 32; at += 32) {
    std::uint64_t words[4];
    std::memcpy(words, bytes.data() + at, sizeof words);
    for (int i = 0; i < 4; ++i) sums[i] += words[i];
  }
  for (; bytes.size() - at >= 8; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    sums[0] += word;
  }
  return sums[0] + sums[1] + sums[2] + sums[3];
}

}  // namespace benchmarks
