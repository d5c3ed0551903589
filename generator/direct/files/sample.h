// Runs the samples that a schema brings along, and says which parts of the schema none of them
// reached.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "schemac/core/limits.h"

namespace schemac::direct {

struct SampleOutcome {
  const model::Sample* sample = nullptr;
  bool is_read = true;                ///< false: the file couldn't be opened, or the hex isn't any
  std::vector<std::string> failures;  ///< empty if it behaved as the schema says

  [[nodiscard]] bool ok() const { return failures.empty(); }
};

struct SampleReport {
  std::vector<SampleOutcome> outcomes;  ///< in the order of the schema
  /// "check Tensor.dtype 'numeric-tensor' never failed", "case NDARRAY of ..."
  std::vector<std::string> unreached;

  [[nodiscard]] bool ok() const;
};

/// Runs `plan.samples`; files are relative to `folder`, that of the schema. A sample is accepted if
/// a root of the plan accepts it, and refused if all refuse.
[[nodiscard]] SampleReport run_samples(const plan::Plan& plan, const std::filesystem::path& folder,
                                       const Limits& limits = {});

/// The bytes of a sample; nothing if its file can't be read or its hex isn't any.
[[nodiscard]] std::optional<std::vector<std::byte>> bytes_of(const model::Sample& sample,
                                                             const std::filesystem::path& folder);

/// A name for people: the file, or the beginning of its hex.
[[nodiscard]] std::string name_of(const model::Sample& sample);

}  // namespace schemac::direct
