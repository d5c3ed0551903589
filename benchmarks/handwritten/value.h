// A file as plain values: strings and vectors of its own, payloads borrowed from the bytes read.
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "handwritten/validate.h"
#include "handwritten/view.h"
#include "handwritten/wire.h"

namespace handwritten {

struct SizeVar {
  std::string name;
  std::uint64_t value = 0;
};

// One number or bool, as its little-endian bytes.
struct Scalar {
  ValueType type = ValueType::u8;
  std::array<std::byte, 8> bytes{};
};

struct Bitset {
  std::uint32_t bit_count = 0;
  std::vector<std::byte> bits;  // the lowest bit of a byte comes first
};

struct Array {
  ValueType type = ValueType::u8;
  std::vector<std::uint64_t> dims;
  Bytes data;  // borrowed
};

struct Metadata {
  std::string key;
  std::variant<Scalar, Bitset, std::string, Array> value;
};

struct Tensor {
  std::string name;
  std::vector<std::uint64_t> dims;
  Bytes data;  // borrowed
  ValueType type = ValueType::u8;
  bool has_data = false;
};

struct File {
  std::vector<SizeVar> sizevars;
  std::vector<Metadata> metadata;
  std::vector<Tensor> tensors;
};

inline std::vector<std::uint64_t> own(DimsView dims) {
  std::vector<std::uint64_t> owned(dims.size());
  if (!owned.empty()) std::memcpy(owned.data(), dims.bytes(), 8 * owned.size());
  return owned;
}

// Makes values of a file that was validated.
class ValueReader {
 public:
  ValueReader(Bytes bytes, const Header& header) : bytes_(bytes), header_(header) {}

  void read(File& out) const {
    const std::byte* at = bytes_.data() + header_.sizevars;
    out.sizevars.reserve(header_.n_sizevars);
    for (std::uint32_t i = 0; i < header_.n_sizevars; ++i) {
      const std::string_view name = take_name(at);
      out.sizevars.push_back({std::string(name), load<std::uint64_t>(at)});
      at += sizevar_rest;
    }
    at = bytes_.data() + header_.metadata;
    out.metadata.reserve(header_.n_metadata);
    for (std::uint32_t i = 0; i < header_.n_metadata; ++i) {
      const std::string_view key = take_name(at);
      const std::byte* const value = bytes_.data() + load<std::uint64_t>(at + 16);
      const auto type = static_cast<ValueType>(load<std::uint32_t>(at));
      out.metadata.push_back({std::string(key), read_value(type, value)});
      at += metadata_rest;
    }
    // The count is justified: `validate` has seen that many entries.
    out.tensors.reserve(header_.n_tensors);
    for (const TensorView tensor : TensorRange(bytes_, header_)) {
      out.tensors.push_back({std::string(tensor.name()), own(tensor.dims()),
                             tensor.has_data() ? tensor.data() : Bytes{}, tensor.type(),
                             tensor.has_data()});
    }
  }

 private:
  static std::string_view take_name(const std::byte*& at) {
    const std::uint64_t length = load<std::uint32_t>(at);
    const std::string_view name = text_at(at + 4, length);
    at += align8(4 + length);
    return name;
  }

  static decltype(Metadata::value) read_value(ValueType type, const std::byte* at) {
    if (type == ValueType::string) {
      return std::string(text_at(at + 4, load<std::uint32_t>(at)));
    }
    if (type == ValueType::bitset) {
      const std::byte* const bits = at + 8;
      return Bitset{load<std::uint32_t>(at), {bits, bits + load<std::uint32_t>(at + 4)}};
    }
    if (type == ValueType::ndarray) {
      Array array;
      array.type = static_cast<ValueType>(load<std::uint32_t>(at));
      array.dims = own({at + 8, load<std::uint32_t>(at + 4)});
      std::uint64_t count = 0;
      count_elements(at + 8, array.dims.size(), count);
      array.data = {at + 8 + 8 * array.dims.size(),
                    count * element_sizes[static_cast<std::uint32_t>(array.type)]};
      return array;
    }
    Scalar scalar;
    scalar.type = type;
    std::memcpy(scalar.bytes.data(), at, element_sizes[static_cast<std::uint32_t>(type)]);
    return scalar;
  }

  Bytes bytes_;
  Header header_;
};

// Reads every value into `out`, which should be empty; nothing is read of a file that breaks a
// rule.
template <Checks checks = Checks{}>
[[nodiscard]] Violation read(Bytes bytes, File& out) {
  Validator<checks> validator(bytes);
  const Violation violation = validator.run();
  if (violation.ok()) ValueReader(bytes, validator.layout()).read(out);
  return violation;
}

}  // namespace handwritten
