#include "plan/identifiers.h"

#include <cctype>

namespace schemac::plan {
namespace {

bool is_letter_or_digit(char ch) { return std::isalnum(static_cast<unsigned char>(ch)) != 0; }
bool is_upper(char ch) { return std::isupper(static_cast<unsigned char>(ch)) != 0; }
bool is_lower(char ch) { return std::islower(static_cast<unsigned char>(ch)) != 0; }
char to_upper(char ch) { return static_cast<char>(std::toupper(static_cast<unsigned char>(ch))); }
char to_lower(char ch) { return static_cast<char>(std::tolower(static_cast<unsigned char>(ch))); }

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

std::string escaped(std::string name) {
  if (name.empty()) return "_";
  if (std::isdigit(static_cast<unsigned char>(name.front())) != 0) name.insert(name.begin(), '_');
  if (reserved_words().contains(name)) name += '_';
  return name;
}

}  // namespace

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

std::string snake_identifier(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins_word =
        i > 0 && is_upper(name[i]) &&
        (is_lower(name[i - 1]) || (i + 1 < name.size() && is_lower(name[i + 1])));
    if (begins_word) out += '_';
    out += to_lower(name[i]);
  }
  return identifier(out);
}

std::string camel_identifier(std::string_view name) {
  std::string out;
  bool begins_word = true;
  for (const char ch : name) {
    if (is_letter_or_digit(ch)) out += begins_word ? to_upper(ch) : ch;
    begins_word = !is_letter_or_digit(ch);
  }
  return escaped(out);
}

std::string UniqueNames::add(std::string name) {
  std::string candidate = name;
  for (int number = 2; !taken_.insert(candidate).second; ++number)
    candidate = name + "_" + std::to_string(number);
  return candidate;
}

}  // namespace schemac::plan
