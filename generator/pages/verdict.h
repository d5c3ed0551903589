// What is at the top of a page: whether a file is valid, and what is wrong with it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "schemac/core/violation.h"

namespace schemac::pages {

/// "1,234 bytes".
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& word);

/// "valid", or how many rules are broken; as HTML.
[[nodiscard]] std::string verdict(bool is_ok, std::uint64_t count);

/// A violation as it is listed: where a link to it leads, and what that says.
struct ListedViolation {
  std::string target;
  std::string path;
  const Violation& violation;
};
/// The list, as HTML; empty where there are none. It is in the page itself, so that it can be read
/// without scripts. `dropped` further ones are only counted.
[[nodiscard]] std::string violation_list(const std::vector<ListedViolation>& violations,
                                         std::uint64_t dropped);

}  // namespace schemac::pages
