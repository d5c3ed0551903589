#include <memory>

#include "handwritten_primitiv.h"
#include "primitiv/implementations.h"

namespace benchmarks::primitiv_files {
namespace {

using handwritten_primitiv::Model;

std::uint64_t validate(Bytes bytes) {
  return std::uint64_t{handwritten_primitiv::validate(bytes).ok()};
}

std::uint64_t lazy(Bytes bytes) {
  if (!handwritten_primitiv::validate(bytes).ok()) return 0;
  Sum sum;
  const auto add = [&](const handwritten_primitiv::ParameterView& parameter) {
    const auto& shape = parameter.value.shape;
    parameter.for_each_part([&](std::string_view part) { sum.add_part(part); });
    for (std::uint32_t axis = 0; axis < shape.ndim; ++axis) sum.add_dim(shape.dim(axis));
    sum.add(shape.batch, parameter.value.data, parameter.n_stats);
  };
  return handwritten_primitiv::for_each_parameter(bytes, add).ok() ? sum.result() : 0;
}

std::uint64_t owned(Bytes bytes) {
  Model model;
  if (!handwritten_primitiv::read(bytes, model).ok()) return 0;
  Sum sum;
  for (const auto& parameter : model.params)
    sum.add(parameter.key, parameter.value.dims, parameter.value.batch, parameter.value.data,
            parameter.stats.size());
  return sum.result();
}

Write writer(Bytes bytes) {
  const auto model = std::make_shared<Model>();
  if (!handwritten_primitiv::read(bytes, *model).ok()) *model = {};
  return [model](std::span<std::byte> out) { return handwritten_primitiv::write(*model, out); };
}

}  // namespace

Implementation by_hand() { return {"handwritten", validate, lazy, owned, writer}; }

}  // namespace benchmarks::primitiv_files
