// Files that grow (plan::Stream): the types that hold the elements at hand, and
// schemac::impl::Growth, which checks and writes a file's parts.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the types of `streamed_type`, for the functions of the writer.
void emit_streamed_types(Printer& out, const plan::Plan& plan);
/// Prints `table_of(value)` of a root with such a list, if a table says where its elements begin.
void emit_place_of_table(Printer& out, const plan::Plan& plan, const plan::Record& root);
/// Prints schemac::impl::Growth of each root that has such a list. Of the written plan.
void emit_growth_traits(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
