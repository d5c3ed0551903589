#include "emit/cpp/names.h"

#include <algorithm>
#include <array>

namespace schemac::emit::cpp {

std::string namespace_name(const plan::Plan& plan) {
  const bool is_taken = plan.format == "std" || plan.format == "schemac" || plan.format == "main";
  return is_taken ? plan.format + "_" : escaped(plan.format);
}

std::string scalar_type(Dtype dtype) {
  switch (dtype) {
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
      return "std::uint" + std::to_string(bit_count(dtype)) + "_t";
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
      return "std::int" + std::to_string(bit_count(dtype)) + "_t";
    case Dtype::f16:
      return "schemac::Half";
    case Dtype::bf16:
      return "schemac::BFloat16";
    case Dtype::f8e5m2:
      return "schemac::Float8";
    case Dtype::f32:
      return "float";
    case Dtype::f64:
      return "double";
    case Dtype::bool8:
    case Dtype::u1:
      return "bool";
    case Dtype::c64:
      return "std::complex<float>";
    case Dtype::c128:
      return "std::complex<double>";
    case Dtype::u4:
    case Dtype::u2:
      return "std::uint8_t";
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      return "std::int8_t";
  }
  return {};
}

bool is_short_float(Dtype dtype) {
  return dtype == Dtype::f16 || dtype == Dtype::bf16 || dtype == Dtype::f8e5m2;
}

std::string stored_type(Dtype dtype) {
  if (dtype == Dtype::f16 || dtype == Dtype::bf16) return "std::uint16_t";
  if (dtype == Dtype::f8e5m2 || dtype == Dtype::bool8) return "std::uint8_t";
  return scalar_type(dtype);
}

std::string dtype_name(Dtype dtype) { return "schemac::Dtype::" + std::string(name(dtype)); }

std::string head_form(plan::HeadForm form) {
  constexpr std::string_view names[] = {"text", "bytes", "list", "map"};
  return "schemac::impl::msgpack::HeadForm::" + std::string(names[static_cast<std::size_t>(form)]);
}

std::string endian_argument(const plan::Scalar& scalar) {
  const bool is_big = scalar.endian == Endian::big && bit_count(scalar.dtype) > 8;
  return is_big && !scalar.is_of_file ? ", schemac::Endian::big" : "";
}

std::string endian_name(Endian endian) {
  return endian == Endian::big ? "schemac::Endian::big" : "schemac::Endian::little";
}

std::string literal(model::Int128 number) {
  std::string out = model::to_text(number);
  if (number == model::min_i64) return "INT64_MIN";
  if (number > INT32_MAX) out += 'u';
  return out;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char ch : text) {
    const auto byte = static_cast<unsigned char>(ch);
    const bool is_trigraph = ch == '?' && out.back() == '?';
    if (ch == '"' || ch == '\\' || is_trigraph) {
      out += '\\';
      out += ch;
    } else if (byte >= 0x20 && byte < 0x7f) {
      out += ch;
    } else {
      out += '\\';
      for (const unsigned shift : {6u, 3u, 0u})
        out += static_cast<char>('0' + ((byte >> shift) & 7));
    }
  }
  return out + '"';
}

std::string text_literal(std::string_view text) {
  if (text.find('\0') == std::string_view::npos) return quoted(text);
  return "std::string_view(" + quoted(text) + ", " + std::to_string(text.size()) + ")";
}

std::string rule_name(Rule rule) {
  std::string out = "schemac::impl::Rule::" + std::string(id(rule));
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

std::string level_name(Level level) { return "schemac::impl::Level::" + std::string(id(level)); }

std::string view_name(const plan::Record& record) { return record.name + "View"; }

std::string folder_class(const model::Directory& directory) {
  return camel_case(directory.name) + "Folder";
}
std::string folder_member(const std::string& name) {
  constexpr std::array<std::string_view, 6> own = {"open",     "grow",        "shrink",
                                                   "validate", "may_be_part", "folder"};
  const std::string plain = snake_case(name);
  if (plain == "folder") return "its_folder";  // `folder_` is a member of the class
  const bool is_taken = std::find(own.begin(), own.end(), plain) != own.end();
  return is_taken ? plain + "_" : escaped(plain);
}

}  // namespace schemac::emit::cpp
