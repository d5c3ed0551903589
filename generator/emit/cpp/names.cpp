#include "emit/cpp/names.h"

#include <algorithm>
#include <array>

namespace schemac::emit::cpp {
namespace {

constexpr std::array<std::string_view, 97> keywords = {
    "alignas",       "alignof",     "and",
    "and_eq",        "asm",         "auto",
    "bitand",        "bitor",       "bool",
    "break",         "case",        "catch",
    "char",          "char8_t",     "char16_t",
    "char32_t",      "class",       "compl",
    "concept",       "const",       "consteval",
    "constexpr",     "constinit",   "const_cast",
    "continue",      "co_await",    "co_return",
    "co_yield",      "decltype",    "default",
    "delete",        "do",          "double",
    "dynamic_cast",  "else",        "enum",
    "explicit",      "export",      "extern",
    "false",         "float",       "for",
    "friend",        "goto",        "if",
    "inline",        "int",         "long",
    "mutable",       "namespace",   "new",
    "noexcept",      "not",         "not_eq",
    "nullptr",       "operator",    "or",
    "or_eq",         "private",     "protected",
    "public",        "register",    "reinterpret_cast",
    "requires",      "return",      "short",
    "signed",        "sizeof",      "static",
    "static_assert", "static_cast", "struct",
    "switch",        "template",    "this",
    "thread_local",  "throw",       "true",
    "try",           "typedef",     "typeid",
    "typename",      "union",       "unsigned",
    "using",         "virtual",     "void",
    "volatile",      "wchar_t",     "while",
    "xor",           "xor_eq",      "std",
    "schemac",       "detail",      "main",
    "assert"};

bool is_upper(char ch) { return ch >= 'A' && ch <= 'Z'; }
bool is_lower(char ch) { return ch >= 'a' && ch <= 'z'; }
bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }
char to_upper(char ch) { return is_lower(ch) ? static_cast<char>(ch - 'a' + 'A') : ch; }
char to_lower(char ch) { return is_upper(ch) ? static_cast<char>(ch - 'A' + 'a') : ch; }

}  // namespace

std::string escaped(std::string_view identifier) {
  std::string out(identifier);
  if (out.empty() || is_digit(out.front())) out.insert(out.begin(), '_');
  if (std::find(keywords.begin(), keywords.end(), out) != keywords.end()) out += '_';
  return out;
}

std::string namespace_name(const plan::Plan& plan) {
  const bool is_taken = plan.format == "std" || plan.format == "schemac";
  return is_taken ? plan.format + "_" : escaped(plan.format);
}

std::string camel_case(std::string_view name) {
  std::string out;
  bool starts = true;
  for (const char ch : name) {
    const bool is_word = is_upper(ch) || is_lower(ch) || is_digit(ch);
    if (is_word) out += starts ? to_upper(ch) : ch;
    starts = !is_word;
  }
  return out;
}

std::string snake_case(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char ch = name[i];
    const bool is_word = is_upper(ch) || is_lower(ch) || is_digit(ch);
    const bool ends_word = i > 0 && (is_lower(name[i - 1]) || is_digit(name[i - 1]));
    const bool before_word =
        i > 0 && is_upper(name[i - 1]) && i + 1 < name.size() && is_lower(name[i + 1]);
    if (is_upper(ch) && (ends_word || before_word)) out += '_';
    out += is_word ? to_lower(ch) : '_';
  }
  return out;
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

std::string stored_type(Dtype dtype) {
  switch (dtype) {
    case Dtype::f16:
    case Dtype::bf16:
      return "std::uint16_t";
    case Dtype::f8e5m2:
    case Dtype::bool8:
      return "std::uint8_t";
    case Dtype::u8:
    case Dtype::u16:
    case Dtype::u32:
    case Dtype::u64:
    case Dtype::i8:
    case Dtype::i16:
    case Dtype::i32:
    case Dtype::i64:
    case Dtype::f32:
    case Dtype::f64:
    case Dtype::c64:
    case Dtype::c128:
    case Dtype::u4:
    case Dtype::u2:
    case Dtype::u1:
    case Dtype::i4:
    case Dtype::i2:
    case Dtype::i1:
    case Dtype::t2:
    case Dtype::t1:
      break;
  }
  return scalar_type(dtype);
}

std::string dtype_name(Dtype dtype) { return "schemac::Dtype::" + std::string(name(dtype)); }

std::string endian_argument(Endian endian, Dtype dtype) {
  return endian == Endian::big && bit_count(dtype) > 8 ? ", schemac::Endian::big" : "";
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
    if (ch == '"' || ch == '\\') {
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

std::string rule_name(Rule rule) {
  std::string out = "schemac::Rule::" + std::string(id(rule));
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

std::string level_name(Level level) { return "schemac::Level::" + std::string(id(level)); }

std::string view_name(const plan::Record& record) { return camel_case(record.name) + "View"; }
std::string range_name(const plan::Record& record) { return camel_case(record.name) + "Range"; }

}  // namespace schemac::emit::cpp
