#include <memory>

#include "handwritten_primitiv.h"
#include "primitiv/implementations.h"

namespace benchmarks::primitiv_files {
namespace {

using handwritten_primitiv::Model;

std::uint64_t validate(Bytes bytes) {
  return std::uint64_t{handwritten_primitiv::validate(bytes).ok()};
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

Implementation by_hand() { return {"handwritten", validate, nullptr, owned, writer}; }

}  // namespace benchmarks::primitiv_files
