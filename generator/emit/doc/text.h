// Running text of a document: pieces that are plain, code, strong or links. What they say is
// decided when a page is made; how they are spelled and escaped is the business of the printers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace schemac::emit::doc {

/// What a thing is to whoever reads: roles of fields, levels of checks, and what is neither.
enum class Tone : std::uint8_t {
  none,
  given,
  derived,
  constant,
  choice,
  padding,
  error,
  rule,
  canonical,
  warn,
};
/// "given": the word for readers, and the class in HTML.
[[nodiscard]] std::string_view word(Tone tone);

enum class Style : std::uint8_t { plain, code, strong, badge };

struct Span {
  std::string text;
  Style style = Style::plain;
  std::string link;  ///< "#id" in the page, an https address, or empty
  Tone tone = Tone::none;
};
using Text = std::vector<Span>;

[[nodiscard]] inline Span code(std::string text, std::string link = {}) {
  return {std::move(text), Style::code, std::move(link), Tone::none};
}
[[nodiscard]] inline Span strong(std::string text) {
  return {std::move(text), Style::strong, {}, Tone::none};
}
[[nodiscard]] inline Span link(std::string text, std::string target) {
  return {std::move(text), Style::plain, std::move(target), Tone::none};
}
[[nodiscard]] inline Span badge(Tone tone, std::string link = {}) {
  return {std::string(word(tone)), Style::badge, std::move(link), tone};
}

inline void append(Text& out, std::string_view plain) {
  if (!plain.empty()) out.push_back({std::string(plain), Style::plain, {}, Tone::none});
}
/// Neighbouring pieces of code become one.
inline void append(Text& out, const Span& span) {
  const auto is_bare_code = [](const Span& each) {
    return each.style == Style::code && each.link.empty();
  };
  if (!out.empty() && is_bare_code(out.back()) && is_bare_code(span))
    out.back().text += span.text;
  else
    out.push_back(span);
}
inline void append(Text& out, const Text& text) {
  for (const Span& span : text) append(out, span);
}

/// Strings, spans and texts one after the other.
template <class... Pieces>
[[nodiscard]] Text text(const Pieces&... pieces) {
  Text out;
  (append(out, pieces), ...);
  return out;
}

/// "a, b and c".
[[nodiscard]] Text listed(const std::vector<Text>& items, std::string_view last_word = "and");

/// Words of a schema: what is between backquotes is code.
[[nodiscard]] Text prose(std::string_view words);

/// The characters alone.
[[nodiscard]] std::string flat(const Text& text);

/// "1 byte", "12 bytes", "65,536 bytes".
[[nodiscard]] std::string counted(std::uint64_t number, std::string_view one);

}  // namespace schemac::emit::doc
