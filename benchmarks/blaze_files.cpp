#include "blaze_files.h"

#include <string_view>

namespace benchmarks {
namespace {

constexpr std::uint32_t content_size = 8;
constexpr std::uint32_t stored_size = 16 + content_size;
constexpr std::uint32_t digest_size = 4;
constexpr std::uint32_t spare_size = 16;

void put(std::vector<std::byte>& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i, value >>= 8) out.push_back(static_cast<std::byte>(value & 0xff));
}

std::uint32_t crc32_of(const std::byte* at, std::size_t size) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (std::size_t i = 0; i < size; ++i) {
    crc ^= std::to_integer<std::uint32_t>(at[i]);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
  }
  return ~crc;
}

bool has_spare(std::uint32_t index) { return index % 3 == 2; }

void put_chunk(std::vector<std::byte>& out, std::uint32_t index) {
  const std::size_t begin = out.size();
  put(out, 2, 1);             // version of Blosc's format
  put(out, 1, 1);             // version of the codec's
  put(out, 2, 1);             // nothing is compressed
  put(out, content_size, 1);  // bytes of an element
  put(out, content_size, 4);  // bytes of data
  put(out, content_size, 4);  // bytes of a block
  put(out, stored_size, 4);   // bytes of all this
  put(out, index, content_size);
  put(out, crc32_of(out.data() + begin, stored_size), digest_size);
  if (has_spare(index)) put(out, 0, spare_size);
}

}  // namespace

std::vector<std::byte> make_blaze_file(std::uint32_t count) {
  std::vector<std::byte> out;
  for (const char letter : std::string_view("blpk"))
    put(out, static_cast<unsigned char>(letter), 1);
  put(out, 1, 1);             // version
  put(out, 1, 1);             // there are offsets
  put(out, 2, 1);             // CRC-32
  put(out, content_size, 1);  // bytes of an element
  put(out, content_size, 4);  // bytes of a chunk
  put(out, content_size, 4);  // and of the last one
  put(out, count, 8);
  put(out, 0, 4);  // no metadata
  put(out, 0, 4);
  std::uint64_t begin = out.size() + std::uint64_t{8} * count;
  for (std::uint32_t i = 0; i < count; ++i) {
    put(out, begin, 8);
    begin += stored_size + digest_size + (has_spare(i) ? spare_size : 0);
  }
  for (std::uint32_t i = 0; i < count; ++i) put_chunk(out, i);
  return out;
}

}  // namespace benchmarks
