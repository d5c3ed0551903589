#include "paddle_files.h"

#include <array>

namespace benchmarks {
namespace {

struct ElementType {
  std::uint32_t number;  // in the description
  std::uint32_t size;    // bytes
};
constexpr std::array<ElementType, 4> types = {{{5, 4}, {4, 2}, {20, 1}, {3, 8}}};  // f32 f16 u8 i64

void put(std::vector<std::byte>& out, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i, value >>= 8) out.push_back(static_cast<std::byte>(value & 0xff));
}

}  // namespace

std::vector<std::byte> make_paddle_file(std::uint32_t count) {
  std::vector<std::byte> out;
  for (std::uint32_t i = 0; i < count; ++i) {
    const ElementType type = types[i % types.size()];
    const std::uint32_t rank = 2 + i % 3;
    std::uint32_t elements = 1;
    put(out, 0, 4);             // version of the levels
    put(out, 0, 8);             // how many
    put(out, 0, 4);             // version of the tensor
    put(out, 2 + 2 * rank, 4);  // bytes of the description
    put(out, 0x08, 1);
    put(out, type.number, 1);
    for (std::uint32_t axis = 0; axis < rank; ++axis) {
      const std::uint32_t dim = axis == 0 ? 2 + i / 3 % 2 : 2;
      elements *= dim;
      put(out, 0x10, 1);
      put(out, dim, 1);
    }
    for (std::uint32_t byte = 0; byte < elements * type.size; ++byte) put(out, 7 * byte + i, 1);
  }
  return out;
}

}  // namespace benchmarks
