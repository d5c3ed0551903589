// The samples of a schema as documents show them: read, walked and judged.
#pragma once

#include <filesystem>
#include <vector>

#include "emit/doc/example.h"
#include "plan/plan.h"

namespace schemac::cli {

/// Files of samples are relative to `folder`, that of the schema; those that can't be read are left
/// out.
[[nodiscard]] std::vector<emit::doc::Example> examples_of(const plan::Plan& plan,
                                                          const std::filesystem::path& folder);

}  // namespace schemac::cli
