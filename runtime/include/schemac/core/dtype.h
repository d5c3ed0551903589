// The types of single elements: what an array consists of, and what one scalar is in the bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace schemac {

enum class Dtype : std::uint8_t {
  u8,
  u16,
  u32,
  u64,
  i8,
  i16,
  i32,
  i64,  // whole numbers
  f16,
  bf16,
  f32,
  f64,
  f8e5m2,  // IEEE 754 and its short relatives
  bool8,   // one byte, 0 or 1
  c64,
  c128,  // complex: two f32 or f64
  u4,
  u2,
  u1,
  i4,
  i2,
  i1,
  t2,
  t1,  // packed, lowest bits first
};

}  // namespace schemac

namespace schemac::impl {

namespace detail {
struct DtypeRow {
  std::string_view name;
  std::uint32_t bits;
};
inline constexpr std::array<DtypeRow, 24> dtype_rows = {{
    {"u8", 8},     {"u16", 16},  {"u32", 32}, {"u64", 64},   {"i8", 8},   {"i16", 16},
    {"i32", 32},   {"i64", 64},  {"f16", 16}, {"bf16", 16},  {"f32", 32}, {"f64", 64},
    {"f8e5m2", 8}, {"bool8", 8}, {"c64", 64}, {"c128", 128}, {"u4", 4},   {"u2", 2},
    {"u1", 1},     {"i4", 4},    {"i2", 2},   {"i1", 1},     {"t2", 2},   {"t1", 1},
}};
inline constexpr auto dtype_bits = [] {
  std::array<std::uint8_t, dtype_rows.size()> bits{};
  for (std::size_t i = 0; i < bits.size(); ++i)
    bits[i] = static_cast<std::uint8_t>(dtype_rows[i].bits);
  return bits;
}();
}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// The name that schemas use: "f32".
[[nodiscard]] constexpr std::string_view name(Dtype dtype) {
  return impl::detail::dtype_rows[static_cast<std::size_t>(dtype)].name;
}
/// Bits of one element.
[[nodiscard]] constexpr std::uint32_t bit_count(Dtype dtype) {
  return impl::detail::dtype_bits[static_cast<std::size_t>(dtype)];
}
[[nodiscard]] constexpr std::optional<Dtype> dtype_named(std::string_view name) {
  for (std::size_t i = 0; i < impl::detail::dtype_rows.size(); ++i)
    if (impl::detail::dtype_rows[i].name == name) return static_cast<Dtype>(i);
  return std::nullopt;
}

}  // namespace schemac
