// What schemac can emit: the one list of backends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"

namespace schemac::emit {

/// A file to be written: a name relative to the output folder, and its text.
struct Output {
  std::string file_name;
  std::string text;
};

struct Backend {
  std::string_view name;         ///< as in `--lang`
  std::string_view description;  ///< for `--help`
  std::vector<Output> (*emit)(const plan::Plan&) = nullptr;
};

/// All of them; the first one is the default.
[[nodiscard]] std::span<const Backend> backends();
/// The one of that name, or null.
[[nodiscard]] const Backend* find_backend(std::string_view name);

}  // namespace schemac::emit
