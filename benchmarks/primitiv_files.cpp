#include "primitiv_files.h"

#include <array>
#include <cstdio>
#include <string_view>

namespace benchmarks {
namespace {

// As a model sorts them.
constexpr std::array<std::string_view, 8> names = {
    "attn.k_proj",   "attn.out-proj",   "attn.q_proj", "attn.v_proj.bias",
    "mlp.down_proj", "mlp.gate_proj.w", "mlp.up_proj", "norm.scale"};

class Bytes {
 public:
  std::vector<std::byte> take() { return std::move(bytes_); }

  void byte(std::uint64_t value) { bytes_.push_back(static_cast<std::byte>(value & 0xff)); }
  void u32(std::uint32_t value) {
    byte(0xce);
    for (int shift = 24; shift >= 0; shift -= 8) byte(value >> shift);
  }
  void text(std::string_view text) {  // of less than 32 characters
    byte(0xa0 + text.size());
    for (const char character : text) byte(static_cast<unsigned char>(character));
  }
  void payload(std::uint32_t size, std::uint64_t seed) {  // of less than 256 bytes
    byte(0xc4);
    byte(size);
    std::uint64_t state = seed * 0x9e3779b97f4a7c15U + 1;
    for (; size > 0; --size) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      byte(state >> 56 | 1);
    }
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

std::vector<std::byte> make_primitiv_model(std::uint32_t count) {
  Bytes out;
  for (const std::uint32_t number : {0U, 1U, 0x300U, count}) out.u32(number);
  for (std::uint32_t i = 0; i < count; ++i) {
    std::array<char, 16> block{};
    std::snprintf(block.data(), block.size(), "%07u", i / 8);
    out.byte(0x93);
    for (const std::string_view part :
         {std::string_view("blk"), std::string_view(block.data()), names[i % 8]})
      out.text(part);
    const std::uint32_t ndim = 2 + i % 3;
    std::uint32_t elements = 1;
    out.byte(0x90 + ndim);
    for (std::uint32_t axis = 0; axis < ndim; ++axis) {
      const std::uint32_t dim = axis == 0 ? 2 + i / 3 % 2 : 2;
      elements *= dim;
      out.u32(dim);
    }
    out.u32(1);
    out.payload(4 * elements, i);
    out.u32(0);
  }
  return out.take();
}

}  // namespace benchmarks
