#include "direct/json/array_file.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "direct/number.h"
#include "schemac/base/checked.h"
#include "schemac/base/counted.h"
#include "schemac/base/load.h"
#include "schemac/core/element_type.h"
#include "schemac/core/free_value.h"
#include "schemac/json/json.h"
#include "schemac/wire/numpy_type.h"

namespace schemac::direct {
namespace {

constexpr std::string_view array_magic = "\x93NUMPY";
constexpr std::uint64_t array_magic_size = array_magic.size() + 2;  // with the version
constexpr std::size_t most_array_dims = 64;

// A name that NumPy has for a type; of opaque elements those of one or two bytes.
bool read_type(const std::string& name, ArrayFile& file) {
  const auto type = numpy_type(name, impl::TypeSpelling::name);
  if (!type) return false;
  const bool is_opaque = name.ends_with("V1") || name.ends_with("V2");
  if (!type->dtype && !is_opaque) return false;
  file.dtype = type->dtype;
  file.endian = type->endian;
  file.element_size = type->size;
  return true;
}

std::string read_descr(const FreeValue& descr, ArrayFile& file) {
  const auto* name = descr.as<std::string>();
  if (name == nullptr) return "its elements are made of several fields";
  return read_type(*name, file) ? "" : "has elements of '" + *name + "'";
}

std::string read_order(const FreeValue& order, ArrayFile& file) {
  const auto* truth = order.as<bool>();
  if (truth == nullptr) return "its 'fortran_order' is neither True nor False";
  file.is_column_major = *truth;
  return "";
}

std::string read_shape(const FreeValue& shape, ArrayFile& file) {
  const std::string problem = "its 'shape' can't be read";
  const auto* tuple = shape.as<FreeValue::Tuple>();
  if (tuple == nullptr || tuple->elements.size() > most_array_dims) return problem;
  for (const FreeValue& each : tuple->elements) {
    const auto* dim = each.as<std::uint64_t>();
    if (dim == nullptr) return problem;
    file.dims.push_back(*dim);
  }
  return "";
}

std::string read_head(Bytes text, ArrayFile& file) {
  const impl::json::Parsed parsed = impl::json::parse(text, {}, impl::json::Syntax::python);
  if (!parsed.flaws.empty()) {
    const impl::json::FlawAt& flaw = parsed.flaws.front();
    return (flaw.path.empty() ? "its head " : "'" + flaw.path + "' of its head ") + flaw.sentence;
  }
  const auto* members = parsed.value.as<FreeValue::Map>();
  if (members == nullptr) return "its head is not a dictionary";
  using Read = std::string (*)(const FreeValue&, ArrayFile&);
  constexpr std::pair<std::string_view, Read> known[] = {
      {"descr", read_descr}, {"fortran_order", read_order}, {"shape", read_shape}};
  for (const FreeValue::Entry& entry : *members) {
    const auto* name = entry.key.as<std::string>();
    const auto row = std::ranges::find_if(
        known, [&](const auto& each) { return name != nullptr && each.first == *name; });
    if (row == std::end(known))
      return name == nullptr ? "its head can't be read"
                             : "its head has an unexpected '" + *name + "'";
    if (std::string problem = row->second(entry.value, file); !problem.empty()) return problem;
  }
  if (members->size() != std::size(known)) return "its head doesn't say type, order and shape";
  return "";
}

std::string read_elements(Bytes bytes, ArrayFile& file) {
  std::uint64_t needed = file.element_size;
  bool fits = true;
  const bool is_empty = std::find(file.dims.begin(), file.dims.end(), 0) != file.dims.end();
  for (const std::uint64_t dim : file.dims)
    fits = fits && impl::multiply(needed, is_empty ? 0 : dim, needed);
  if (!fits || needed > bytes.size()) {
    return "is cut off: it announces " +
           (fits ? impl::counted(needed, "bytes") : "too many bytes") + ", but has " +
           std::to_string(bytes.size());
  }
  file.elements = bytes.first(static_cast<std::size_t>(needed));
  return "";
}

std::string read_file(Bytes bytes, ArrayFile& file) {
  if (bytes.size() < array_magic_size) return "is cut off";
  const auto version = std::to_integer<unsigned>(bytes[array_magic.size()]);
  if (version < 1 || version > 3) return "is of version " + std::to_string(version);
  const std::uint64_t length_size = version == 1 ? 2 : 4;
  if (bytes.size() - array_magic_size < length_size) return "is cut off";
  const std::byte* at = bytes.data() + array_magic_size;
  const std::uint64_t length =
      version == 1 ? impl::load<std::uint16_t>(at) : impl::load<std::uint32_t>(at);
  const Bytes rest = bytes.subspan(array_magic_size + length_size);
  if (rest.size() < length) return "is cut off";
  std::string problem = read_head(rest.first(static_cast<std::size_t>(length)), file);
  return problem.empty() ? read_elements(rest.subspan(static_cast<std::size_t>(length)), file)
                         : problem;
}

}  // namespace

bool is_array_file(Bytes bytes) {
  return bytes.size() >= array_magic.size() &&
         impl::text_at(bytes.data(), array_magic.size()) == array_magic;
}

ArrayFile parse_array_file(Bytes bytes) {
  ArrayFile file;
  file.problem = read_file(bytes, file);
  return file;
}

std::optional<std::string> numpy_name(Dtype dtype, Endian endian) {
  if (is_packed(dtype)) return std::nullopt;
  const std::uint32_t size = bit_count(dtype) / 8;
  const bool is_complex = dtype == Dtype::c64 || dtype == Dtype::c128;
  char kind = is_signed(dtype) ? 'i' : 'u';
  if (is_real(dtype)) kind = 'f';
  if (is_complex) kind = 'c';
  if (dtype == Dtype::bool8) kind = 'b';
  if (dtype == Dtype::bf16 || dtype == Dtype::f8e5m2) kind = 'V';
  const char order = size == 1 ? '|' : endian == Endian::big ? '>' : '<';
  return std::string{order, kind} + std::to_string(size);
}

}  // namespace schemac::direct
