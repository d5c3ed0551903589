// Checks a model file, then prints it the way the format's own verifier does: sizes, metadata, and
// of each tensor the first and last values, statistics and a histogram. Nothing is copied.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <string>

#include "oinf.h"
#include "schemac/array/statistics.h"
#include "schemac/io/open.h"

namespace {

using schemac::NdView;

bool fail(const schemac::Violation& violation) {
  std::cerr << to_string(violation) << '\n';
  return false;
}

/// "f32", "bool", "str"
std::string type_name(oinf::ValueType type) {
  if (type == oinf::ValueType::STRING) return "str";
  std::string name(name_of(type));
  std::ranges::transform(name, name.begin(), [](unsigned char ch) { return std::tolower(ch); });
  return name;
}

/// "f32[2, 3]"
template <class Dims>
std::string array_type(oinf::ValueType type, const Dims& dims) {
  std::string text = type_name(type) + "[";
  for (std::uint64_t i = 0; i < dims.size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string(dims[i]);
  return text + "]";
}

/// Whole numbers exactly, others with the six digits that a stream shows.
void print(const schemac::Scalar& value) {
  const char kind = name(value.dtype()).front();
  if (kind == 'f') {
    const auto number = value.get<double>();
    std::cout << (std::isnan(number) ? std::abs(number) : number);
  } else {
    std::cout << to_string(value);
  }
}

/// Ten elements or fewer; of more the first five and the last five.
void print_elements(const NdView& array, std::uint64_t begin, std::uint64_t end) {
  std::cout << "{ ";
  for (std::uint64_t i = begin; i < end; ++i) {
    if (i != begin) std::cout << ", ";
    if (end - begin > 10 && i == begin + 5) {
      std::cout << "..., ";
      i = end - 5;
    }
    print(array.element(i));
  }
  std::cout << " }";
}

/// Of several dimensions the first few rows, each with all that it holds.
void print_array(const NdView& array) {
  if (array.rank() < 2) {
    print_elements(array, 0, array.size());
  } else {
    const std::uint64_t rows = array.dims()[0];
    const std::uint64_t shown = std::min<std::uint64_t>({rows, array.rank(), 5});
    std::cout << "{ \n";
    for (std::uint64_t row = 0; row < shown; ++row) {
      print_elements(array, array.size() / rows * row, array.size() / rows * (row + 1));
      std::cout << " ,\n";
    }
    std::cout << (rows > shown ? "...\n}" : "}");
  }
  std::cout << '\n';
}

/// Of whole numbers that lie close together a count for each, else ten bins.
void print_histogram(const schemac::Statistics& found, bool is_bool) {
  const auto& bins = found.histogram;
  const auto number = [](double value) { return static_cast<std::int64_t>(value); };
  std::cout << "- hist:\n\t";
  if (bins.size() == 1 && is_bool) {
    const bool value = bins[0].begin != 0;
    std::cout << "0:" << (value ? 0 : found.count) << " 1:" << (value ? found.count : 0) << '\n';
  } else if (bins.size() == 1) {
    std::cout << '[' << bins[0].begin << "]=" << bins[0].count << '\n';
  } else if (!bins.empty() && bins[0].begin == bins[0].end) {
    const char* between = "";
    for (const auto& [begin, end, count] : bins) {
      std::cout << between << number(begin) << ':' << count;
      between = " ";
    }
    std::cout << '\n';
  } else {
    const char* between = "";
    for (const auto& [begin, end, count] : bins) {
      std::cout << between << '[' << begin << ',' << end << "):" << count << '\n';
      between = "\t";
    }
  }
}

bool print(const oinf::TensorView& tensor) {
  std::cout << tensor.name() << ": ";
  const auto data = tensor.has_data() ? tensor.data() : NdView();
  if (!data) return fail(data.error());
  if (!tensor.has_data() || data->size() == 0) {
    std::cout << array_type(tensor.dtype(), tensor.dims()) << " -- uninitialized\n\n";
    return true;
  }
  if (data->size() == 1) {
    std::cout << type_name(tensor.dtype()) << " = ";
    print(data->element(0));
    std::cout << "\n\n";
    return true;
  }
  std::cout << array_type(tensor.dtype(), tensor.dims()) << " = ";
  print_array(*data);
  const auto found =
      schemac::statistics_of(data->bytes(), data->dtype(), data->endian(), data->size());
  const schemac::Summary& all = found.all;
  std::cout << "- [nbytes: " << data->bytes().size() << ", min: " << all.min << ", max: " << all.max
            << ", mean: " << all.mean << ", median: " << all.median << ", std: " << all.std
            << "]\n";
  print_histogram(found, tensor.dtype() == oinf::ValueType::BOOL);
  std::cout << '\n';
  return true;
}

bool print_bits(const oinf::BitsetView& view) {
  const auto bits = view.bits();
  if (!bits) return fail(bits.error());
  std::cout << "bitset[" << bits->size() << "] = " << std::hex << std::setfill('0');
  const char* between = "";
  for (const std::byte byte : bits->bytes().first(std::min<std::size_t>(4, bits->bytes().size()))) {
    std::cout << between << std::setw(2) << std::to_integer<int>(byte);
    between = " ";
  }
  std::cout << std::dec << '\n';
  return true;
}

bool print(const oinf::MetadataView& entry) {
  std::cout << entry.key() << ": ";
  const auto value = entry.value();
  if (!value) return fail(value.error());
  switch (value->kind()) {
    case oinf::MetadataValueView::Kind::bitset: {
      const auto bitset = value->bitset();
      return bitset ? print_bits(*bitset) : fail(bitset.error());
    }
    case oinf::MetadataValueView::Kind::string: {
      const auto text = value->string();
      if (!text) return fail(text.error());
      std::cout << "str = \"" << *text << "\"\n";
      return true;
    }
    case oinf::MetadataValueView::Kind::ndarray: {
      const auto array = value->ndarray();
      if (!array) return fail(array.error());
      const auto data = array->data();
      if (!data) return fail(data.error());
      std::cout << array_type(array->element_type(), array->dims()) << " = ";
      print_array(*data);
      return true;
    }
    case oinf::MetadataValueView::Kind::numeric: {
      const auto number = value->numeric();
      if (!number) return fail(number.error());
      std::cout << type_name(entry.value_type()) << " = ";
      print(*number);
      std::cout << '\n';
      return true;
    }
    case oinf::MetadataValueView::Kind::unknown:
      break;  // a file with one isn't valid
  }
  return true;
}

bool print(const oinf::FileView& file) {
  auto sizevars = file.sizevars();
  for (const oinf::SizeVarView& size : sizevars)
    std::cout << size.name() << " := " << size.value() << '\n';
  if (sizevars.violation()) return fail(*sizevars.violation());
  if (file.n_sizevars() != 0) std::cout << '\n';

  auto metadata = file.metadata();
  for (const oinf::MetadataView& entry : metadata)
    if (!print(entry)) return false;
  if (metadata.violation()) return fail(*metadata.violation());
  if (file.n_metadata() != 0) std::cout << '\n';

  auto tensors = file.tensors();
  for (const oinf::TensorView& tensor : tensors)
    if (!print(tensor)) return false;
  return !tensors.violation() || fail(*tensors.violation());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: example_oinf_verify FILE\n";
    return 2;
  }
  const auto file = schemac::open<oinf::FileView>(argv[1]);
  if (!file) return fail(file.error()) ? 0 : 1;
  const schemac::Report report = oinf::validate(file->bytes());
  for (const schemac::Violation& violation : report.violations()) fail(violation);
  return report.ok() && print(file->view) ? 0 : 1;
}
