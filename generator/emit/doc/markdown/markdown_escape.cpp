#include <algorithm>

#include "emit/doc/markdown/markdown.h"
#include "html/escape.h"

namespace schemac::emit::doc {
namespace {

// What may begin markup anywhere in a line. '<' and '&' become entities, since a backslash before
// them is not understood by all; the others get a backslash.
constexpr std::string_view markup = "\\`*_{}[]()#+-!|~$:@";

// On one line.
std::string plain_line(std::string_view words) {
  std::string out = html::printable(words);
  for (char& ch : out)
    if (ch == '\n' || ch == '\t') ch = ' ';
  return out;
}

bool is_letter_or_digit(char ch) {
  return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

// Signs that are markup only at the start of a word or line: most texts need no backslash for them.
bool is_harmless(std::string_view words, std::size_t at) {
  switch (words[at]) {
    case '-':
    case '+':
    case '#':
      return words.find_first_not_of(" -+#") < at;
    case '(':
    case ')':
      return at == 0 || words[at - 1] != ']';
    case '!':
      return at + 1 >= words.size() || words[at + 1] != '[';
    case ':':
    case '@':
      // Addresses and e-mail are made links by themselves.
      return at + 1 >= words.size() || words[at + 1] == ' ';
    case '_':
      return at > 0 && at + 1 < words.size() && is_letter_or_digit(words[at - 1]) &&
             is_letter_or_digit(words[at + 1]);
    default:
      return false;
  }
}

}  // namespace

std::string markdown_escaped(std::string_view words) {
  const std::string line = plain_line(words);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char ch = line[i];
    if (ch == '<') {
      out += "&lt;";
    } else if (ch == '>') {
      out += "&gt;";
    } else if (ch == '&') {
      out += "&amp;";
    } else {
      if (markup.find(ch) != markup.npos && !is_harmless(line, i)) out += '\\';
      out += ch;
    }
  }
  return out;
}

std::string markdown_code(std::string_view words, bool in_table) {
  // More backquotes around than inside.
  std::size_t longest = 0, run = 0;
  std::string inside;
  for (const char ch : plain_line(words)) {
    run = ch == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
    if (ch == '|' && in_table) inside += '\\';
    inside += ch;
  }
  if (inside.empty()) return {};
  const std::string fence(longest + 1, '`');
  const bool needs_space = inside.front() == '`' || inside.back() == '`';
  return fence + (needs_space ? " " : "") + inside + (needs_space ? " " : "") + fence;
}

}  // namespace schemac::emit::doc
