// A model of primitiv that benchmarks read, made in memory byte by byte: it shares no code with any
// reader or writer that is measured.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchmarks {

// A model of `count` small parameters of two to four dimensions, whose keys have three parts and
// ascend.
std::vector<std::byte> make_primitiv_model(std::uint32_t count);

}  // namespace benchmarks
