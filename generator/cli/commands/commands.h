// The verbs of the command. Each does one job and returns the exit code; results go to stdout,
// complaints to stderr.
#pragma once

#include "cli/options.h"

namespace schemac::cli {

[[nodiscard]] int gen(const GenOptions& options);
[[nodiscard]] int check(const CheckOptions& options);
[[nodiscard]] int test(const TestOptions& options);
[[nodiscard]] int validate(const ValidateOptions& options);
[[nodiscard]] int decode(const DecodeOptions& options);
[[nodiscard]] int encode(const EncodeOptions& options);
[[nodiscard]] int set(const SetOptions& options);
[[nodiscard]] int diff(const DiffOptions& options);
[[nodiscard]] int explain(const ExplainOptions& options);
[[nodiscard]] int ls(const LsOptions& options);
[[nodiscard]] int extract(const ExtractOptions& options);
[[nodiscard]] int stats(const StatsOptions& options);
[[nodiscard]] int doc(const DocOptions& options);
[[nodiscard]] int list(const ListOptions& options);

}  // namespace schemac::cli
