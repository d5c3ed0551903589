// The OINF files that every benchmark reads, made in memory.
//
// They are put together here byte by byte and share no code with any reader or writer that is
// measured, so that a mistake of one of those shows as a difference. The layout is the canonical
// one: sections and payloads follow each other at multiples of 8, filled up with zero bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace benchmarks {

enum class NameOrder {
  ascending,  // as the deterministic writer sorts them
  in_turn,    // as a model declares them: falls within each block of eight
};

// A file of `tensor_count` small tensors of two to four dimensions (at most 24 elements each).
std::vector<std::byte> make_small_file(std::uint32_t tensor_count,
                                       NameOrder order = NameOrder::ascending);

// A file of `tensor_count` tensors of f32 that hold `payload_size` bytes each.
std::vector<std::byte> make_large_file(std::uint32_t tensor_count, std::uint64_t payload_size);

// The name of the last tensor of `make_small_file`.
std::string last_name(std::uint32_t tensor_count, NameOrder order = NameOrder::ascending);

}  // namespace benchmarks
