// Records with memory of their own: all of a file's, and the file of them.
#pragma once
#include <vector>

#include "handwritten_paddle/record.h"

namespace handwritten_paddle {

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
    for_each_dim(view,
                 [&](std::uint64_t dim) { record.dims.push_back(static_cast<std::int64_t>(dim)); });
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
    if (!is_empty &&
        (!fits || __builtin_mul_overflow(count, element_sizes[record.data_type], &size)))
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

}  // namespace handwritten_paddle
