// Writes two tensors into a file of safetensors, without a word on where they stand in it.
#include <cstdint>
#include <iostream>
#include <utility>
#include <vector>

#include "safetensors.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"

namespace {

int fail(const schemac::Violation& violation) {
  std::cerr << to_string(violation) << '\n';
  return 1;
}

int pack(const char* path, std::vector<float> weight, std::vector<float> bias) {
  using safetensors::ElementType;
  const std::uint64_t rows = bias.size(), columns = weight.size() / rows;
  safetensors::File file;
  file.header.tensors = {
      {"weight",
       {.dtype = ElementType::f32,
        .shape = {rows, columns},
        .data = schemac::Blob::own(std::move(weight))}},
      {"bias",
       {.dtype = ElementType::f32, .shape = {rows}, .data = schemac::Blob::own(std::move(bias))}},
  };
  if (const auto saved = schemac::save(file, path); !saved) return fail(saved.error());
  return 0;
}

int look(const char* path) {
  const auto file = schemac::open<safetensors::FileView>(path);
  if (!file) return fail(file.error());
  const auto header = file->view.header();
  if (!header) return fail(header.error());
  for (const auto& pair : header->tensors()) {
    const auto tensor = pair.value();
    if (!tensor) return fail(tensor.error());
    const auto bytes = file->view.part_of_data(*tensor);
    if (!bytes) return fail(bytes.error());
    std::cout << pair.key() << ", " << bytes->size() << " bytes\n";
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: example_pack FILE.safetensors\n";
    return 2;
  }
  const int packed = pack(argv[1], {0.5f, 1, 1.5f, 2, 2.5f, 3}, {-1, 1});
  return packed == 0 ? look(argv[1]) : packed;
}
