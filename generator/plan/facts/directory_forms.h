// The directories of a plan in the form that the runtime's reader takes. It is made here once: the
// command hands it to the reader, the C++ backend prints it.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "model/directory.h"
#include "plan/plan.h"
#include "schemac/io/dataset_form.h"

namespace schemac::plan {

/// Borrows the plan.
struct DirectoryForms {
  impl::DatasetForms forms;        ///< beside Plan::directories
  std::vector<const Root*> files;  ///< the kinds of files: see DatasetEntry::file
  /// Names of members that are asked for, by expressions and by keys.
  std::set<std::string_view> asked;
};
[[nodiscard]] DirectoryForms forms_of_directories(const Plan& plan);

/// The plan whose roots are all kinds of files: those of the schema, and those of directories,
/// which have the names of their records.
[[nodiscard]] Plan with_files_of_directories(const Plan& plan);

/// An expression over values of files, or of a single record. Borrows its texts.
[[nodiscard]] impl::FileExpression file_expression(const model::FileExpression& expression);
/// Names of members that a joined array asks for, but for those of its pieces.
[[nodiscard]] std::set<std::string_view> asked_names(const model::JoinedArray& array);

}  // namespace schemac::plan
