// The items of a record's plan, one after the other.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints one item of a record that has no sections, or stands before them.
void emit_item(Printer& out, Walk& walk, const plan::Item& item);

/// "{&detail::file_gap, nullptr, ...}": what schemac::impl::FileExtents says.
[[nodiscard]] std::string file_checks(Forms& forms, const plan::Section& file);

/// Prints the check of how deep a record that holds itself is.
void emit_depth(Printer& out, const Walk& walk);

/// Prints all items of a record, and what comes before them.
void emit_steps(Printer& out, Walk& walk);

}  // namespace schemac::emit::cpp
