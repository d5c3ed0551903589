// The payloads of metadata entries: each type fills its `value_nbytes` exactly.
#pragma once
#include "handwritten/names.h"
#include "handwritten/wire.h"

namespace handwritten {

// Whether one of the dims from `index` on is 0.
[[gnu::noinline, gnu::cold]] inline bool has_zero(const std::byte* dims, std::uint64_t ndim,
                                                  std::uint64_t index) {
  for (; index < ndim; ++index) {
    if (load<std::uint64_t>(dims + 8 * index) == 0) return true;
  }
  return false;
}

// The same as below where elements share bytes.
[[gnu::noinline, gnu::cold]] inline bool packed_size(std::uint32_t type, const std::byte* dims,
                                                     std::uint64_t ndim, std::uint64_t& size) {
  const bool is_packed = type >= first_packed && type - first_packed < packed_bits.size();
  std::uint64_t bits = is_packed ? packed_bits[type - first_packed] : 0;
  for (std::uint64_t i = 0; i < ndim; ++i) {
    if (__builtin_mul_overflow(bits, load<std::uint64_t>(dims + 8 * i), &bits)) {
      size = 0;
      return has_zero(dims, ndim, i);
    }
  }
  size = bits / 8 + (bits % 8 != 0 ? 1 : 0);
  return true;
}

// The bytes of an array whose dims are in their file form, or false if they aren't below 2^64. A
// zero among the dims makes them 0 however large the others are.
[[gnu::always_inline]] inline bool array_size(std::uint32_t type, const std::byte* dims,
                                              std::uint64_t ndim, std::uint64_t& size) {
  std::uint64_t product = element_sizes[type];
  if (product == 0) [[unlikely]]
    return packed_size(type, dims, ndim, size);
  for (std::uint64_t i = 0; i < ndim; ++i) {
    if (__builtin_mul_overflow(product, load<std::uint64_t>(dims + 8 * i), &product)) [[unlikely]] {
      size = 0;
      return has_zero(dims, ndim, i);
    }
  }
  size = product;
  return true;
}

// One value, `size` bytes at `begin` of `file`; `stated_at` is the offset of `value_nbytes`.
struct Payload {
  const std::byte* file;
  std::uint64_t begin;
  std::uint64_t size;
  std::uint64_t stated_at;

  const std::byte* at(std::uint64_t offset) const { return file + begin + offset; }

