#include <memory>

#include "paddle.h"
#include "paddle/implementations.h"

namespace benchmarks::paddle_files {
namespace {

std::uint64_t validate(Bytes bytes) { return std::uint64_t{paddle::validate_combined(bytes).ok()}; }

// One pass checks a record and shows it.
std::uint64_t lazy(Bytes bytes) {
  const auto file = paddle::view_combined(bytes);
  if (!file) return 0;
  Sum sum;
  auto records = file->records().checked();
  for (const paddle::TensorView& record : records) {
    const auto data = record.data();
    if (!data) return 0;
    sum.add(record.lod_level(), static_cast<std::uint32_t>(record.desc().data_type()),
            data->bytes());
    for (const std::int64_t dim : record.desc().dims())
      sum.add_dim(static_cast<std::uint64_t>(dim));
  }
  return records.violation() ? 0 : sum.result();
}

std::uint64_t owned(Bytes bytes) {
  const auto file = paddle::read_combined(bytes);
  if (!file) return 0;
  Sum sum;
  for (const paddle::Tensor& record : file->records) {
    sum.add(record.levels.size(), static_cast<std::uint32_t>(record.desc.data_type),
            record.data.bytes());
    for (const std::int64_t dim : record.desc.dims) sum.add_dim(static_cast<std::uint64_t>(dim));
  }
  return sum.result();
}

Write writer(Bytes bytes) {
  auto read = paddle::read_combined(bytes);
  const auto file =
      std::make_shared<paddle::Combined>(read ? *std::move(read) : paddle::Combined{});
  return [file](std::span<std::byte> out) {
    schemac::SpanSink sink(out);
    return paddle::write(*file, sink).value_or(0);
  };
}

}  // namespace

Implementation generated() { return {"generated", validate, lazy, owned, writer}; }

}  // namespace benchmarks::paddle_files
