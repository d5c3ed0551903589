#include "direct/text/text_lists.h"

#include <optional>
#include <utility>

#include "direct/text/text_tokens.h"

namespace schemac::direct {
namespace {

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
  for (TextTokens tokens(text); tokens.next();) {
    const char sign = tokens.first();
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
      if (std::exchange(open.back().is_between, false))
        open.back().elements.push_back({tokens.begin(), tokens.end()});
      open.back().elements.back().end = tokens.end();
    }
    if (sign == '[')
      open.push_back({name});
    else if (sign == '{' || sign == '<')
      open.emplace_back();
    if (sign != ':')
      name = tokens.is_sign() ? std::nullopt : std::optional<std::uint64_t>(tokens.begin());
  }
}

}  // namespace schemac::direct
