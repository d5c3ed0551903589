// The commands on directories.
#pragma once

#include <optional>
#include <string>

#include "cli/known_formats.h"
#include "cli/options.h"
#include "direct/files/directory.h"

namespace schemac::cli {

/// Whether a path is that of a directory.
[[nodiscard]] bool is_directory(const std::string& path);

/// A directory, and what is in it.
struct OpenedDirectory {
  direct::DirectoryCandidate format;
  direct::DecodedDirectory decoded;
};
/// Nothing if it can't be opened, or is of no known format: then it was complained about.
[[nodiscard]] std::optional<OpenedDirectory> open_directory(const KnownFormats& known,
                                                            const std::string& path);

/// Of violations keeps those of the parts that `path` asks for. Complains and returns false if
/// there are no such parts.
[[nodiscard]] bool keep_asked(const std::string& path, const std::string& folder,
                              OpenedDirectory& opened);

// Each does what the command does with a file; the result is the exit code.
[[nodiscard]] int decode_directory(const DecodeOptions& options, const KnownFormats& known);
[[nodiscard]] int explain_directory(const ExplainOptions& options, const KnownFormats& known);
/// Makes the directory `options.output`.
[[nodiscard]] int encode_directory(const EncodeOptions& options,
                                   const direct::DirectoryCandidate& format,
                                   const direct::Document& document);

}  // namespace schemac::cli
