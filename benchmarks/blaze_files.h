// A file of Blaze that benchmarks read, made in memory byte by byte: it shares no code with any
// reader or writer that is measured.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace benchmarks {

// `count` chunks of 8 bytes as Blosc stores what it doesn't compress, with CRC-32s and a table of
// offsets. After every third one, 16 spare bytes.
std::vector<std::byte> make_blaze_file(std::uint32_t count);

}  // namespace benchmarks
