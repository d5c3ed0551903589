// What a schema says of its directories: their entries, keys, and what holds across files.
//
// The generator makes this form once of its plan. The command hands it to the reader of
// schemac/io/dataset_reading.h as it is; generated code has it printed, as tables. It borrows all
// texts: from the plan, or from literals.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/core/violation.h"
#include "schemac/io/file_name.h"
#include "schemac/io/file_op.h"

namespace schemac::impl {

__extension__ using FileNumber = __int128;

/// A condition or a value over files. What names something that isn't there can't be calculated.
struct FileExpression {
  struct Step {
    std::string_view member;
    std::optional<std::uint64_t> index = std::nullopt;
  };

  FileOp op = FileOp::number;
  FileNumber number = 0;
  std::string_view text = {};
  FileBase base = FileBase::entry;  ///< of a path
  std::vector<Step> steps = {};     ///< of a path
  std::vector<FileExpression> operands = {};
};

[[nodiscard]] inline FileExpression file_number(FileNumber number) {
  FileExpression made;
  made.number = number;
  return made;
}
[[nodiscard]] inline FileExpression file_text(std::string_view text) {
  FileExpression made;
  made.op = FileOp::text;
  made.text = text;
  return made;
}
[[nodiscard]] inline FileExpression file_path(FileBase base,
                                              std::vector<FileExpression::Step> steps) {
  FileExpression made;
  made.op = FileOp::path;
  made.base = base;
  made.steps = std::move(steps);
  return made;
}
[[nodiscard]] inline FileExpression file_operation(FileOp op,
                                                   std::vector<FileExpression> operands) {
  FileExpression made;
  made.op = op;
  made.operands = std::move(operands);
  return made;
}

/// What must hold of values of several files.
struct FileRule {
  std::string_view name;
  FileExpression condition;
  std::optional<FileExpression> at;  ///< a path
  Rule rule = Rule::bad_value;
  Level level = Level::rule;
  std::string_view message;
};

/// Names that a list in a file gives.
struct FileKeys {
  std::string_view name;
  FileExpression list;  ///< a path to a list of records
  std::string_view by;  ///< the text of each that is its name
  std::optional<FileExpression> condition;
  bool is_sorted = false;  ///< by name, as unsigned bytes
};

/// A name for a value that follows from a directory.
struct FileLet {
  std::string_view name;
  FileExpression value;
};

/// A file of a directory, several of one kind, or a directory in it.
struct DatasetEntry {
  std::string_view name;
  std::vector<FileForm> names;                  ///< the first that is there counts
  std::uint32_t file = 0;                       ///< of which kind its files are
  std::optional<std::uint32_t> directory = {};  ///< instead: which of all directories it is
  std::vector<FileExpression> arguments = {};   ///< beside the parameters of that directory
  std::string_view when = {};                   ///< the case that has it; empty: all
  bool is_optional = false;
  std::uint64_t first = 0;                    ///< of numbered files
  std::optional<std::uint32_t> keys = {};     ///< a file each, or an element each
  std::string_view elements = {};             ///< the list that has an element for each
  std::optional<std::uint32_t> instead = {};  ///< there only if that entry isn't
  std::vector<FileRule> each = {};            ///< of each file, or each element with a key

  [[nodiscard]] bool is_numbered() const { return names.front().kind == FileForm::Kind::numbered; }
  [[nodiscard]] bool is_keyed() const { return names.front().kind == FileForm::Kind::keyed; }
  [[nodiscard]] bool is_list() const { return is_numbered() || is_keyed(); }
};

/// A directory, and what is passed to it.
struct DatasetForm {
  std::vector<std::string_view> parameters;
  std::vector<FileKeys> keys;
  std::optional<FileExpression> chooser;  ///< a path to what says which of the cases it is
  std::vector<std::string_view> cases;
  std::vector<DatasetEntry> entries;
  std::vector<FileLet> lets;  ///< each may name those before it
  std::vector<FileRule> rules;
};

/// All directories of a schema, which refer to each other by their place here.
using DatasetForms = std::vector<DatasetForm>;

}  // namespace schemac::impl
