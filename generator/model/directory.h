// Datasets that are directories: which files there are, what is in each, and what holds across
// them. Expressions here are about values that were read, so they name members, not bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/range.h"
#include "schemac/core/violation.h"
#include "schemac/io/file_op.h"
#include "source/source.h"

namespace schemac::model {

using DirectoryIndex = std::uint32_t;

/// A member of the value reached so far; of a list maybe one of its elements.
struct FileStep {
  std::string member;
  std::optional<std::uint64_t> index;
};
using schemac::impl::FileBase;
using schemac::impl::FileOp;

/// What a value of a file is to expressions; truth is a number.
enum class FileKind : std::uint8_t {
  any,  ///< the schema doesn't say it
  number,
  text,
  bytes,
  array,
  record,
  real,
  choice,  ///< a union
  flags,
};
struct FileValue {
  FileKind kind = FileKind::any;
  std::uint8_t depth = 0;  ///< 1: a list of such
  /// Of a value that follows from a directory: which directory's, and which of its names.
  std::optional<std::pair<DirectoryIndex, std::size_t>> let;
};

/// A condition or a value over files. What names something that isn't there can't be calculated.
struct FileExpression {
  FileOp op = FileOp::number;
  Int128 number = 0;
  std::string text;                 ///< a text; of a number the enumerator that it is, if any
  FileBase base = FileBase::entry;  ///< of a path
  std::vector<FileStep> steps;
  FileValue value;  ///< of a path
  std::vector<FileExpression> operands;
  source::SourceRange range;
};

enum class Indices : std::uint8_t { shown, left_out };
/// How a path is spelled: "_.head.tensors", "shape[0]".
[[nodiscard]] std::string path_text(const FileExpression& path, Indices indices = Indices::shown);

/// What must hold of values of several files.
struct FileRule {
  std::string name;
  FileExpression condition;
  std::optional<FileExpression> at;  ///< a path
  Rule rule = Rule::bad_value;
  Level level = Level::rule;
  std::string message;
  std::string doc;
};

/// Names for files or elements, taken from a list in another file.
struct KeyList {
  std::string name;
  FileExpression list;  ///< a path to a list of records
  std::string by;       ///< the text of each that is its name
  std::optional<FileExpression> condition;
  bool is_sorted = false;  ///< by name, as unsigned bytes
};

/// A name for a value that follows from a directory: of its files, or of directories in it.
struct FileLet {
  std::string name;
  FileExpression value;
};

/// A value that is passed to a directory by what holds it.
struct DirectoryParameter {
  std::string name;
  std::optional<std::uint32_t> record;  ///< index of its type; none: numbers
  bool is_list = false;
  FileValue value;
};

/// How a file is called.
struct FileName {
  enum class Kind : std::uint8_t {
    fixed,
    pattern,   ///< one '*' for any text, the same one in all names of the directory
    numbered,  ///< "{_index}" stands for its number
    keyed,     ///< "{_key}" stands for its key
  };
  Kind kind = Kind::fixed;
  std::string before, after;  ///< what comes before and after that; fixed: `before` alone

  /// As the schema says it.
  [[nodiscard]] std::string text() const {
    constexpr const char* placeholders[] = {"", "*", "{_index}", "{_key}"};
    return before + placeholders[static_cast<std::size_t>(kind)] + after;
  }
  /// The name with something in the place of what stands for it.
  [[nodiscard]] std::string with(const std::string& middle) const {
    return before + middle + after;
  }
};

/// A file of a directory, several of one kind, or a directory in it.
struct DirectoryEntry {
  std::string name;
  std::string doc;
  std::vector<FileName> names;              ///< the first that is there; the writer takes the first
  std::uint32_t type = 0;                   ///< index of the type of each file
  std::optional<DirectoryIndex> directory;  ///< a directory instead
  std::vector<FileExpression> arguments;    ///< paths, beside the parameters of that directory
  std::string when;                         ///< the case that has it; empty: all
  bool is_optional = false;
  std::uint64_t first = 0;               ///< of numbered files
  std::optional<std::uint32_t> keys;     ///< index of a key list: a file each, or an element each
  std::string elements;                  ///< of a file: its list that has an element for each key
  std::optional<std::uint32_t> instead;  ///< there only if that entry isn't
  std::vector<FileRule> each;            ///< of each file, or of each element with a key

  [[nodiscard]] bool is_numbered() const { return names.front().kind == FileName::Kind::numbered; }
  [[nodiscard]] bool is_keyed() const { return names.front().kind == FileName::Kind::keyed; }
  [[nodiscard]] bool is_list() const { return is_numbered() || is_keyed(); }
};

struct Directory {
  std::string name;  ///< of its type
  std::string doc, doc_ref;
  std::uint32_t type = 0;
  std::optional<std::string> root;  ///< the name of the root that it is
  std::vector<DirectoryParameter> parameters;
  std::vector<KeyList> keys;
  /// Which of `cases` it is: the member that a record has, or the alternative that a value is. A
  /// list that has no elements counts last.
  std::optional<FileExpression> chooser;
  std::vector<std::string> cases;
  std::vector<DirectoryEntry> entries;
  std::vector<FileLet> lets;  ///< each may name those before it
  std::vector<FileRule> rules;
  /// Entries in the order in which a dataset that grows is written; one that shrinks the other way
  /// round. The last one says how much of the others counts.
  std::vector<std::uint32_t> commit;
};

}  // namespace schemac::model
