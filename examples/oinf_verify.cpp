// Checks a model file, then prints it the way the format's own verifier of the file's version does:
// sizes, metadata, and of each tensor the first and last values, statistics and a histogram.
// Nothing is copied.
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

/// Types that a program computes with as f32.
bool is_short_real(schemac::Dtype dtype) {
  return dtype == schemac::Dtype::bf16 || dtype == schemac::Dtype::f8e5m2;
}
bool is_real(schemac::Dtype dtype) { return is_short_real(dtype) || name(dtype).front() == 'f'; }

/// Whole numbers exactly, others with the six digits that a stream shows.
void print(const schemac::Scalar& value) {
  if (is_real(value.dtype())) {
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

/// Bytes of the elements as the verifier holds them: those that share a byte have one each, and
/// short floating-point numbers are f32.
std::uint64_t size_in_memory(const NdView& array) {
  return array.size() * (is_short_real(array.dtype()) ? 4 : byte_count(array.dtype()));
}

/// Whole numbers that lie close together have a bin each, others ten; of booleans both are counted.
std::vector<schemac::Bin> bins_of(const schemac::Statistics& found, bool is_bool) {
  if (!is_bool || found.histogram.size() != 1) return found.histogram;
  const bool value = found.histogram[0].begin != 0;
  return {{0, 0, value ? 0 : found.count}, {1, 1, value ? found.count : 0}};
}

/// All digits of a whole number.
void print_whole(double value) {
  std::cout << std::fixed << std::setprecision(0) << value << std::defaultfloat
            << std::setprecision(6);
}

/// Version 1 has a line for each bin, but one for all of single numbers.
void print_lines(const std::vector<schemac::Bin>& bins, schemac::Dtype dtype) {
  std::cout << "- hist:\n\t";
  if (bins.empty()) return;
  if (bins.size() == 1 && is_real(dtype)) {
    std::cout << '[' << bins[0].begin << "]=" << bins[0].count << '\n';
    return;
  }
  const bool is_single = bins[0].begin == bins[0].end;
  const char* between = "";
  for (const auto& [begin, end, count] : bins) {
    std::cout << between;
    if (is_single) {
      print_whole(begin);
      std::cout << ':' << count;
    } else {
      std::cout << '[' << begin << ',' << end << "):" << count << '\n';
    }
    between = is_single ? " " : "\t";
  }
  if (is_single) std::cout << '\n';
}

/// Version 2 has them in a line, without the empty ones.
void print_line(const std::vector<schemac::Bin>& bins, schemac::Dtype dtype) {
  std::cout << "- hist: {";
  const char* between = "";
  for (const auto& [begin, end, count] : bins) {
    if (count == 0 && dtype != schemac::Dtype::bool8) continue;
    std::cout << between << "([";
    if (begin == end && !is_real(dtype)) {
      print_whole(begin);
      std::cout << ", ";
      print_whole(end);
    } else {
      std::cout << begin << ", " << end;
    }
    std::cout << "], " << count << ')';
    between = ", ";
  }
  std::cout << "}\n";
}

/// "per_tensor(0.5)", "per_channel(axis=0, count=3)"
template <class Number>
void print_shared(bool is_per_channel, std::uint64_t axis, const schemac::ScalarList<Number>& all) {
  if (is_per_channel)
    std::cout << "per_channel(axis=" << axis << ", count=" << all.size() << ')';
  else
    std::cout << "per_tensor(" << all[0] << ')';
}

void print_quant(const oinf::QuantView& quant) {
  std::cout << "- quant: scheme=" << name_of(quant.scheme()) << ", scale=";
  print_shared(quant.scale_mode() == oinf::ScaleMode::channel, quant.scale_axis(), quant.scales());
  std::cout << ", zero_point=";
  if (quant.zp_mode() == oinf::ZeroPointMode::none)
    std::cout << "none";
  else
    print_shared(quant.zp_mode() == oinf::ZeroPointMode::channel, quant.zp_axis(),
                 quant.zero_points());
  std::cout << '\n';
}

bool print(const oinf::TensorView& tensor, std::uint32_t version) {
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
  std::cout << "- [nbytes: " << size_in_memory(*data) << ", min: " << all.min
            << ", max: " << all.max << ", mean: " << all.mean << ", median: " << all.median
            << ", std: " << all.std << "]\n";
  const auto bins = bins_of(found, tensor.dtype() == oinf::ValueType::BOOL);
  if (version == 1)
    print_lines(bins, data->dtype());
  else
    print_line(bins, data->dtype());
  if (tensor.has_quant()) {
    const auto quant = tensor.quant();
    if (!quant) return fail(quant.error());
    print_quant(*quant);
  }
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
    if (!print(tensor, file.version())) return false;
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
