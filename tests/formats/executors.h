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
#include "schemac/core/sink.h"

namespace schemac::tests {

/// What an executor says of a file.
struct Outcome {
  Report report;                        ///< of validate
  std::optional<Violation> read_error;  ///< why read refused it; none: it was read
  /// Why it wasn't shown; none: it was, or there are no views.
  std::optional<Violation> view_error;
  /// The values that were read, written again; none: not to be written.
  std::optional<std::vector<std::byte>> written;
};

/// One kind of files: its plan, and the functions that were generated of it.
struct FileKind {
  const plan::Plan& plan;
  const plan::Root& root;
  Outcome (*generated)(Bytes bytes, const Limits& limits);

  [[nodiscard]] Outcome run_generated(Bytes bytes, const Limits& limits = {}) const {
    return generated(bytes, limits);
  }
  [[nodiscard]] Outcome run_directly(Bytes bytes, const Limits& limits = {}) const;
};

/// The plan of a schema in the folder schemas/: "oinf".
[[nodiscard]] const plan::Plan& plan_of(const std::string& schema);

/// What a header's functions say: `outcome_of<oinf::validate, oinf::read, oinf::view>`.
template <auto validate, auto read, auto view>
[[nodiscard]] Outcome outcome_of(Bytes bytes, const Limits& limits) {
  Outcome outcome{validate(bytes, limits), {}, {}, {}};
  if (const auto shown = view(bytes, limits); !shown) outcome.view_error = shown.error();
  const auto file = read(bytes, limits);
  if (!file) {
    outcome.read_error = file.error();
    return outcome;
  }
  MemorySink sink;
  if (write(*file, sink)) outcome.written = sink.take();
  return outcome;
}

/// Where the two differ; empty if they agree. (A view may show more than is read, but what it
/// refuses, it refuses in the words of `read`.)
[[nodiscard]] std::string difference(const Outcome& generated, const Outcome& direct);

}  // namespace schemac::tests
