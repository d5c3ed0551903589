// Arrays over the files of a directory: accessors of its class.
//
// There is an accessor for pieces in numbered files or in a single one: a field of the file's
// record, or of the elements of a list in it. What forms name is read when an array is asked for.
#pragma once

#include <cstddef>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether any directory has such an accessor.
[[nodiscard]] bool has_folder_arrays(const plan::Plan& plan);

void emit_folder_array_declarations(Printer& out, const plan::Plan& plan, std::size_t directory);
void emit_folder_array_bodies(Printer& out, const plan::Plan& plan, std::size_t directory);

}  // namespace schemac::emit::cpp
