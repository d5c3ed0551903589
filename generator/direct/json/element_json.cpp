#include "direct/json/element_json.h"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "direct/byte_text.h"
#include "direct/flags.h"
#include "direct/json/array_file.h"
#include "direct/json/value_json.h"
#include "direct/number.h"
#include "schemac/base/counted.h"
#include "schemac/base/load.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

std::string hex_number(std::uint64_t value, std::size_t digits) {
  std::string text(digits, '0');
  for (std::size_t i = digits; i-- > 0; value >>= 4) text[i] = "0123456789abcdef"[value & 15];
  return text;
}

// The shortest decimal that comes back as the same f32, if a double can carry it there.
double shortest(float value) {
  char text[64];
  const auto end = std::to_chars(text, text + sizeof text - 1, value).ptr;
  *end = '\0';
  const double decimal = std::strtod(text, nullptr);
  return static_cast<float>(decimal) == value ? decimal : static_cast<double>(value);
}

std::uint64_t words(Dtype dtype) { return bit_count(dtype) / 8; }

}  // namespace

Json number_json(Int128 value) {
  if (value >= 0) return Json(static_cast<std::uint64_t>(value));
  return Json(static_cast<std::int64_t>(value));
}

Json real_json(Dtype dtype, std::uint64_t bits) {
  const double value = to_double(dtype, bits);
  if (std::isnan(value)) {
    if (bits == from_double(dtype, std::nan(""))) return "nan";
    return "nan:" + hex_number(bits, bit_count(dtype) / 4);
  }
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return dtype == Dtype::f32 ? shortest(static_cast<float>(value)) : value;
}

std::optional<std::uint64_t> real_bits(Dtype dtype, const Json& json) {
  if (json.is_number()) {
    const std::uint64_t bits = from_double(dtype, json.get<double>());
    return std::isfinite(to_double(dtype, bits)) ? std::optional(bits) : std::nullopt;
  }
  if (!json.is_string()) return std::nullopt;
  const auto& text = json.get_ref<const std::string&>();
  if (text == "nan") return from_double(dtype, std::nan(""));
  if (text == "inf") return from_double(dtype, HUGE_VAL);
  if (text == "-inf") return from_double(dtype, -HUGE_VAL);
  if (text.rfind("nan:", 0) != 0 || text.size() != 4 + bit_count(dtype) / 4) return std::nullopt;
  std::uint64_t bits = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data() + 4, end, bits, 16);
  if (result.ec != std::errc() || result.ptr != end || !std::isnan(to_double(dtype, bits)))
    return std::nullopt;
  return bits;
}

std::optional<Int128> whole_number(const Json& json) {
  if (json.is_number_unsigned()) return Int128{json.get<std::uint64_t>()};
  if (json.is_number_integer()) return Int128{json.get<std::int64_t>()};
  return std::nullopt;
}

Json element_json(Dtype dtype, Endian endian, Bytes bytes, std::uint64_t index) {
  if (is_packed(dtype)) return number_json(load_packed(dtype, bytes.data(), index));
  const std::byte* at = bytes.data() + index * words(dtype);
  if (dtype == Dtype::c64 || dtype == Dtype::c128) {
    const Dtype component = dtype == Dtype::c64 ? Dtype::f32 : Dtype::f64;
    const auto real = static_cast<std::uint64_t>(load_number(component, endian, at));
    const auto imaginary =
        static_cast<std::uint64_t>(load_number(component, endian, at + words(component)));
    return Json::array({real_json(component, real), real_json(component, imaginary)});
  }
  const Int128 value = load_number(dtype, endian, at);
  if (is_real(dtype)) return real_json(dtype, static_cast<std::uint64_t>(value));
  if (dtype == Dtype::bool8 && (value == 0 || value == 1)) return Json(value == 1);
  return number_json(value);
}

Json element_json(const Scalars& list, std::uint64_t index) {
  if (list.enumeration != nullptr || list.flags != nullptr) {
    const Int128 value = is_packed(list.dtype)
                             ? load_packed(list.dtype, list.content.bytes.data(), index)
                             : load_number(list.dtype, list.endian,
                                           list.content.bytes.data() + index * words(list.dtype));
    if (list.flags != nullptr) return to_json({flags_of(*list.flags, value)}, Payloads::preview);
    for (const plan::EnumMember& member : list.enumeration->members) {
      if (member.value == value) return member.name;
    }
  }
  if (list.dtype == Dtype::bool8)  // as C++ holds it; what else it is, a check says
    return Json(list.content.bytes[index] != std::byte{0});
  return element_json(list.dtype, list.endian, list.content.bytes, index);
}

std::uint64_t element_count(const Payload& payload) {
  const std::uint64_t bits = bit_count(payload.dtype);
  const std::uint64_t room = payload.content.bytes.size();
  const std::uint64_t most = bits < 8 ? room * (8 / bits) : room / (bits / 8);
  if (!payload.dims) return std::min<std::uint64_t>(most, 1);
  std::uint64_t count = 1;
  for (const std::uint64_t dim : *payload.dims) {
    if (dim == 0) return 0;
    count = count > most / dim ? most : count * dim;
  }
  return std::min(count, most);
}

std::optional<std::string> size_problem(const Payload& payload,
                                        const std::vector<std::uint64_t>* dims) {
  const Dtype unit = payload.given ? Dtype::u8 : payload.dtype;  // a byte an element counts them
  const std::uint64_t held = payload.given.value_or(payload.content.bytes.size());
  const std::optional<std::uint64_t> needed =
      size_of_elements(unit, dims != nullptr ? *dims : std::vector<std::uint64_t>());
  if (needed == held) return std::nullopt;
  const std::string things = payload.given ? "elements" : "bytes";
  return type_text(payload.dtype, dims) + (payload.given ? " has " : " takes ") +
         (needed ? impl::counted(*needed, things) : "too many " + things) + ", but its data has " +
         std::to_string(held);
}

std::string size_text(Dtype dtype, const std::vector<std::uint64_t>* dims) {
  const auto size = size_of_elements(dtype, dims != nullptr ? *dims : std::vector<std::uint64_t>());
  const std::string text = type_text(dtype, dims) + " takes ";
  if (!size) return text + "too many bytes";
  return text + std::to_string(*size) + (*size == 1 ? " byte" : " bytes");
}

Json numpy_json(Dtype dtype, Endian endian) {
  const auto name = numpy_name(dtype, endian);
  return name ? Json(*name) : Json(nullptr);
}
Json numpy_json(const ElementType& element) {
  return element.dtype ? numpy_json(*element.dtype, element.endian)
                       : Json(source::as_utf8(element.name));
}

Json text_json(Bytes characters) {
  if (!is_utf8(characters)) return Json{{"hex", to_hex(characters)}};
  return std::string(impl::text_at(characters.data(), characters.size()));
}

std::string type_text(Dtype dtype, const std::vector<std::uint64_t>* dims) {
  std::string text(name(dtype));
  if (dims == nullptr) return text;
  text += '[';
  for (std::size_t i = 0; i < dims->size(); ++i)
    text += (i == 0 ? "" : ", ") + std::to_string((*dims)[i]);
  return text + ']';
}

}  // namespace schemac::direct
