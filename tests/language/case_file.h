// A .case file: one example with what is expected of it, in sections that a person reads from top
// to bottom.
//
//   # What it shows.
//   --- schema
//   schema: tally
//   ...
//   --- bytes
//   01 02   # a comment
//   --- values
//   {"a": 1}
//
// The section's kind is the first word after the dashes, what follows are its arguments. A line of
// three dashes alone separates YAML documents and stays in its section.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cases {

struct Section {
  std::string kind;                    ///< "schema", "bytes"
  std::vector<std::string> arguments;  ///< words after it
  std::string text;                    ///< the lines, each with its end
  int line = 0;                        ///< of its head, from 1
};

struct CaseFile {
  std::string path;
  std::string name;     ///< the file's stem
  std::string comment;  ///< the lines before the first section
  std::vector<Section> sections;

  /// The text of the first section of that kind, or nothing.
  [[nodiscard]] std::string text_of(std::string_view kind) const;
};

[[nodiscard]] std::string read_text(const std::string& path);
[[nodiscard]] CaseFile read_case(const std::string& path);
/// Paths of all .case files of a folder, sorted.
[[nodiscard]] std::vector<std::string> list_cases(const std::string& folder);
/// The file again, with other texts in its sections.
void write_case(const CaseFile& file);

}  // namespace cases
