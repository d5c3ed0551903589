// A record in place: one pass that checks every rule about it.
//
// Versions, levels (the first offset is 0, none falls, ends meet), the description's length and its
// form, the element type, dims that are not negative and whose product fits, data that is there.
// Fields of the description that nobody knows are passed over.
#pragma once
#include "handwritten_paddle/wire.h"

namespace handwritten_paddle {

/// A record in place. Dimensions lie in the description, each after its tag.
struct RecordView {
  const std::byte* lod = nullptr;  ///< the first level
  std::uint64_t lod_level = 0;
  const std::byte* desc = nullptr;
  const std::byte* desc_end = nullptr;
  std::uint32_t data_type = 0;
  std::uint32_t rank = 0;
  Bytes data;
};

namespace detail {

inline bool add_dim(std::uint64_t dim, std::uint64_t& count, bool& fits) {
  if (static_cast<std::int64_t>(dim) < 0) return false;
  fits = !__builtin_mul_overflow(count, dim, &count) && fits;
  return true;
}

/// Dimensions of a packed field.
[[gnu::noinline]] inline bool add_packed(const std::byte* at, const std::byte* end, RecordView& out,
                                         std::uint64_t& count, bool& fits, bool& is_empty) {
  while (at != end) {
    std::uint64_t dim = 0;
    at = load_varint(at, end, dim);
    if (at == nullptr || !add_dim(dim, count, fits)) return false;
    is_empty = is_empty || dim == 0;
    ++out.rank;
  }
  return true;
}

/// Reads the description; `size` becomes the bytes of its data.
inline bool read_desc(RecordView& out, std::uint64_t& size) {
  const std::byte* at = out.desc;
  const std::byte* const end = out.desc_end;
  bool has_type = false;
  bool fits = true;
  bool is_empty = false;
  std::uint64_t count = 1;
  out.rank = 0;
  while (at != end) {
    std::uint64_t tag = 0;
    const std::byte* const value = load_varint(at, end, tag);
    if (value == nullptr) return false;
    std::uint64_t number = 0;
    if (tag == 0x10) {
      at = load_varint(value, end, number);
      if (at == nullptr || !add_dim(number, count, fits)) return false;
      is_empty = is_empty || number == 0;
      ++out.rank;
    } else if (tag == 0x08) {
      at = load_varint(value, end, number);
      if (at == nullptr) return false;
      if (number < 25 && number != 16) {  // another number is set aside
        out.data_type = static_cast<std::uint32_t>(number);
        has_type = true;
      } else if (number != static_cast<std::uint64_t>(static_cast<std::int32_t>(number))) {
        return false;
      }
    } else if (tag == 0x12) {
      at = skip_value(tag, value, end, 0);
      std::uint64_t length = 0;
      if (at == nullptr ||
          !add_packed(load_varint(value, end, length), at, out, count, fits, is_empty))
        return false;
    } else {
      if (tag < 8 || tag >> 32 != 0) return false;
      at = skip_value(tag, value, end, 100);
      if (at == nullptr) return false;
    }
  }
  if (!has_type || element_sizes[out.data_type] == 0) return false;
  if (is_empty) return size = 0, true;
  return fits && !__builtin_mul_overflow(count, element_sizes[out.data_type], &size);
}

/// The levels at `at`; returns their end, or null. What depends on the rows comes later.
[[gnu::noinline]] inline const std::byte* check_levels(const std::byte* at, const std::byte* end,
                                                       std::uint64_t levels) {
  if (levels > static_cast<std::uint64_t>(end - at) / 8) return nullptr;
  std::uint64_t expected = 0;
  for (std::uint64_t i = 0; i < levels; ++i) {
    if (end - at < 8) return nullptr;
    const auto size = load<std::uint64_t>(at);
    at += 8;
    if (size > static_cast<std::uint64_t>(end - at) || size % 8 != 0 || size < 16) return nullptr;
    const std::uint64_t count = size / 8;
    if (i != 0 && expected != count - 1) return nullptr;
    std::uint64_t before = 0;
    if (load<std::uint64_t>(at) != 0) return nullptr;
    for (std::uint64_t k = 0; k < count; ++k) {
      const auto offset = load<std::uint64_t>(at + 8 * k);
      if (offset < before) return nullptr;
      before = offset;
    }
    expected = before;
    at += size;
  }
  return at;
}

/// The last offset of the last level, and the first dimension.
[[gnu::noinline]] inline bool check_rows(const RecordView& record, const std::byte* levels_end) {
  const auto last = load<std::uint64_t>(levels_end - 8);
  for (const std::byte* at = record.desc; at != record.desc_end;) {
    std::uint64_t tag = 0, number = 0;
    const std::byte* const value = load_varint(at, record.desc_end, tag);
    if (tag == 0x10) return load_varint(value, record.desc_end, number) && number == last;
    if (tag == 0x12) {
      const std::byte* const inner = load_varint(value, record.desc_end, number);
      if (number != 0) return load_varint(inner, record.desc_end, number) && number == last;
    }
    at = skip_value(tag, value, record.desc_end, 100);
  }
  return false;
}

}  // namespace detail

/// The record at `at`, all of its rules checked; returns its end, or null.
inline const std::byte* read_record(const std::byte* at, const std::byte* end, RecordView& out) {
  if (end - at < 12 || load<std::uint32_t>(at) != 0) return nullptr;
  out.lod_level = load<std::uint64_t>(at + 4);
  out.lod = at + 12;
  at = out.lod;
  if (out.lod_level != 0) [[unlikely]] {
    at = detail::check_levels(at, end, out.lod_level);
    if (at == nullptr) return nullptr;
  }
  const std::byte* const levels_end = at;
  if (end - at < 8 || load<std::uint32_t>(at) != 0) return nullptr;
  const auto length = load<std::int32_t>(at + 4);
  at += 8;
  if (length < 0 || length > end - at) return nullptr;
  out.desc = at;
  out.desc_end = at + length;
  std::uint64_t size = 0;
  if (!detail::read_desc(out, size)) return nullptr;
  if (out.lod_level != 0 && !detail::check_rows(out, levels_end)) return nullptr;
  if (size > static_cast<std::uint64_t>(end - out.desc_end)) return nullptr;
  out.data = Bytes(out.desc_end, static_cast<std::size_t>(size));
  return out.desc_end + size;
}

/// Whether all records of a file keep to the rules.
[[nodiscard]] inline bool validate(Bytes bytes) {
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  RecordView record;
  while (at != nullptr && at != end) at = read_record(at, end, record);
  return at != nullptr || bytes.empty();
}

/// Calls `use(dim)` for each dimension of a record that was read.
template <class Use>
inline void for_each_dim(const RecordView& record, Use&& use) {
  for (const std::byte* at = record.desc; at != record.desc_end;) {
    std::uint64_t tag = 0, number = 0;
    const std::byte* value = load_varint(at, record.desc_end, tag);
    if (tag == 0x10) {
      at = load_varint(value, record.desc_end, number);
      use(number);
    } else if (tag == 0x12) {
      value = load_varint(value, record.desc_end, number);
      at = value + number;
      while (value != at) {
        value = load_varint(value, at, number);
        use(number);
      }
    } else {
      at = skip_value(tag, value, record.desc_end, 100);
    }
  }
}

}  // namespace handwritten_paddle
