#include "emit/format/spelling.h"

#include <algorithm>
#include <array>

namespace schemac::emit::format {
namespace {

constexpr std::array<std::string_view, 14> plain_types = {
    "auto", "bool", "char",  "char8_t", "decltype", "double", "float",
    "int",  "long", "short", "signed",  "unsigned", "void",   "wchar_t"};
constexpr std::array<std::string_view, 50> words = {"__attribute__",
                                                    "alignas",
                                                    "alignof",
                                                    "break",
                                                    "case",
                                                    "catch",
                                                    "class",
                                                    "const",
                                                    "constexpr",
                                                    "continue",
                                                    "default",
                                                    "delete",
                                                    "do",
                                                    "else",
                                                    "enum",
                                                    "explicit",
                                                    "export",
                                                    "extern",
                                                    "false",
                                                    "for",
                                                    "friend",
                                                    "goto",
                                                    "if",
                                                    "inline",
                                                    "mutable",
                                                    "namespace",
                                                    "new",
                                                    "noexcept",
                                                    "nullptr",
                                                    "operator",
                                                    "private",
                                                    "protected",
                                                    "public",
                                                    "reinterpret_cast",
                                                    "requires",
                                                    "return",
                                                    "sizeof",
                                                    "static",
                                                    "static_assert",
                                                    "static_cast",
                                                    "struct",
                                                    "switch",
                                                    "template",
                                                    "this",
                                                    "throw",
                                                    "true",
                                                    "typename",
                                                    "union",
                                                    "using",
                                                    "while"};

// For most names the first two letters show that they are no word of the language.
constexpr auto pairs = [] {
  std::array<bool, 32 * 32> found{};
  const auto add = [&](std::string_view word) {
    found[static_cast<std::size_t>((word[0] & 31) * 32 + (word[1] & 31))] = true;
  };
  for (const std::string_view word : plain_types) add(word);
  for (const std::string_view word : words) add(word);
  return found;
}();

}  // namespace

Kind kind_of_word(std::string_view text) {
  if (text.size() < 2 || !pairs[static_cast<std::size_t>((text[0] & 31) * 32 + (text[1] & 31))])
    return Kind::name;
  if (std::binary_search(plain_types.begin(), plain_types.end(), text)) return Kind::plain_type;
  if (std::binary_search(words.begin(), words.end(), text)) return Kind::word;
  return Kind::name;
}

Sign sign_of(char first, char second, char third) {
  const bool is_doubled = first == second;
  const bool is_assigning = second == '=';
  switch (first) {
    case '(':
      return {1, Kind::open_round, unknown};
    case ')':
      return {1, Kind::close_round, unknown};
    case '[':
      return {1, Kind::open_square, unknown};
    case ']':
      return {1, Kind::close_square, unknown};
    case '{':
      return {1, Kind::open_curly, unknown};
    case '}':
      return {1, Kind::close_curly, unknown};
    case ',':
      return {1, Kind::comma, by_comma};
    case ';':
      return {1, Kind::semicolon, unknown};
    case '?':
      return {1, Kind::question, by_condition};
    case ':':
      return is_doubled ? Sign{2, Kind::two_colons, unknown} : Sign{1, Kind::colon, unknown};
    case '.':
      return is_doubled && third == '.' ? Sign{3, Kind::ellipsis, unknown}
                                        : Sign{1, Kind::dot, unknown};
    case '=':
      return is_doubled ? Sign{2, Kind::operation, by_equality}
                        : Sign{1, Kind::equal, by_assignment};
    case '<':
      if (is_assigning)
        return third == '>' ? Sign{3, Kind::operation, by_three_way}
                            : Sign{2, Kind::operation, by_relation};
      if (is_doubled)
        return third == '=' ? Sign{3, Kind::operation, by_assignment}
                            : Sign{2, Kind::operation, by_shift};
      return {1, Kind::less, by_relation};
    case '>':
      return is_assigning ? Sign{2, Kind::operation, by_relation}
                          : Sign{1, Kind::greater, by_relation};
    case '!':
      return is_assigning ? Sign{2, Kind::operation, by_equality}
                          : Sign{1, Kind::operation, unknown};
    case '&':
      if (is_doubled) return {2, Kind::operation, by_and};
      break;
    case '|':
      if (is_doubled) return {2, Kind::operation, by_or};
      break;
    case '-':
      if (second == '>')
        return third == '*' ? Sign{3, Kind::operation, by_member_pointer}
                            : Sign{2, Kind::arrow, unknown};
      [[fallthrough]];
    case '+':
      if (is_doubled) return {2, Kind::operation, unknown};
      break;
    default:
      break;
  }
  if (is_assigning) return {2, Kind::operation, by_assignment};
  constexpr std::string_view binary = "*/%+-&^|";
  constexpr std::array<Precedence, 8> bindings = {by_product, by_product, by_product, by_sum,
                                                  by_sum,     by_bit_and, by_bit_xor, by_bit_or};
  const std::size_t at = binary.find(first);
  return {1, Kind::operation, at < bindings.size() ? bindings[at] : unknown};
}

}  // namespace schemac::emit::format
