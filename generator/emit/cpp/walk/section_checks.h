// Records with sections: a head that says where they are, then what stands in each.
//
// Opening a view costs the head alone, so it is a function of its own, `XView::walk`, which makes
// the head's checks. The check of the whole record is a class with a function a section: what one
// needs of the head it asks the view.
#pragma once

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {

/// Whether records in the head place content anywhere in the file. The check of the whole record
/// goes on with what these claimed, so the head's walk is handed it.
[[nodiscard]] bool has_placing_head(const Layout& layout);
/// ", schemac::impl::FileExtents& file_section": what that walk has as its last parameter.
[[nodiscard]] std::string head_extents_parameter(const Layout& layout);
/// Prints `XView::walk`.
void emit_section_walk(Printer& out, const Layout& layout, Forms& forms);
/// Prints the class `detail::XCheck` and `detail::check_x`.
void emit_section_checks(Printer& out, const Layout& layout, Forms& forms);

}  // namespace schemac::emit::cpp
