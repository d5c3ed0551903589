// Names side by side that have to differ, also once they are spelled for C++.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "model/spelling.h"

namespace schemac::model {

class TakenNames {
 public:
  /// Which one became the same in C++ before; none: now `index` has the name.
  [[nodiscard]] std::optional<std::size_t> take(std::string_view name, std::size_t index) {
    const auto [entry, is_new] = first_.try_emplace(snake_case(name), index);
    return is_new ? std::nullopt : std::optional(entry->second);
  }

 private:
  std::map<std::string, std::size_t> first_;
};

}  // namespace schemac::model
