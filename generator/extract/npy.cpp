#include "extract/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "schemac/core/dtype.h"
#include "schemac/wire/numpy_type.h"

namespace schemac::extract {
namespace {

constexpr std::size_t alignment = 64;
constexpr std::size_t block_elements = std::size_t{1} << 16;

bool is_packed(const stats::FileArray& array) {
  return array.opaque_type.empty() && bit_count(array.dtype) < 8;
}

// The code without its byte order; empty where NumPy has no such type.
std::string_view code_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::u8:
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
      return "u1";
    case Dtype::u16:
      return "u2";
    case Dtype::u32:
      return "u4";
    case Dtype::u64:
      return "u8";
    case Dtype::i8:
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      return "i1";
    case Dtype::i16:
      return "i2";
    case Dtype::i32:
      return "i4";
    case Dtype::i64:
      return "i8";
    case Dtype::f16:
      return "f2";
    case Dtype::f32:
      return "f4";
    case Dtype::f64:
      return "f8";
    case Dtype::bool8:
      return "b1";
    case Dtype::c64:
      return "c8";
    case Dtype::c128:
      return "c16";
    case Dtype::bf16:
    case Dtype::f8e5m2:
      return "";
  }
  return "";
}

std::uint64_t element_size(const stats::FileArray& array) {
  if (!array.opaque_type.empty()) return array.pieces->array().element.size;
  return std::max<std::uint64_t>(bit_count(array.dtype) / 8, 1);
}

// A file calls opaque elements as NumPy does, or bytes of that number stand for them.
std::string opaque_descr(const stats::FileArray& array) {
  const std::string& name = array.opaque_type;
  const std::uint64_t size = element_size(array);
  const auto has_size = [&](impl::TypeSpelling spelling) {
    const auto type = impl::numpy_type(name, spelling);
    return type && type->size == size;
  };
  if (has_size(impl::TypeSpelling::name)) return '\'' + name + '\'';
  if (has_size(impl::TypeSpelling::repr)) return name;
  return fmt::format("'|V{}'", size);
}

std::string descr_of(const stats::FileArray& array) {
  if (!array.opaque_type.empty()) return opaque_descr(array);
  const std::string_view code = code_of(array.dtype);
  const std::uint64_t size = element_size(array);
  if (code.empty()) return fmt::format("'{}V{}'", size == 1 ? '|' : '<', size);
  const char order = size == 1 ? '|' : array.endian == Endian::big ? '>' : '<';
  return fmt::format("'{}{}'", order, code);
}

std::string shape_of(const stats::FileArray& array) {
  std::string shape = "(";
  for (const std::uint64_t dim : array.dims) shape += std::to_string(dim) + ", ";
  if (array.dims.size() > 1) shape.resize(shape.size() - 2);
  if (array.dims.size() == 1) shape.pop_back();
  return shape + ')';
}

std::string little_endian(std::size_t number, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(number >> 8 * i & 0xff);
  return bytes;
}

}  // namespace

NpyFile npy_file(const stats::FileArray& array) {
  std::string head =
      fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}", descr_of(array),
                  array.is_column_major ? "True" : "False", shape_of(array));
  const bool is_short = head.size() + alignment < 1u << 16;
  const std::size_t length_size = is_short ? 2 : 4;
  const std::size_t before = 8 + length_size;
  head.append(alignment - 1 - (before + head.size()) % alignment, ' ');
  head += '\n';
  NpyFile file;
  file.head = "\x93NUMPY";
  file.head += is_short ? '\1' : '\2';
  file.head += '\0';
  file.head += little_endian(head.size(), length_size) + head;
  file.size = array.count() * element_size(array);
  if (array.opaque_type.empty() && code_of(array.dtype).empty())
    file.remark = fmt::format("NumPy has no {}; the bytes are kept as {}", name(array.dtype),
                              descr_of(array));
  if (is_packed(array))
    file.remark = fmt::format("NumPy has no {}; each element takes a byte", name(array.dtype));
  return file;
}

std::string each_npy_block(const stats::FileArray& array, const TakeBytes& take) {
  if (!is_packed(array)) {
    // Bytes after the last element aren't its.
    std::uint64_t left = array.count() * element_size(array);
    return each_block(array, [&](Bytes block) {
      const Bytes taken =
          block.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, block.size())));
      left -= taken.size();
      return take(taken);
    });
  }
  std::vector<double> numbers(block_elements);
  std::vector<std::byte> bytes;
  for (std::uint64_t first = 0; first < array.count(); first += block_elements) {
    bytes.clear();
    for (const double number : array.read(first, numbers))
      bytes.push_back(static_cast<std::byte>(static_cast<std::int8_t>(number)));
    if (!take(bytes)) break;
  }
  return array.problem();
}

}  // namespace schemac::extract
