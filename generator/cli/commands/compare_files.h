// Two files of one format, compared; two directories file by file.
#pragma once

#include <string>

#include "cli/known_formats.h"
#include "cli/options.h"
#include "diff/report.h"
#include "direct/files/file_form.h"
#include "direct/walk/decode.h"

namespace schemac::cli {

/// Two files of one format, decoded.
struct Pair {
  std::string name_a, name_b;
  const direct::FileForm& form_a;
  const direct::FileForm& form_b;
  const direct::Decoded& a;
  const direct::Decoded& b;
};

struct Outcome {
  diff::Comparison comparison;
  diff::Files files;
};

/// Compares, and shows how far that is. `bytes_a` and `bytes_b` are those of the files.
[[nodiscard]] Outcome compared(const Pair& pair, const std::string& schema, Bytes bytes_a,
                               Bytes bytes_b);
[[nodiscard]] int exit_code_of(const Outcome& outcome);

/// How much of a file is decoded.
[[nodiscard]] direct::Extent extent_of(const DiffOptions& options);
/// Says that not all was compared, where that is so.
void complain_if_cut(const DiffOptions& options, bool are_whole);

/// What only one of the directories has, and what is different in files of both. The result is the
/// exit code.
[[nodiscard]] int diff_directories(const DiffOptions& options, const KnownFormats& known);

}  // namespace schemac::cli
