// PaddlePaddle's combined files by hand: what a careful programmer writes for this one format, to
// measure generated code against.
//
// It checks what the schema's rules say: versions, LoD levels (first offset 0, none falling, ends
// that meet), the description's length and its protobuf form, the element type, dimensions that are
// not negative and whose product fits, data that is there. Fields of the description that it doesn't
// know are passed over.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace handwritten::paddle {

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

/// A record in place. Dimensions lie in the description, each behind its tag.
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

inline bool add_dim(std::uint64_t dim, std::uint64_t& count, bool& fits) {
  if (static_cast<std::int64_t>(dim) < 0) return false;
  fits = !__builtin_mul_overflow(count, dim, &count) && fits;
  return true;
}

/// Dimensions of a packed field.
[[gnu::noinline]] inline bool add_packed(const std::byte* at, const std::byte* end,
                                         RecordView& out, std::uint64_t& count, bool& fits,
                                         bool& is_empty) {
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

/// Calls `use(dim)` for each dimension of a record that was read.
template <class Use>
inline void for_each_dim(const RecordView& record, Use&& use) {
  for (const std::byte* at = record.desc; at != record.desc_end;) {
    std::uint64_t tag = 0, number = 0;
    const std::byte* value = detail::load_varint(at, record.desc_end, tag);
    if (tag == 0x10) {
      at = detail::load_varint(value, record.desc_end, number);
      use(number);
    } else if (tag == 0x12) {
      value = detail::load_varint(value, record.desc_end, number);
      at = value + number;
      while (value != at) {
        value = detail::load_varint(value, at, number);
        use(number);
      }
    } else {
      at = detail::skip_value(tag, value, record.desc_end, 100);
    }
  }
}

/// A record with memory of its own; the data is borrowed.
struct Record {
  std::vector<std::vector<std::uint64_t>> levels;
  std::uint32_t data_type = 0;
  std::vector<std::int64_t> dims;
  Bytes data;
};

/// All records; false if a rule is broken.
inline bool read(Bytes bytes, std::vector<Record>& out) {
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  RecordView view;
  while (at != end) {
    at = read_record(at, end, view);
    if (at == nullptr) return false;
    Record& record = out.emplace_back();
    const std::byte* level = view.lod;
    for (std::uint64_t i = 0; i < view.lod_level; ++i) {
      const auto size = load<std::uint64_t>(level);
      auto& offsets = record.levels.emplace_back(static_cast<std::size_t>(size / 8));
      std::memcpy(offsets.data(), level + 8, static_cast<std::size_t>(size));
      level += 8 + size;
    }
    record.data_type = view.data_type;
    record.dims.reserve(view.rank);
    for_each_dim(view, [&](std::uint64_t dim) { record.dims.push_back(static_cast<std::int64_t>(dim)); });
    record.data = view.data;
  }
  return true;
}

namespace detail {

inline std::uint64_t varint_size(std::uint64_t value) {
  std::uint64_t size = 1;
  for (; value >= 0x80; value >>= 7) ++size;
  return size;
}
inline std::byte* put_varint(std::byte* at, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *at++ = static_cast<std::byte>(value | 0x80);
  *at++ = static_cast<std::byte>(value);
  return at;
}
template <class T>
inline std::byte* put(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
  return at + sizeof value;
}

}  // namespace detail

/// Writes all records, checked as a reader would; 0 if there is no room or a rule is broken.
inline std::uint64_t write(const std::vector<Record>& records, std::span<std::byte> storage) {
  std::byte* at = storage.data();
  std::byte* const end = at + storage.size();
  for (const Record& record : records) {
    if (record.data_type >= 25 || element_sizes[record.data_type] == 0) return 0;
    std::uint64_t desc = 1 + detail::varint_size(record.data_type);
    std::uint64_t count = 1;
    bool is_empty = false;
    bool fits = true;
    for (const std::int64_t dim : record.dims) {
      if (dim < 0) return 0;
      desc += 1 + detail::varint_size(static_cast<std::uint64_t>(dim));
      is_empty = is_empty || dim == 0;
      fits = !__builtin_mul_overflow(count, static_cast<std::uint64_t>(dim), &count) && fits;
    }
    std::uint64_t size = 0;
    if (!is_empty && (!fits || __builtin_mul_overflow(count, element_sizes[record.data_type], &size)))
      return 0;
    if (size != record.data.size() || desc > INT32_MAX) return 0;
    std::uint64_t needed = 20 + desc + size;
    std::uint64_t sequences = 0;
    for (std::size_t i = 0; i < record.levels.size(); ++i) {
      const auto& level = record.levels[i];
      if (level.size() < 2 || level.front() != 0) return 0;
      if (i != 0 && sequences != level.size() - 1) return 0;
      for (std::size_t k = 1; k < level.size(); ++k)
        if (level[k] < level[k - 1]) return 0;
      sequences = level.back();
      needed += 8 + 8 * level.size();
    }
    if (!record.levels.empty() &&
        (record.dims.empty() || sequences != static_cast<std::uint64_t>(record.dims[0])))
      return 0;
    if (needed > static_cast<std::uint64_t>(end - at)) return 0;
    at = detail::put(at, std::uint32_t{0});
    at = detail::put(at, std::uint64_t{record.levels.size()});
    for (const auto& level : record.levels) {
      at = detail::put(at, std::uint64_t{8 * level.size()});
      std::memcpy(at, level.data(), 8 * level.size());
      at += 8 * level.size();
    }
    at = detail::put(at, std::uint32_t{0});
    at = detail::put(at, static_cast<std::int32_t>(desc));
    *at++ = std::byte{0x08};
    at = detail::put_varint(at, record.data_type);
    for (const std::int64_t dim : record.dims) {
      *at++ = std::byte{0x10};
      at = detail::put_varint(at, static_cast<std::uint64_t>(dim));
    }
    if (size != 0) std::memcpy(at, record.data.data(), static_cast<std::size_t>(size));
    at += size;
  }
  return static_cast<std::uint64_t>(at - storage.data());
}

}  // namespace handwritten::paddle
