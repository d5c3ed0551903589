// What depends on the version of a file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// The flags of a field that its record can set in a version without them: such a version has the
/// field whose presence they state. A writer refuses that by Scalar::unknown_flag.
[[nodiscard]] std::vector<const Flag*> flags_beyond_versions(const Record& record,
                                                             const Field& field);

/// Of records whose fields depend on the version: which of their parameters says it, what that is
/// in the record that holds them, and the first version that differs from those before.
struct VersionSplit {
  std::size_t argument = 0;
  Expr version;
  std::uint32_t limit = 0;
};
/// Nothing if `element` is no such record.
[[nodiscard]] std::optional<VersionSplit> version_split(const Plan& plan, const Body& element);

}  // namespace schemac::plan
