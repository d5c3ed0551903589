// Numbers and fields as they lie in PaddlePaddle's files: little-endian, and in protobuf's form.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace handwritten_paddle {

using Bytes = std::span<const std::byte>;

/// Bytes of an element; 0 for numbers that are no type of a tensor.
inline constexpr std::array<std::uint8_t, 25> element_sizes = {
    1, 2, 4, 8, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 1, 1, 2, 8, 16};

template <class T>
inline T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// The end of the varint at `at`, or null.
inline const std::byte* load_varint(const std::byte* at, const std::byte* end, std::uint64_t& out) {
  if (at == end) return nullptr;
  std::uint64_t value = std::to_integer<std::uint64_t>(*at++);
  if (value < 0x80) [[likely]] {
    out = value;
    return at;
  }
  value &= 0x7f;
  for (unsigned shift = 7; at != end && shift <= 63; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(*at++);
    if (shift == 63 && byte > 1) return nullptr;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      out = value;
      return at;
    }
  }
  return nullptr;
}

/// The end of the value of a field that isn't known, or null.
[[gnu::noinline]] inline const std::byte* skip_value(std::uint64_t tag, const std::byte* at,
                                                     const std::byte* end, int depth) {
  std::uint64_t size = 0;
  switch (tag & 7) {
    case 0:
      return load_varint(at, end, size);
    case 1:
      return end - at >= 8 ? at + 8 : nullptr;
    case 2:
      at = load_varint(at, end, size);
      return at != nullptr && size <= static_cast<std::uint64_t>(end - at) ? at + size : nullptr;
    case 3:
      while (depth > 0) {
        std::uint64_t inner = 0;
        at = load_varint(at, end, inner);
        if (at == nullptr || inner >> 3 == 0 || inner >> 32 != 0) return nullptr;
        if (inner == tag + 1) return at;
        at = skip_value(inner, at, end, depth - 1);
        if (at == nullptr) return nullptr;
      }
      return nullptr;
    case 5:
      return end - at >= 4 ? at + 4 : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace handwritten_paddle
