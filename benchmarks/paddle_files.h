// A combined file of PaddlePaddle that benchmarks read, made in memory byte by byte: it shares no
// code with any reader or writer that is measured.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchmarks {

// `count` small tensors without levels, of two to four dimensions and four types in turn.
std::vector<std::byte> make_paddle_file(std::uint32_t count);

}  // namespace benchmarks
