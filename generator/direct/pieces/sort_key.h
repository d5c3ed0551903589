// What lists that have an order are sorted by.
#pragma once

#include <string_view>
#include <vector>

#include "direct/number.h"
#include "direct/value.h"

namespace schemac::direct {

/// A key as it is compared: numbers as numbers, texts and lists of texts as bytes.
struct SortKey {
  Int128 number = 0;
  std::vector<std::string_view> texts;
  auto operator<=>(const SortKey&) const = default;
};

/// The key that a value is; borrows its texts.
[[nodiscard]] SortKey sort_key(const Value& value);

}  // namespace schemac::direct
