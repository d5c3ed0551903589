#include "plan/identifiers.h"

#include "model/spelling.h"

namespace schemac::plan {
namespace {

bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }
bool is_letter_or_digit(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || is_digit(ch);
}

// Keywords and alternative tokens of C++20, then macros that standard headers define and no
// `#undef` may take away.
const std::set<std::string_view>& reserved_words() {
  static const std::set<std::string_view> words = {
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
      "xor",           "xor_eq",      "NULL",
      "EOF",           "NAN",         "INFINITY",
      "assert",        "errno",       "EDOM",
      "ERANGE",        "EILSEQ",      "BUFSIZ",
      "RAND_MAX",      "linux",       "unix",
      "major",         "minor",       "makedev",
      "stdin",         "stdout",      "stderr"};
  return words;
}

// The limits of C's types: INT64_MIN, SIZE_MAX.
bool is_limit(std::string_view name) {
  if (name == "CHAR_BIT") return true;
  if (!name.ends_with("_MIN") && !name.ends_with("_MAX")) return false;
  static const std::set<std::string_view> types = {
      "CHAR",         "SCHAR",        "UCHAR",        "SHRT",        "USHRT",       "INT",
      "UINT",         "LONG",         "ULONG",        "LLONG",       "ULLONG",      "INT8",
      "INT16",        "INT32",        "INT64",        "UINT8",       "UINT16",      "UINT32",
      "UINT64",       "INT_LEAST8",   "INT_LEAST16",  "INT_LEAST32", "INT_LEAST64", "UINT_LEAST8",
      "UINT_LEAST16", "UINT_LEAST32", "UINT_LEAST64", "INT_FAST8",   "INT_FAST16",  "INT_FAST32",
      "INT_FAST64",   "UINT_FAST8",   "UINT_FAST16",  "UINT_FAST32", "UINT_FAST64", "INTPTR",
      "UINTPTR",      "INTMAX",       "UINTMAX",      "PTRDIFF",     "SIZE",        "SIG_ATOMIC",
      "WCHAR",        "WINT",         "FLT",          "DBL",         "LDBL"};
  return types.contains(name.substr(0, name.size() - 4));
}

}  // namespace

std::string escaped(std::string name) {
  if (name.empty()) return "_";
  if (is_digit(name.front())) name.insert(name.begin(), '_');
  if (reserved_words().contains(name) || is_limit(name)) name += '_';
  return name;
}

std::string identifier(std::string_view name) {
  std::string out;
  for (const char ch : name) {
    const char next = is_letter_or_digit(ch) ? ch : '_';
    // Two '_' in a row and a first '_' before a capital belong to the compiler.
    if (next == '_' && (out.empty() || out.back() == '_')) continue;
    out += next;
  }
  return escaped(out);
}

std::string snake_identifier(std::string_view name) { return identifier(model::snake_case(name)); }

std::string camel_identifier(std::string_view name) {
  std::string out = escaped(model::camel_case(name));
  if (out == "Out") out += '_';  // what the writers of a header call their sink's type
  return out;
}

std::string UniqueNames::add(const std::string& name) {
  std::string candidate = name;
  for (int number = 2; !taken_.insert(candidate).second; ++number)
    candidate = name + "_" + std::to_string(number);
  return candidate;
}

}  // namespace schemac::plan
