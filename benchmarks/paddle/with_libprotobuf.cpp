#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "framework.pb.h"
#include "paddle/implementations.h"

namespace benchmarks::paddle_files {
namespace {

using Desc = ::paddle::framework::proto::VarType_TensorDesc;

// Bytes of an element; 0 for numbers that are no type of a tensor.
constexpr std::array<std::uint8_t, 25> element_sizes = {1, 2, 4, 8, 2, 4, 8, 0, 0, 0, 0, 0, 0,
                                                        0, 0, 0, 0, 0, 0, 8, 1, 1, 2, 8, 16};

template <class T>
T load(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

// The record at `at`, without levels; returns its end, or null.
const std::byte* read_record(const std::byte* at, const std::byte* end, Desc& desc, Bytes& data) {
  if (end - at < 20 || load<std::uint32_t>(at) != 0 || load<std::uint64_t>(at + 4) != 0 ||
      load<std::uint32_t>(at + 12) != 0)
    return nullptr;
  const auto length = load<std::int32_t>(at + 16);
  at += 20;
  if (length < 0 || length > end - at || !desc.ParseFromArray(at, length)) return nullptr;
  at += length;
  std::uint64_t size = element_sizes[static_cast<std::size_t>(desc.data_type())];
  if (size == 0) return nullptr;
  for (const std::int64_t dim : desc.dims())
    if (dim < 0 || __builtin_mul_overflow(size, static_cast<std::uint64_t>(dim), &size))
      return nullptr;
  if (size > static_cast<std::uint64_t>(end - at)) return nullptr;
  data = Bytes(at, static_cast<std::size_t>(size));
  return at + size;
}

// With one message for all records, or with a new one for each.
template <bool is_kept>
std::uint64_t sum_of(Bytes bytes) {
  Sum sum;
  Desc kept;
  const std::byte* const end = bytes.data() + bytes.size();
  for (const std::byte* at = bytes.data(); at != end;) {
    Desc made;
    Desc& desc = is_kept ? kept : made;
    Bytes data;
    at = read_record(at, end, desc, data);
    if (at == nullptr) return 0;
    sum.add(0, static_cast<std::uint32_t>(desc.data_type()), data);
    for (const std::int64_t dim : desc.dims()) sum.add_dim(static_cast<std::uint64_t>(dim));
  }
  return sum.result();
}

struct Record {
  Desc desc;
  Bytes data;
};

template <class T>
std::byte* put(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof value);
  return at + sizeof value;
}

std::uint64_t write(const std::vector<Record>& records, std::span<std::byte> out) {
  std::byte* at = out.data();
  std::byte* const end = at + out.size();
  for (const Record& record : records) {
    const std::size_t size = record.desc.ByteSizeLong();
    if (20 + size + record.data.size() > static_cast<std::size_t>(end - at)) return 0;
    at = put(at, std::uint32_t{0});
    at = put(at, std::uint64_t{0});
    at = put(at, std::uint32_t{0});
    at = put(at, static_cast<std::int32_t>(size));
    record.desc.SerializeWithCachedSizesToArray(reinterpret_cast<std::uint8_t*>(at));
    at += size;
    std::memcpy(at, record.data.data(), record.data.size());
    at += record.data.size();
  }
  return static_cast<std::uint64_t>(at - out.data());
}

Write writer(Bytes bytes) {
  std::vector<Record> records;
  const std::byte* const end = bytes.data() + bytes.size();
  for (const std::byte* at = bytes.data(); at != nullptr && at != end;) {
    Record& record = records.emplace_back();
    at = read_record(at, end, record.desc, record.data);
  }
  return [records](std::span<std::byte> out) { return write(records, out); };
}

}  // namespace

Implementation with_libprotobuf() {
  return {"libprotobuf", nullptr, sum_of<true>, sum_of<false>, writer};
}

}  // namespace benchmarks::paddle_files
