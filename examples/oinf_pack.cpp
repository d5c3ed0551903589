// Packs a model file from JSON, in the same order every time; what has no type gets the smallest.
//
//   {
//     "sizevars": {"B": 1024},
//     "metadata": {"mode": "clamp_up", "rate": 0.5, "steps": [1, 2], "ok": true,
//                  "seed": {"dtype": "u64", "value": 7}, "mask": {"bits": "01101"}},
//     "tensors":  {"a": {"dtype": "f16", "data": [[1, 2.5], [3, 4]]},
//                  "W_0": {"dtype": "f32", "shape": [128, 64], "file": "w.bin", "name": "W.0"},
//                  "y": {"dtype": "i16", "shape": []}}
//   }
//
// A whole number is U8 to U64, below 0 I8 to I64; in a list all are signed. Other numbers are F32.
// A file holds elements as they lie in memory; a tensor with neither data nor file is declared.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "oinf.h"
#include "schemac/io/save.h"
#include "schemac/io/source.h"

namespace {

using nlohmann::json;  // sorts names by their bytes: that is the order of the file
using oinf::ValueType;
using schemac::Dtype;

/// What a value type is in memory, for those that tensors can have.
struct Type {
  ValueType tag;
  Dtype dtype;
};
constexpr Type types[] = {
    {ValueType::I8, Dtype::i8},   {ValueType::I16, Dtype::i16}, {ValueType::I32, Dtype::i32},
    {ValueType::I64, Dtype::i64}, {ValueType::U8, Dtype::u8},   {ValueType::U16, Dtype::u16},
    {ValueType::U32, Dtype::u32}, {ValueType::U64, Dtype::u64}, {ValueType::F16, Dtype::f16},
    {ValueType::F32, Dtype::f32}, {ValueType::F64, Dtype::f64}, {ValueType::BOOL, Dtype::bool8}};
constexpr std::span signed_types(types, 4), unsigned_types(types + 4, 4);
constexpr Type real = types[9], truth = types[11];

Type type_named(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char ch) { return std::toupper(ch); });
  for (const Type& type : types)
    if (name_of(type.tag) == name) return type;
  throw std::runtime_error("'" + name + "' is not a type");
}

/// `value` as an element, unless that would change it; of reals the nearest.
std::optional<schemac::Scalar> element_of(const json& value, Dtype dtype) {
  const char kind = name(dtype).front();
  if (kind == 'f' && value.is_number()) return schemac::Scalar::nearest(dtype, value.get<double>());
  if (dtype == Dtype::bool8 && value.is_boolean()) return schemac::Scalar(value.get<bool>());
  if (dtype == Dtype::u64 && value.is_number_unsigned())
    return schemac::Scalar(value.get<std::uint64_t>());
  if ((kind != 'i' && kind != 'u') || !value.is_number_integer()) return std::nullopt;
  const auto number = value.get<std::int64_t>();
  const auto element = schemac::Scalar::of(dtype, number);
  const bool fits = element.get<std::int64_t>() == number && (number >= 0 || kind == 'i');
  const bool is_beyond = value.is_number_unsigned() && number < 0;
  return fits && !is_beyond ? std::optional(element) : std::nullopt;
}

/// The smallest type that holds all of `values`.
Type smallest(const std::vector<json>& values, std::span<const Type> whole) {
  const auto all = [&](auto is_such) { return std::ranges::all_of(values, is_such); };
  if (!values.empty() && all([](const json& value) { return value.is_boolean(); })) return truth;
  if (values.empty() || !all([](const json& value) { return value.is_number_integer(); }))
    return real;
  for (const Type& type : whole)
    if (all([&](const json& value) { return element_of(value, type.dtype).has_value(); }))
      return type;
  throw std::runtime_error("no type holds all of these numbers");
}

/// Nested lists of numbers, flat; adds their shape to `dims`.
std::vector<json> flattened(const json& nested, std::vector<std::uint64_t>& dims) {
  if (!nested.is_array()) return {nested};
  dims.push_back(nested.size());
  std::vector<json> values;
  std::vector<std::uint64_t> inner;
  for (const json& part : nested) {
    std::vector<std::uint64_t> shape;
    std::ranges::move(flattened(part, shape), std::back_inserter(values));
    if (&part != &nested.front() && shape != inner) throw std::runtime_error("has no even shape");
    inner = std::move(shape);
  }
  dims.insert(dims.end(), inner.begin(), inner.end());
  return values;
}

