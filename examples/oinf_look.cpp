// Lists the tensors of a model file without reading their data: opening costs the header, each
// tensor what is touched.
#include <iostream>

#include "oinf.h"
#include "schemac/io/open.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: example_oinf_look FILE\n";
    return 2;
  }
  const auto file = schemac::open<oinf::FileView>(argv[1]);
  if (!file) {
    std::cerr << argv[1] << ": " << to_string(file.error()) << '\n';
    return 1;
  }
  auto tensors = file->view.tensors();
  for (const oinf::TensorView& tensor : tensors) {
    std::cout << tensor.name() << ": " << name_of(tensor.dtype()) << '[';
    for (const char* between = ""; const std::uint64_t dim : tensor.dims()) {
      std::cout << between << dim;
      between = ", ";
    }
    std::cout << (tensor.has_data() ? "]\n" : "] without data\n");
  }
  if (const auto violation = tensors.violation()) {
    std::cerr << argv[1] << ": " << to_string(*violation) << '\n';
    return 1;
  }
  return 0;
}
