// Numbers of things in sentences: "1 byte", "2 bytes".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace schemac::impl {

/// A number and what it counts, which is written as one of several: "bytes".
[[nodiscard]] inline std::string counted(std::uint64_t number, std::string_view plural) {
  if (number == 1) plural.remove_suffix(1);
  return std::to_string(number).append(" ").append(plural);
}

namespace detail {

/// What follows a 1 in a sentence that is written for any number: "bytes are left" becomes
/// "byte is left".
inline void append_singular(std::string& out, std::string_view& rest) {
  using Words = std::pair<std::string_view, std::string_view>;
  constexpr std::array<Words, 3> nouns{
      {{" bytes", " byte"}, {" elements", " element"}, {" characters", " character"}}};
  constexpr std::array<Words, 3> verbs{
      {{" are left", " is left"}, {" are there", " is there"}, {" are allowed", " is allowed"}}};
  for (const Words& noun : nouns) {
    if (!rest.starts_with(noun.first)) continue;
    out += noun.second;
    rest.remove_prefix(noun.first.size());
    break;
  }
  for (const Words& verb : verbs) {
    if (!rest.starts_with(verb.first)) continue;
    out += verb.second;
    rest.remove_prefix(verb.first.size());
    break;
  }
}

}  // namespace detail

}  // namespace schemac::impl