/// The elements as they lie in memory.
schemac::Blob packed(const std::vector<json>& values, Dtype dtype) {
  std::vector<std::byte> bytes(values.size() * byte_count(dtype));
  std::byte* at = bytes.data();
  for (const json& value : values) {
    const auto element = element_of(value, dtype);
    if (!element)
      throw std::runtime_error(value.dump() + " is not of type " + std::string(name(dtype)));
    element->store_to(at);
    at += element->size();
  }
  return schemac::Blob::own(std::move(bytes));
}

oinf::Metadata::Value metadata_of(const json& given) {
  if (given.is_string()) return given.get<std::string>();
  if (given.is_object() && given.contains("bits")) {
    oinf::Bitset bitset;
    for (const char bit : given["bits"].get<std::string>()) bitset.bits.push_back(bit == '1');
    return bitset;
  }
  const bool has_type = given.is_object();
  const json& value = has_type ? given.at("value") : given;
  std::vector<std::uint64_t> dims;
  const std::vector<json> values = flattened(value, dims);
  if (!value.is_array()) {
    const bool is_negative = value.is_number() && value < 0;
    const Type type = has_type ? type_named(given.at("dtype"))
                               : smallest(values, is_negative ? signed_types : unsigned_types);
    const auto element = element_of(value, type.dtype);
    if (!element)
      throw std::runtime_error(value.dump() + " is not of type " + std::string(name(type.dtype)));
    return *element;
  }
  const Type type = has_type ? type_named(given.at("dtype")) : smallest(values, signed_types);
  return oinf::Array{type.tag, dims, packed(values, type.dtype)};
}

oinf::Tensor tensor_of(const std::string& key, const json& given,
                       const std::filesystem::path& folder) {
  oinf::Tensor tensor;
  tensor.name = given.value("name", key);
  if (given.contains("data")) {
    const std::vector<json> values = flattened(given["data"], tensor.dims);
    const Type type =
        given.contains("dtype") ? type_named(given["dtype"]) : smallest(values, signed_types);
    tensor.dtype = type.tag;
    tensor.data = packed(values, type.dtype);
    return tensor;
  }
  tensor.dtype = type_named(given.at("dtype")).tag;
  tensor.dims = given.at("shape").get<std::vector<std::uint64_t>>();
  if (!given.contains("file")) return tensor;
  auto source = schemac::Source::open(folder / given["file"].get<std::string>());
  if (!source) throw std::runtime_error(source.error().message);
  const auto owner = std::make_shared<const schemac::Source>(*std::move(source));
  tensor.data = schemac::Blob::share(owner->bytes(), owner);
  return tensor;
}

/// Calls `add(name, value)` for each member of a group, in order; a complaint names the member.
template <class Add>
void each_of(const json& model, const std::string& group, Add add) {
  if (!model.contains(group)) return;
  for (const auto& [name, value] : model[group].items()) {
    try {
      add(name, value);
    } catch (const std::exception& error) {
      throw std::runtime_error(group + "." + name + ": " + error.what());
    }
  }
}

oinf::File file_of(const json& model, const std::filesystem::path& folder) {
  oinf::File file;
  each_of(model, "sizevars", [&](const std::string& name, const json& value) {
    if (!value.is_number_unsigned()) throw std::runtime_error(value.dump() + " is not a size");
    file.sizevars.push_back({name, value.get<std::uint64_t>()});
  });
  each_of(model, "metadata", [&](const std::string& key, const json& value) {
    file.metadata.push_back({key, metadata_of(value)});
  });
  each_of(model, "tensors", [&](const std::string& name, const json& value) {
    file.tensors.push_back(tensor_of(name, value, folder));
  });
  return file;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: example_oinf_pack MODEL.json MODEL.oinf\n";
    return 2;
  }
  try {
    std::ifstream text(argv[1]);
    const json model = json::parse(text);
    const oinf::File file = file_of(model, std::filesystem::path(argv[1]).parent_path());
    if (const auto saved = schemac::save(file, argv[2]); !saved)
      throw std::runtime_error(to_string(saved.error()));
  } catch (const std::exception& error) {
    std::cerr << argv[1] << ": " << error.what() << '\n';
    return 1;
  }
  return 0;
}
