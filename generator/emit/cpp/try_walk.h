// The quick half of a view's walk: `try_walk_`, for records in lists that are runs and texts alone.
//
// `walk_` looks at one stretch after the other, so that it can tell which field is missing. Where
// nothing is missing that costs a comparison too many for each stretch; so a range first tries this
// one, which asks for the least size of the record at once and holds what varies against the rest.
#pragma once

#include "emit/cpp/forms.h"
#include "emit/cpp/layout.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the view of a record has `try_walk_`: it is the element of a list and simple enough.
[[nodiscard]] bool has_try_walk(const plan::Plan& plan, plan::RecordId id);

/// Prints `XView::try_walk_`, for a record that has it.
void emit_try_walk(Printer& out, const Layout& layout, Forms& forms);

}  // namespace schemac::emit::cpp
