// What schemac can emit: the one list of backends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.h"

namespace schemac::emit {

/// A file to be written: what follows the name of the schema file in its own name, and its text.
struct Output {
  std::string suffix;  ///< ".h"
  std::string text;
};

struct Backend {
  std::string_view name;         ///< as in `--lang`
  std::string_view description;  ///< for `--help`
  /// Of all formats of a schema file, whose name without extension is `stem`.
  std::vector<Output> (*emit)(std::span<const plan::Plan> plans, const std::string& stem) = nullptr;
};

/// All of them; the first one is the default.
[[nodiscard]] std::span<const Backend> backends();
/// The one of that name, or null.
[[nodiscard]] const Backend* find_backend(std::string_view name);

}  // namespace schemac::emit