  // Content of `used` bytes, then zero bytes up to a multiple of 8.
  Violation ends_after(std::uint64_t used) const {
    if (align8(used) != size) return {Rule::size_mismatch, stated_at};
    const std::uint64_t nonzero = find_nonzero(file, begin + used, begin + size);
    if (nonzero != begin + size) return {Rule::nonzero_padding, nonzero};
    return {};
  }
};

inline Violation check_string(const Payload& payload) {
  if (payload.size < 8) return {Rule::truncated, payload.stated_at};
  const std::uint64_t length = load<std::uint32_t>(payload.at(0));
  if (length > payload.size - 4) return {Rule::out_of_bounds, payload.begin};
  if (!is_name(text_at(payload.at(4), length))) return {Rule::bad_charset, payload.begin + 4};
  return payload.ends_after(4 + length);
}

// Bits of the last byte that the count leaves over may be anything.
inline Violation check_bitset(const Payload& payload) {
  if (payload.size < 8) return {Rule::truncated, payload.stated_at};
  const std::uint64_t bit_count = load<std::uint32_t>(payload.at(0));
  const std::uint64_t byte_count = load<std::uint32_t>(payload.at(4));
  if (byte_count != (bit_count + 7) / 8) return {Rule::bad_count, payload.begin + 4};
  if (byte_count > payload.size - 8) return {Rule::size_mismatch, payload.stated_at};
  return payload.ends_after(8 + byte_count);
}

inline Violation check_array(const Payload& payload, std::uint32_t version) {
  if (payload.size < 8) return {Rule::truncated, payload.stated_at};
  const auto type = load<std::uint32_t>(payload.at(0));
  const std::uint64_t ndim = load<std::uint32_t>(payload.at(4));
  if (!is_element_type(type, version)) return {Rule::bad_type, payload.begin};
  if (ndim > (payload.size - 8) / 8) return {Rule::bad_count, payload.begin + 4};
  const std::uint64_t data = 8 + 8 * ndim;
  std::uint64_t size = 0;
  if (!array_size(type, payload.at(8), ndim, size)) {
    return {Rule::overflow, payload.begin + 8};
  }
  if (size > payload.size - data) return {Rule::size_mismatch, payload.stated_at};
  return payload.ends_after(data + size);
}

inline Violation check_value(std::uint32_t type, const Payload& payload, std::uint32_t version) {
  switch (static_cast<ValueType>(type)) {
    case ValueType::string:
      return check_string(payload);
    case ValueType::bitset:
      return check_bitset(payload);
    case ValueType::ndarray:
      return check_array(payload, version);
    case ValueType::boolean:
      if (payload.size == 1 && load<std::uint8_t>(payload.at(0)) > 1) {
        return {Rule::bad_value, payload.begin};
      }
      [[fallthrough]];
    case ValueType::i8:
    case ValueType::i16:
    case ValueType::i32:
    case ValueType::i64:
    case ValueType::u8:
    case ValueType::u16:
    case ValueType::u32:
    case ValueType::u64:
    case ValueType::f16:
    case ValueType::f32:
    case ValueType::f64:
    case ValueType::bf16:
    case ValueType::f8:
    case ValueType::i4:
    case ValueType::i2:
    case ValueType::i1:
    case ValueType::u4:
    case ValueType::u2:
    case ValueType::u1:
    case ValueType::t2:
    case ValueType::t1:
      break;
  }
  if (payload.size != size_of_scalar(type)) return {Rule::size_mismatch, payload.stated_at};
  return {};
}

// What the elements of a tensor with these dims mean. The lengths of its lists are those that fit
// the dims, so `size` is all that they are held to.
inline Violation check_quant(const Payload& payload, const std::byte* dims, std::uint64_t ndim) {
  constexpr std::uint32_t per_tensor = 1, per_channel = 2;
  if (payload.size < quant_size) return {Rule::truncated, payload.stated_at};
  const auto scheme = load<std::uint32_t>(payload.at(0));
  const auto scale_mode = load<std::uint32_t>(payload.at(4));
  const auto zero_mode = load<std::uint32_t>(payload.at(8));
  const auto scale_axis = load<std::uint64_t>(payload.at(16));
  const auto scales = load<std::uint64_t>(payload.at(24));
  const auto zero_axis = load<std::uint64_t>(payload.at(32));
  const auto zeros = load<std::uint64_t>(payload.at(40));
  const auto at = [&](std::uint64_t offset) { return payload.begin + offset; };
  if (scheme - 1U > 1U) return {Rule::bad_type, at(0)};
  if (scale_mode - 1U > 1U) return {Rule::bad_type, at(4)};
  if (zero_mode > per_channel) return {Rule::bad_type, at(8)};
  if (load<std::uint32_t>(payload.at(12)) != 0) return {Rule::nonzero_reserved, at(12)};
  if ((scheme == 1) != (zero_mode == 0)) return {Rule::bad_value, at(8)};
  if (scale_mode == per_channel ? scale_axis >= ndim : scale_axis != 0)
    return {Rule::bad_value, at(16)};
  if (zero_mode == per_channel
          ? zero_axis >= ndim || (scale_mode == per_channel && zero_axis != scale_axis)
          : zero_axis != 0)
    return {Rule::bad_value, at(32)};
  const auto length = [&](std::uint64_t axis) { return load<std::uint64_t>(dims + 8 * axis); };
  if (scales != (scale_mode == per_channel ? length(scale_axis) : 1))
    return {Rule::bad_count, at(24)};
  if (zeros != (zero_mode == per_channel ? length(zero_axis) : zero_mode == per_tensor ? 1 : 0))
    return {Rule::bad_count, at(40)};
  const std::uint64_t room = (payload.size - quant_size) / 4;
  if (scales > room) return {Rule::bad_count, at(24)};
  if (zeros > room - scales) return {Rule::bad_count, at(40)};
  return payload.ends_after(quant_size + 4 * (scales + zeros));
}

}  // namespace handwritten
