// How an OINF file lies in bytes, and how a broken rule is told. Version 2 has more types, some of
// them packed, and tensors that say what their quantized elements mean.
//
//   offset size                       offset size
//        0    5  magic "OINF\0"           29    8  offset_sizevars
//        5    4  version                  37    8  offset_metadata
//        9    4  flags = 0                45    8  offset_tensors
//       13    4  n_sizevars               53    8  offset_data
//       17    4  n_metadata               61    8  file_size
//       21    4  n_tensors                69    3  padding
//       25    4  reserved = 0             72    -  tables, then payloads
//
// Scalars are loaded with memcpy because tables are unaligned by design: strings are padded from
// their own start and a tensor entry is a multiple of 4 only.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace handwritten {

static_assert(std::endian::native == std::endian::little, "the baseline loads scalars as they lie");

using Bytes = std::span<const std::byte>;

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

constexpr std::uint64_t align8(std::uint64_t size) { return (size + 7) & ~std::uint64_t{7}; }

constexpr std::uint64_t header_size = 72;
constexpr std::uint32_t has_data_flag = 1;
constexpr std::uint32_t has_quant_flag = 2;  // version 2

enum class ValueType : std::uint32_t {
  i8 = 1,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  f32,
  f64,
  boolean,
  bitset,
  string,
  ndarray,
  bf16,  // from here on in version 2 alone
  f8,
  i4,
  i2,
  i1,
  u4,
  u2,
  u1,
  t2,
  t1
};

// Bytes of an element; 0 of those that share bytes.
constexpr std::array<std::uint8_t, 26> element_sizes = {0, 1, 2, 4, 8, 1, 2, 4, 8, 2, 4, 8, 1,
                                                        0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0};
// Bits of those.
constexpr std::uint32_t first_packed = 18;
constexpr std::array<std::uint8_t, 8> packed_bits = {4, 2, 1, 4, 2, 1, 2, 1};

// Types that a version has.
constexpr bool is_type(std::uint32_t type, std::uint32_t version) {
  return type - 1U < (version == 1 ? 15U : 25U);
}
// Numeric and bool types: those that a tensor and the elements of an array may have.
constexpr bool is_element_type(std::uint32_t type, std::uint32_t version = 2) {
  return type - 1U < 12U || (version != 1 && type - 16U < 10U);
}
// Of a single value, which has whole bytes.
constexpr std::uint64_t size_of_scalar(std::uint32_t type) {
  return type < first_packed ? element_sizes[type] : 1;
}

enum class Rule : std::uint8_t {
  none,
  truncated,
  trailing_data,
  bad_magic,
  bad_version,
  bad_type,
  bad_value,
  bad_count,
  bad_order,
  bad_charset,
  duplicate_name,
  misaligned,
  nonzero_padding,
  nonzero_reserved,
  out_of_bounds,
  overflow,
  overlap,
  size_mismatch
};

// The first broken rule and where in the file it was seen; `Rule::none` if all hold.
struct Violation {
  Rule rule = Rule::none;
  std::uint64_t offset = 0;

  bool ok() const { return rule == Rule::none; }
};

// What is left of an entry after its name.
constexpr std::uint64_t sizevar_rest = 8;
constexpr std::uint64_t metadata_rest = 24;
// Of a tensor, without the dims.
constexpr std::uint64_t tensor_rest(std::uint32_t version) { return version == 1 ? 28 : 44; }
constexpr std::uint64_t quant_size = 48;  // without its lists

struct Header {
  std::uint32_t version, n_sizevars, n_metadata, n_tensors;
  std::uint64_t sizevars, metadata, tensors, data, file_size;
};

// `file` has at least 72 bytes.
inline Header load_header(const std::byte* file) {
  return {load<std::uint32_t>(file + 5),  load<std::uint32_t>(file + 13),
          load<std::uint32_t>(file + 17), load<std::uint32_t>(file + 21),
          load<std::uint64_t>(file + 29), load<std::uint64_t>(file + 37),
          load<std::uint64_t>(file + 45), load<std::uint64_t>(file + 53),
          load<std::uint64_t>(file + 61)};
}

// True if the `count` < 8 bytes before `end` are zero; 8 bytes before `end` must be readable.
inline bool ends_in_zeros(const std::byte* end, std::uint64_t count) {
  return (load<std::uint64_t>(end - 8) >> 8 >> (56 - 8 * count)) == 0;
}

// The offset of the first byte in [begin, end) that isn't zero, or `end`.
inline std::uint64_t find_nonzero(const std::byte* file, std::uint64_t begin, std::uint64_t end) {
  while (end - begin >= 8 && load<std::uint64_t>(file + begin) == 0) begin += 8;
  while (begin < end && file[begin] == std::byte{0}) ++begin;
  return begin;
}

}  // namespace handwritten
