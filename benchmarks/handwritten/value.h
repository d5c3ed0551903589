// A file as plain values: strings and vectors of its own, payloads borrowed from the bytes read.
#pragma once
#include <optional>
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

// What quantized elements mean.
struct Quant {
  std::uint32_t scheme = 1, scale_mode = 1, zero_mode = 0;
  std::uint64_t scale_axis = 0, zero_axis = 0;
  std::vector<float> scales;
  std::vector<std::int32_t> zeros;
};

struct Tensor {
  std::string name;
  std::vector<std::uint64_t> dims;
  Bytes data;  // borrowed
  ValueType type = ValueType::u8;
  bool has_data = false;
  std::optional<Quant> quant;  // version 2
};

struct File {
  std::uint32_t version = 1;
  std::vector<SizeVar> sizevars;
  std::vector<Metadata> metadata;
  std::vector<Tensor> tensors;
};

inline std::vector<std::uint64_t> own(DimsView dims) {
  std::vector<std::uint64_t> owned(dims.size());
  if (!owned.empty()) std::memcpy(owned.data(), dims.bytes(), 8 * owned.size());
  return owned;
}

// Makes values of a file that was validated a moment ago. Bytes of a mapping may have changed
// since, so every length, count and place is held against its table once more; rules that nothing
// is read by are not.
class ValueReader {
 public:
  ValueReader(Bytes bytes, const Header& header) : bytes_(bytes), header_(header) {}

  Violation read(File& out) const {
    out.version = header_.version;
    if (!read_sizevars(out)) return {Rule::bad_value, header_.sizevars};
    if (!read_metadata(out)) return {Rule::bad_value, header_.metadata};
    if (!read_tensors(out)) return {Rule::bad_value, header_.tensors};
    return {};
  }

 private:
  bool read_sizevars(File& out) const {
    // The counts are justified: `validate` has seen that many entries.
    out.sizevars.reserve(header_.n_sizevars);
    const std::byte* at = bytes_.data() + header_.sizevars;
    const std::byte* const end = bytes_.data() + header_.metadata;
    for (std::uint32_t i = 0; i < header_.n_sizevars; ++i) {
      std::string_view name;
      if (!take_name(at, end, sizevar_rest, name)) return false;
      out.sizevars.push_back({std::string(name), load<std::uint64_t>(at)});
      at += sizevar_rest;
    }
    return true;
  }

  bool read_metadata(File& out) const {
    out.metadata.reserve(header_.n_metadata);
    const std::byte* at = bytes_.data() + header_.metadata;
    const std::byte* const end = bytes_.data() + header_.tensors;
    for (std::uint32_t i = 0; i < header_.n_metadata; ++i) {
      std::string_view key;
      if (!take_name(at, end, metadata_rest, key)) return false;
      const auto type = load<std::uint32_t>(at);
      const auto size = load<std::uint64_t>(at + 8);
      const auto offset = load<std::uint64_t>(at + 16);
      if (!is_type(type, header_.version) || offset < header_.data || offset > bytes_.size() ||
          size > bytes_.size() - offset) {
        return false;
      }
      Metadata& entry = out.metadata.emplace_back();
      entry.key = key;
      if (!read_value(static_cast<ValueType>(type), {bytes_.data(), offset, size, 0},
                      entry.value)) {
        return false;
      }
      at += metadata_rest;
    }
    return true;
  }

  bool read_tensors(File& out) const {
    out.tensors.reserve(header_.n_tensors);
    TensorRange tensors(bytes_, header_);
    for (const TensorView& tensor : tensors) {
      const bool has_data = tensor.has_data();
      const std::optional<Bytes> data = has_data ? tensor.data() : Bytes{};
      if (!data) return false;
      out.tensors.push_back(
          {std::string(tensor.name()), own(tensor.dims()), *data, tensor.type(), has_data, {}});
      if (tensor.has_quant() && !read_quant(tensor.quant(), out.tensors.back().quant.emplace()))
        return false;
    }
    return !tensors.broken();
  }

  static bool read_quant(std::optional<Bytes> bytes, Quant& out) {
    if (!bytes) return false;
    const std::byte* const at = bytes->data();
    out.scheme = load<std::uint32_t>(at);
    out.scale_mode = load<std::uint32_t>(at + 4);
    out.zero_mode = load<std::uint32_t>(at + 8);
    out.scale_axis = load<std::uint64_t>(at + 16);
    const auto scales = load<std::uint64_t>(at + 24);
    out.zero_axis = load<std::uint64_t>(at + 32);
    const auto zeros = load<std::uint64_t>(at + 40);
    const std::uint64_t room = (bytes->size() - quant_size) / 4;
    if (scales > room || zeros > room - scales) return false;
    out.scales.resize(scales);
    out.zeros.resize(zeros);
    if (scales != 0) std::memcpy(out.scales.data(), at + quant_size, 4 * scales);
    if (zeros != 0) std::memcpy(out.zeros.data(), at + quant_size + 4 * scales, 4 * zeros);
    return true;
  }

  static bool take_name(const std::byte*& at, const std::byte* end, std::uint64_t rest,
                        std::string_view& name) {
    const auto left = static_cast<std::uint64_t>(end - at);
    if (left < 8 + rest) return false;
    const std::uint64_t length = load<std::uint32_t>(at);
    if (align8(4 + length) > left - rest) return false;
    name = text_at(at + 4, length);
    at += align8(4 + length);
    return true;
  }

  // Each number is loaded once and held against what is left of the payload.
  static bool read_value(ValueType type, const Payload& payload, decltype(Metadata::value)& out) {
    const bool is_scalar = is_element_type(static_cast<std::uint32_t>(type));
    const std::byte* const at = payload.at(0);
    if (is_scalar) {
      Scalar& scalar = out.emplace<Scalar>();
      scalar.type = type;
      if (payload.size != size_of_scalar(static_cast<std::uint32_t>(type))) return false;
      std::memcpy(scalar.bytes.data(), at, payload.size);
      return true;
    }
    if (payload.size < 8) return false;
    const std::uint64_t first = load<std::uint32_t>(at);
    const std::uint64_t second = load<std::uint32_t>(at + 4);
    if (type == ValueType::string) {
      if (first > payload.size - 4) return false;
      out.emplace<std::string>(text_at(at + 4, first));
      return true;
    }
    if (type == ValueType::bitset) {
      if (second > payload.size - 8 || second != (first + 7) / 8) return false;
      Bitset& bits = out.emplace<Bitset>();
      bits.bit_count = static_cast<std::uint32_t>(first);
      bits.bits.assign(at + 8, at + 8 + second);
      return true;
    }
    if (!is_element_type(static_cast<std::uint32_t>(first)) || second > (payload.size - 8) / 8) {
      return false;
    }
    Array& array = out.emplace<Array>();
    array.type = static_cast<ValueType>(first);
    array.dims = own({at + 8, static_cast<std::uint32_t>(second)});
    const std::uint64_t left = payload.size - 8 - 8 * second;
    std::uint64_t size = 0;
    const auto* const dims = reinterpret_cast<const std::byte*>(array.dims.data());
    if (!array_size(static_cast<std::uint32_t>(first), dims, second, size) || size > left)
      return false;
    array.data = {at + 8 + 8 * second, size};
    return true;
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
  return violation.ok() ? ValueReader(bytes, validator.layout()).read(out) : violation;
}

}  // namespace handwritten
