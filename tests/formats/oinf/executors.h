// The two executors of the same plan, side by side: each is the other's oracle.
//
// Generated code links the runtime alone, so what it says about a file and what the direct executor
// says come from the schema by two ways. Values are compared by what each writes for them: equal
// values give equal bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace schemac::tests {

/// What an executor says of a file.
struct Outcome {
  Report report;                        ///< of validate
  std::optional<Violation> read_error;  ///< why read refused it; none: it was read
  std::optional<std::vector<std::byte>>
      written;  ///< the values that were read, written again; none: not to be written
};

[[nodiscard]] Outcome run_generated(Bytes bytes, const Limits& limits = {});
[[nodiscard]] Outcome run_directly(Bytes bytes, const Limits& limits = {});

/// Where the two differ; empty if they agree.
[[nodiscard]] std::string difference(const Outcome& generated, const Outcome& direct);

/// The plan of schemas/oinf.yaml.
[[nodiscard]] const plan::Plan& oinf_plan();

}  // namespace schemac::tests
