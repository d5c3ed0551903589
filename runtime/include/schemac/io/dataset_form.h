// What a schema says of a directory, for generated code: its entries, keys, and what holds across
// its files. The tables are made by the generator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/core/violation.h"
#include "schemac/io/dataset.h"
#include "schemac/io/dataset_fact.h"
#include "schemac/io/file_op.h"

namespace schemac::impl {

/// A condition or a value over files.
struct FileExpression {
  struct Step {
    std::string_view member;
    std::optional<std::uint64_t> index = std::nullopt;
  };

  FileOp op = FileOp::number;
  FileNumber number = 0;
  std::string_view text = {};
  FileBase base = FileBase::entry;
  std::vector<Step> steps = {};
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

struct FileRule {
  std::string_view name;
  FileExpression condition;
  std::optional<FileExpression> at;
  Rule rule = Rule::bad_value;
  Level level = Level::rule;
  std::string_view message;
};

/// Names that a list in a file gives.
struct FileKeys {
  std::string_view name;
  FileExpression list;
  std::string_view by;
  std::optional<FileExpression> condition;
  bool is_sorted = false;
};

struct FileLet {
  std::string_view name;
  FileExpression value;
};

/// What a file is found to be.
struct CheckedFile {
  std::vector<Violation> violations;
  std::uint64_t dropped = 0;  ///< violations beyond those
  Level worst_dropped = Level::warn;
  std::optional<FileFact> fact;  ///< if none of them is an error
  std::uint64_t size = 0;
};
/// Opens a file and checks it.
using CheckFile = Result<CheckedFile> (*)(const DatasetFolder& folder, const std::string& name,
                                          const AskedMembers& asked);

struct DatasetForm;

struct DatasetEntry {
  std::string_view name;
  std::vector<FileForm> names;
  CheckFile check = nullptr;                ///< of files
  const DatasetForm& (*inner)() = nullptr;  ///< of directories
  std::vector<FileExpression> arguments = {};
  std::string_view when = {};
  bool is_optional = false;
  std::uint64_t first = 0;
  std::optional<std::uint32_t> keys = {};
  std::string_view elements = {};
  std::optional<std::uint32_t> instead = {};
  std::vector<FileRule> each = {};
};

struct DatasetForm {
  std::vector<std::string_view> parameters;
  std::vector<FileKeys> keys;
  std::optional<FileExpression> chooser;
  std::vector<std::string_view> cases;
  std::vector<DatasetEntry> entries;
  std::vector<FileLet> lets;
  std::vector<FileRule> rules;
};

/// The function of an entry whose files are values of a type.
template <class File>
[[nodiscard]] Result<CheckedFile> check_file(const DatasetFolder& folder, const std::string& name,
                                             const AskedMembers& asked) {
  Result<Source> source = folder.open_file(name);
  if (!source) return std::move(source).error();
  CheckedFile checked;
  checked.size = source->bytes().size();
  const Report report = Format<File>::validate(source->bytes(), folder.limits());
  checked.violations = report.violations();
  checked.dropped = report.dropped();
  checked.worst_dropped = report.worst_dropped();
  const Result<File> file = Format<File>::read(source->bytes(), folder.limits());
  if (file) checked.fact = fact_of_file(*file, asked);
  return checked;
}

}  // namespace schemac::impl
