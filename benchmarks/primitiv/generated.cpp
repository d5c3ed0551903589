#include <memory>

#include "primitiv.h"
#include "primitiv/implementations.h"

namespace benchmarks::primitiv_files {
namespace {

std::uint64_t validate(Bytes bytes) { return std::uint64_t{primitiv::validate(bytes).ok()}; }

std::uint64_t lazy(Bytes bytes) {
  if (!primitiv::validate(bytes).ok()) return 0;
  const auto file = primitiv::view(bytes);
  if (!file) return 0;
  const auto model = file->data().model();
  if (!model) return 0;
  Sum sum;
  auto parameters = model->params();
  for (const primitiv::ModelParamsView& parameter : parameters) {
    const primitiv::TensorView& tensor = parameter.value().value();
    const auto data = tensor.data();
    if (!data) return 0;
    for (const auto& part : parameter.key()) sum.add_part(part.text());
    for (const std::uint32_t dim : tensor.shape().dims()) sum.add_dim(dim);
    sum.add(tensor.shape().batch(), data->bytes(), parameter.value().n_stats());
  }
  return parameters.violation() ? 0 : sum.result();
}

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

Implementation generated() { return {"generated", validate, lazy, owned, writer}; }

}  // namespace benchmarks::primitiv_files
