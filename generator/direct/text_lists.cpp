#include "direct/text_lists.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace schemac::direct {
namespace {

bool is_space(char ch) {
  return std::string_view(" \t\n\v\f\r").find(ch) != std::string_view::npos;
}
bool is_punctuation(char ch) {
  return std::string_view("{}<>[]:,;").find(ch) != std::string_view::npos;
}

// Behind the token at `at`: a quoted text, one sign, or anything else up to the next of these.
std::size_t behind_token(std::string_view text, std::size_t at) {
  const char first = text[at];
  if (is_punctuation(first)) return at + 1;
  if (first == '"' || first == '\'') {
    for (++at; at < text.size() && text[at] != first; ++at)
      if (text[at] == '\\') ++at;
    return at < text.size() ? at + 1 : text.size();
  }
  const auto ends = [](char ch) {
    return is_space(ch) || is_punctuation(ch) || ch == '"' || ch == '\'' || ch == '#';
  };
  while (at < text.size() && !ends(text[at])) ++at;
  return at;
}

// Something in brackets that the walk is in: elements only of a list.
struct OpenBrackets {
  std::optional<std::uint64_t> field;  // of a list: where its name begins
  std::vector<TextRange> elements = {};
  bool is_between = true;  // the next token begins an element
};

}  // namespace

TextLists::TextLists(std::string_view text) {
  std::vector<OpenBrackets> open;
  std::optional<std::uint64_t> name;  // of the field whose value may begin
  for (std::size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    if (text[at] == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    const std::size_t begin = at;
    const char sign = text[begin];
    at = behind_token(text, begin);
    if (sign == ',' && !open.empty()) {
      open.back().is_between = true;
      continue;
    }
    if (sign == ']' && !open.empty()) {
      if (open.back().field) lists_[*open.back().field] = std::move(open.back().elements);
      open.pop_back();
    } else if ((sign == '}' || sign == '>') && !open.empty()) {
      open.pop_back();
    }
    // What a list holds goes from the first of its tokens to the last, brackets of its own
    // included.
    if (!open.empty() && open.back().field) {
      if (std::exchange(open.back().is_between, false)) open.back().elements.push_back({begin, at});
      open.back().elements.back().end = at;
    }
    if (sign == '[')
      open.push_back({name});
    else if (sign == '{' || sign == '<')
      open.emplace_back();
    if (sign != ':') name = is_punctuation(sign) ? std::nullopt : std::optional(begin);
  }
}

}  // namespace schemac::direct
