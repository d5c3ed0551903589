#include "emit/doc/text.h"

#include <array>

namespace schemac::emit::doc {

std::string_view word(Tone tone) {
  constexpr std::array<std::string_view, 10> words = {"",          "given",   "derived", "constant",
                                                      "choice",    "padding", "error",   "rule",
                                                      "canonical", "warn"};
  return words[static_cast<std::size_t>(tone)];
}

Text listed(const std::vector<Text>& items, std::string_view last_word) {
  Text out;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) append(out, i + 1 < items.size() ? ", " : " " + std::string(last_word) + " ");
    append(out, items[i]);
  }
  return out;
}

Text prose(std::string_view words) {
  Text out;
  while (!words.empty()) {
    const auto open = words.find('`');
    const auto close = open == words.npos ? open : words.find('`', open + 1);
    if (close == words.npos || close == open + 1) break;
    append(out, words.substr(0, open));
    out.push_back(code(std::string(words.substr(open + 1, close - open - 1))));
    words.remove_prefix(close + 1);
  }
  append(out, words);
  return out;
}

std::string flat(const Text& text) {
  std::string out;
  for (const Span& span : text) out += span.text;
  return out;
}

std::string counted(std::uint64_t number, std::string_view one) {
  std::string digits = std::to_string(number);
  if (number >= 10000)
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits + " " + std::string(one) + (number == 1 ? "" : "s");
}

}  // namespace schemac::emit::doc
