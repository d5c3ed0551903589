#include <memory>

#include "primitiv.h"
#include "primitiv/implementations.h"

namespace benchmarks::primitiv_files {
namespace {

std::uint64_t validate(Bytes bytes) { return std::uint64_t{primitiv::validate(bytes).ok()}; }

std::uint64_t owned(Bytes bytes) {
  const auto file = primitiv::read(bytes);
  if (!file) return 0;
  Sum sum;
  for (const auto& parameter : std::get<primitiv::Model>(file->data).params) {
    const auto& tensor = parameter.value.value;
    sum.add(parameter.key, tensor.shape.dims, tensor.shape.batch, tensor.data.bytes(),
            parameter.value.stats.size());
  }
  return sum.result();
}

Write writer(Bytes bytes) {
  auto read = primitiv::read(bytes);
  const auto file = std::make_shared<primitiv::File>(read ? *std::move(read) : primitiv::File{});
  return [file](std::span<std::byte> out) {
    schemac::SpanSink sink(out);
    return primitiv::write(*file, sink).value_or(0);
  };
}

}  // namespace

Implementation generated() { return {"generated", validate, nullptr, owned, writer}; }

}  // namespace benchmarks::primitiv_files
