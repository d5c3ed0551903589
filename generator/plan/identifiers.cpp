#include "plan/identifiers.h"

#include "model/spelling.h"
#include "model/system_names.h"

namespace schemac::plan {
namespace {

bool is_digit(char ch) { return ch >= '0' && ch <= '9'; }
bool is_letter_or_digit(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || is_digit(ch);
}

// Keywords and alternative tokens of C++20, then macros that other compilers and systems define.
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

}  // namespace

std::string escaped(std::string name) {
  if (name.empty()) return "_";
  if (is_digit(name.front())) name.insert(name.begin(), '_');
  const bool is_macro = model::is_system_macro(name) || name.starts_with("SCHEMAC_");
  if (reserved_words().contains(name) || is_macro) name += '_';
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
  // What ends in one is generated: private members, words of C++.
  if (out.ends_with('_')) out.pop_back();
  return escaped(out);
}

std::string snake_identifier(std::string_view name) { return identifier(model::snake_case(name)); }

std::string camel_identifier(std::string_view name) {
  std::string out = escaped(model::camel_case(name));
  // What generated code calls types of templates, and of classes that a schema's types are in.
  for (const std::string_view own : {"Out", "Choices", "HeadBytes"})
    if (out == own) out += '_';
  return out;
}

std::string UniqueNames::add(const std::string& name) {
  std::string candidate = name;
  for (int number = 2; is_taken(candidate); ++number)
    candidate = name + (name.ends_with('_') ? "" : "_") + std::to_string(number);
  taken_.insert(candidate);
  return candidate;
}

std::string TypeNames::add(const std::string& name) {
  std::string candidate = name;
  const auto is_free = [this](const std::string& one) {
    return !taken_.contains(one) && !small_.contains(model::snake_case(one));
  };
  for (int number = 2; !is_free(candidate); ++number)
    candidate = name + (name.ends_with('_') ? "" : "_") + std::to_string(number);
  taken_.insert(candidate);
  small_.insert(model::snake_case(candidate));
  return candidate;
}

std::vector<std::string> UniqueNames::add_all(const std::vector<std::string>& names) {
  std::vector<std::string> result(names.size());
  for (const bool is_exact : {true, false})
    for (std::size_t i = 0; i < names.size(); ++i)
      if ((identifier(names[i]) == names[i]) == is_exact) result[i] = add(identifier(names[i]));
  return result;
}

}  // namespace schemac::plan
