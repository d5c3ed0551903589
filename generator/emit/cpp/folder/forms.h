// What a schema says of directories, printed as tables for schemac/io/dataset_validation.h.
#pragma once

#include <string>
#include <vector>

#include "emit/printer.h"
#include "plan/facts/directory_forms.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// {schemac::impl::FileForm{schemac::impl::FileForm::Kind::numbered, "part_", ".bin"}}
[[nodiscard]] std::string file_forms(const std::vector<impl::FileForm>& names);

/// The function that gives the tables of all directories.
inline constexpr const char* dataset_tables = "detail::dataset_tables()";
void emit_dataset_tables(Printer& out, const plan::Plan& plan,
                         const plan::DirectoryForms& directories);

}  // namespace schemac::emit::cpp
