#include <memory>

#include "handwritten_paddle.h"
#include "paddle/implementations.h"

namespace benchmarks::paddle_files {
namespace {

using handwritten_paddle::Record;

std::uint64_t validate(Bytes bytes) { return std::uint64_t{handwritten_paddle::validate(bytes)}; }

// One pass checks a record and shows it.
std::uint64_t lazy(Bytes bytes) {
  Sum sum;
  const std::byte* at = bytes.data();
  const std::byte* const end = at + bytes.size();
  handwritten_paddle::RecordView record;
  while (at != end) {
    at = handwritten_paddle::read_record(at, end, record);
    if (at == nullptr) return 0;
    sum.add(record.lod_level, record.data_type, record.data);
    handwritten_paddle::for_each_dim(record, [&](std::uint64_t dim) { sum.add_dim(dim); });
  }
  return sum.result();
}

std::uint64_t owned(Bytes bytes) {
  std::vector<Record> file;
  if (!handwritten_paddle::read(bytes, file)) return 0;
  Sum sum;
  for (const Record& record : file) {
    sum.add(record.levels.size(), record.data_type, record.data);
    for (const std::int64_t dim : record.dims) sum.add_dim(static_cast<std::uint64_t>(dim));
  }
  return sum.result();
}

Write writer(Bytes bytes) {
  const auto file = std::make_shared<std::vector<Record>>();
  if (!handwritten_paddle::read(bytes, *file)) file->clear();
  return [file](std::span<std::byte> out) { return handwritten_paddle::write(*file, out); };
}

}  // namespace

Implementation by_hand() { return {"handwritten", validate, lazy, owned, writer}; }

}  // namespace benchmarks::paddle_files
