// The walks of whole records: the check of each, and the walk of its view.
#pragma once

#include <string>

#include "emit/cpp/steps/steps.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Declares the check of a record that holds itself. For namespace `detail`, before the next one.
void emit_record_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// Prints what others may do with the view of a record that expressions look into; nothing for any
/// other. For namespace `detail`, before all walks.
void emit_record_parts(Printer& out, const plan::Plan& plan, const plan::Record& record);
/// Prints all checks of a record, the functions about its fields first. For namespace `detail`.
void emit_record_check(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id);
/// Prints `XView::walk` and the functions that it needs (those in a namespace `detail` of their
/// own).
void emit_record_walk(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id);

/// The call that walks a nested record: its end, or null. `view` is the local that is to show it
/// (where expressions look into it), or empty; `target` the value that Mode::read makes of it;
/// `key` the local for what a list of such records compares.
[[nodiscard]] std::string record_call(Walk& walk, const plan::Nested& nested,
                                      const std::string& frame, const std::string& begin,
                                      const std::string& end, const std::string& view = {},
                                      const std::string& target = {},
                                      const std::string& key = "key");
/// Whether the functions of a record are copied where they are called: it is held once, or small.
[[nodiscard]] bool is_inlined(const plan::Plan& plan, plan::RecordId id);
/// Prints the function that checks a record and makes its value (read_at_once.h).
void emit_record_reader(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id);
/// Whether a file's record is shown by a walk of its own when it is opened: as a part of other
/// records its numbers aren't looked at.
[[nodiscard]] bool is_opened_apart(const plan::Plan& plan, plan::RecordId id);
/// Whether a view that is kept is the view's own member while it is filled: a copy, made of what
/// was just stored, would wait for that.
[[nodiscard]] bool is_kept_in_place(const Layout& layout, plan::FieldId id);
/// Declares that local.
void emit_view_local(Printer& out, Walk& walk, plan::FieldId id);
/// A view of a list's elements that has everything but its place, for ranges inside checks.
[[nodiscard]] std::string first_view(Walk& walk, const plan::Body& element, const Site& site);

/// Prints one item of a record that has no sections, or stands before them.
void emit_item(Printer& out, Walk& walk, const plan::Item& item);
/// Stores what a walk has found in the members of its view.
void emit_members(Printer& out, Walk& walk);

/// ", schemac::Extents& blobs_section, std::uint64_t given_n": what a record gets from those around
/// it.
[[nodiscard]] std::string outer_parameters(const Layout& layout);

}  // namespace schemac::emit::cpp
