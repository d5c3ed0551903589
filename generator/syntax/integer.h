// Whole numbers as a schema spells them: from -(2^64 - 1) to 2^64 - 1, decimal, 0x or 0b, with
// underscores between digits. One struct, because neither int64 nor uint64 holds both -1 and
// 2^64 - 1, which formats do use as "not stated".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace schemac::syntax {

struct Integer {
  bool is_negative = false;  ///< never set for 0
  std::uint64_t magnitude = 0;

  [[nodiscard]] std::optional<std::int64_t> to_signed() const;
  [[nodiscard]] std::optional<std::uint64_t> to_unsigned() const;
  friend bool operator==(const Integer&, const Integer&) = default;
};

/// Nothing if the text isn't a whole number or doesn't fit.
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text);
[[nodiscard]] std::string to_text(const Integer& integer);

}  // namespace schemac::syntax
