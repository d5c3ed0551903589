// Checks a directory by the types that were generated for its files.
//
// A violation across files is at byte 0; its path says where it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/format.h"
#include "schemac/core/report.h"
#include "schemac/core/result.h"
#include "schemac/io/dataset.h"
#include "schemac/io/dataset_fact.h"
#include "schemac/io/dataset_form.h"
#include "schemac/io/dataset_paths.h"
#include "schemac/io/dataset_reading.h"

namespace schemac::impl {

/// Opens a file and checks it.
using CheckFile = Result<CheckedFile> (*)(const DatasetFolder& folder, const std::string& name,
                                          const AskedMembers& asked);

/// Of files that are values of a type.
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

/// What a generated header says of its directories.
struct DatasetTables {
  DatasetForms forms;
  std::vector<CheckFile> checks;  ///< by the kind of a file
  AskedMembers asked;
};

namespace detail {

class TypedFiles final : public DatasetFiles {
 public:
  explicit TypedFiles(const DatasetTables& tables) : tables_(tables) {}

  [[nodiscard]] Result<CheckedFile> check(const DatasetEntry& entry, const DatasetFolder& folder,
                                          const std::string& name,
                                          const std::string& /*path*/) override {
    return tables_.checks[entry.file](folder, name, tables_.asked);
  }
  [[nodiscard]] std::uint64_t place_of(const std::string& /*path*/,
                                       const std::string& /*member*/) override {
    return 0;
  }

 private:
  const DatasetTables& tables_;
};

}  // namespace detail

/// Violations of a directory, as `read_dataset` reports them: `directory` says which one it is.
[[nodiscard]] inline std::vector<FileViolation> validate_dataset(const DatasetFolder& folder,
                                                                 const DatasetTables& tables,
                                                                 std::size_t directory) {
  detail::TypedFiles files(tables);
  OpenDirectory whole;
  whole.begin(tables.forms[directory]);
  return read_dataset(files, folder, tables.forms, whole);
}

}  // namespace schemac::impl
