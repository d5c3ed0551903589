// Holds a file to a plan: every violation, in order of offset.
//
// The same report as that of the generated `validate`, text for text; it needs no C++ compiler, so
// whoever writes a schema sees at once what it says about a file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace schemac::direct {

/// Every violation of `bytes`, sorted by offset. Memory beyond the report is bounded by `limits`.
[[nodiscard]] Report validate(const plan::Plan& plan, const plan::Root& root, Bytes bytes,
                              const Limits& limits = {});

/// {"path", "offset", "rule", "name", "level", "message"}.
[[nodiscard]] nlohmann::ordered_json to_json(const Violation& violation);

/// {"file", "schema", "ok", "violations"}: the line that `validate --json` prints. `schema` as
/// `name_of` spells it.
[[nodiscard]] nlohmann::ordered_json to_json(const Report& report, const std::string& file,
                                             const std::string& schema);

}  // namespace schemac::direct
