#include "plan/charset.h"

#include <array>
#include <charconv>

namespace schemac::plan {
namespace {

struct Parser {
  std::string_view text;
  std::string& problem;
  std::size_t at = 0;
  std::array<bool, 256> allowed{};

  bool fail(std::string reason) {
    problem = std::move(reason);
    return false;
  }
  bool is_at(char ch) const { return at < text.size() && text[at] == ch; }

  // One character of a class, an escape resolved.
  bool take_character(unsigned char& out) {
    if (at >= text.size()) return fail("a '[' is not closed by ']'");
    char ch = text[at++];
    if (ch == '\\') {
      if (at >= text.size()) return fail("a '\\' is at the end");
      ch = text[at++];
      switch (ch) {
        case 'n':
          ch = '\n';
          break;
        case 'r':
          ch = '\r';
          break;
        case 't':
          ch = '\t';
          break;
        case '\\':
        case ']':
        case '[':
        case '-':
        case '^':
        case '.':
        case '/':
          break;
        default:
          return fail(std::string("'\\") + ch + "' is not an escape of character classes");
      }
    }
    out = static_cast<unsigned char>(ch);
    return true;
  }

  bool take_class() {
    if (!is_at('[')) return fail("it must begin with '['");
    ++at;
    const bool is_negated = is_at('^');
    if (is_negated) ++at;
    while (!is_at(']')) {
      unsigned char first = 0;
      if (!take_character(first)) return false;
      unsigned char last = first;
      if (is_at('-') && at + 1 < text.size() && text[at + 1] != ']') {
        ++at;
        if (!take_character(last)) return false;
      }
      if (last < first) return fail("a range runs backwards");
      for (unsigned byte = first; byte <= last; ++byte) allowed[byte] = true;
    }
    ++at;
    if (is_negated)
      for (bool& is_allowed : allowed) is_allowed = !is_allowed;
    return true;
  }

  bool take_number(std::uint64_t& out) {
    const auto result = std::from_chars(text.data() + at, text.data() + text.size(), out);
    if (result.ec != std::errc()) return fail("a number is missing after '{'");
    at = static_cast<std::size_t>(result.ptr - text.data());
    return true;
  }

  // '+', '*', '?', {n}, {n,} or {n,m}; nothing means any number, as '*'.
  bool take_quantifier(Charset& out) {
    if (at == text.size()) return true;
    const char ch = text[at++];
    if (ch == '+') {
      out.least = 1;
    } else if (ch == '?') {
      out.most = 1;
    } else if (ch == '{') {
      if (!take_number(out.least)) return false;
      out.most = out.least;
      if (is_at(',')) {
        ++at;
        out.most.reset();
        std::uint64_t most = 0;
        if (!is_at('}')) {
          if (!take_number(most)) return false;
          out.most = most;
        }
      }
      if (!is_at('}')) return fail("a '{' is not closed by '}'");
      ++at;
    } else if (ch != '*') {
      --at;
    }
    return at == text.size() ||
           fail("'" + std::string(text.substr(at)) + "' comes after the class");
  }
};

}  // namespace

std::optional<Charset> parse_charset(std::string_view text, std::string& problem) {
  Parser parser{text, problem};
  Charset out;
  if (!parser.take_class()) return std::nullopt;
  out.class_text = std::string(text.substr(0, parser.at));
  if (!parser.take_quantifier(out)) return std::nullopt;
  for (unsigned byte = 0; byte < 256; ++byte)
    if (parser.allowed[byte]) out.characters += static_cast<char>(byte);
  return out;
}

}  // namespace schemac::plan
