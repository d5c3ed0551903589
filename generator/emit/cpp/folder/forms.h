// What a schema says of directories, as tables for schemac/io/dataset_validation.h.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// schemac::impl::FileForm{schemac::impl::FileForm::Kind::numbered, "part_", ".bin"}, and a list of
/// such.
[[nodiscard]] std::string file_form(const model::FileName& name);
[[nodiscard]] std::string file_forms(const std::vector<model::FileName>& names);

/// "detail::model_directory": a function that gives the table of a directory.
[[nodiscard]] std::string form_function(const plan::Plan& plan, std::size_t directory);
/// The tables of all, and which members their expressions ask for.
void emit_folder_forms(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
