// Source text and places in it. Every later stage keeps SourceRanges, never line numbers: a range
// is two byte offsets and a file, small enough to be copied everywhere, and line, column and the
// text of the line are found only when a person is to see them. Sources owns the files, at stable
// addresses, so ranges stay valid as long as it lives.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace schemac::source {

/// A position for people: both numbers begin at 1; columns count characters (code points), not
/// bytes.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// One loaded file with its table of lines.
class SourceFile {
 public:
  SourceFile(std::string path, std::string_view text);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::uint32_t line_count() const;
  /// Offsets past the end give the place just after the last character.
  [[nodiscard]] Position position(std::uint32_t offset) const;
  /// The line that holds `offset`, counted from 1.
  [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;
  /// Offset of the first byte of a line (counted from 1).
  [[nodiscard]] std::uint32_t line_begin(std::uint32_t line) const;
  /// A line without its line break; empty when there is no such line.
  [[nodiscard]] std::string_view line_text(std::uint32_t line) const;

 private:
  std::string path_;
  std::string text_;
  std::vector<std::uint32_t> line_begins_;
};

/// Bytes [begin, end) of a file. A default range is "no place": made by us, or about a whole run.
struct SourceRange {
  const SourceFile* file = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  [[nodiscard]] bool has_position() const { return file != nullptr; }
  [[nodiscard]] std::string_view text() const;
  friend bool operator==(const SourceRange&, const SourceRange&) = default;
};

/// The smallest range that holds both; `first` decides the file.
[[nodiscard]] SourceRange join(const SourceRange& first, const SourceRange& last);

/// "file:line:column" of the range's begin.
[[nodiscard]] std::string to_text(const SourceRange& range);

/// Owns the files of a run; each path is loaded once. Addresses stay valid.
class Sources {
 public:
  /// Files above this size are refused: a schema is written by hand.
  static constexpr std::uint64_t max_file_size = 16U << 20U;

  /// Reads a file; nullptr with a reason in `failure` if it can't be read.
  const SourceFile* load(const std::string& path, std::string& failure);
  /// Adds text that is in memory already, under a name to show.
  const SourceFile& add(std::string path, std::string_view text);
  [[nodiscard]] const std::vector<std::unique_ptr<SourceFile>>& files() const { return files_; }

 private:
  std::vector<std::unique_ptr<SourceFile>> files_;
};

}  // namespace schemac::source
