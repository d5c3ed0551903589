// What a language case expects: bytes with their values and violations, values that can't be
// written.
//
// Sections after `--- schema`:
//
//   --- bytes [ROOT] [accepted] [depth=N] [elements=N] [decoded=N]
//       a file in hex. ROOT is `:name` or `format:name` where there are several. `accepted`: a file
//       that is read, but not the one that our writer makes of its values. The other words are
//       limits that the caller sets.
//   --- values
//       of the bytes before it, as `decode --json --full` prints them; but an array's bytes are
//       "hex", its hash and preview are left out, and so are members that aren't there. Without
//       this section the file is refused by `read`.
//   --- violations
//       a line each: PATH OFFSET RULE[(NAME)] LEVEL MESSAGE; the path of the file itself is `-`.
//       Without this section there are none.
//   --- writes
//       other values that give the same bytes.
//   --- unwritable [ROOT], then --- problems
//       values that are refused, and why, a line each: PATH RULE[(NAME)] LEVEL MESSAGE, as
//       generated writers say it of the first, too; PATH - MESSAGE of what only JSON can get wrong.
//   --- folder ROOT [accepted] [depth=N], then --- values and --- violations
//       a directory, a line each file: its NAME, then bytes in hex or "text". An empty folder is
//       a NAME/ alone. A violation begins with its file, FILE: PATH OFFSET ..., or `-` for none.
//       Generated code says 0 of a place that follows from several files.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "language/case_file.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"

namespace cases {

using Json = nlohmann::json;

struct ExpectedFile {
  int line = 0;
  std::string root;  ///< "", ":name" or "format:name"
  bool is_canonical = true;
  schemac::Limits limits;
  std::vector<std::byte> bytes;
  std::optional<Json> values;
  std::vector<Json> also_written;
  std::vector<std::string> violations;  ///< lines with single blanks
};

/// A file of a directory, or an empty folder in it, whose name ends in '/'.
struct FileInFolder {
  std::string name;
  std::vector<std::byte> bytes;
};
struct ExpectedFolder {
  int line = 0;
  std::string root;  ///< "", ":name" or "format:name"
  bool is_canonical = true;
  schemac::Limits limits;
  std::vector<FileInFolder> files;
  std::optional<Json> values;
  std::vector<std::string> violations;  ///< lines with single blanks
};

struct Unwritable {
  int line = 0;
  std::string root;
  Json values;
  std::vector<std::string> problems;  ///< lines with single blanks
};

/// Whether a line of `problems` is about what only JSON can get wrong.
[[nodiscard]] bool is_of_json(const std::string& problem);

struct LanguageCase {
  CaseFile file;
  std::vector<ExpectedFile> files;
  std::vector<ExpectedFolder> folders;
  std::vector<Unwritable> unwritable;
};

[[nodiscard]] LanguageCase read_language_case(const std::string& path);

/// "PATH RULE LEVEL MESSAGE", of a value that is refused.
[[nodiscard]] std::string to_problem(const schemac::Violation& violation);
/// "PATH OFFSET RULE LEVEL MESSAGE"
[[nodiscard]] std::string to_line(const schemac::Violation& violation);
[[nodiscard]] std::vector<std::string> to_lines(const schemac::Report& report);

/// "FILE: PATH OFFSET RULE LEVEL MESSAGE"
[[nodiscard]] std::string to_line(const std::string& file, const schemac::Violation& violation);
/// Makes the files of a directory below a folder.
void put_files(const ExpectedFolder& folder, const std::string& path);

/// Bytes as hex with a blank every four.
[[nodiscard]] std::string show(const std::vector<std::byte>& bytes);

}  // namespace cases
