// What `validate` says of one file or directory, in the form that was asked for.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "cli/known_formats.h"
#include "cli/options.h"

namespace schemac::cli {

struct Verdict {
  int exit_code = fine;
  std::string complaints;  ///< for stderr: why it can't be judged
  std::string text;        ///< for stdout
  /// For a SARIF log, instead of a text: rule and result.
  std::vector<std::pair<std::string, std::string>> results;
  std::uint64_t dropped = 0;  ///< violations that aren't told
};

/// May be called by several threads.
[[nodiscard]] Verdict judge(const ValidateOptions& options, const KnownFormats& known,
                            const std::string& path);

}  // namespace schemac::cli
