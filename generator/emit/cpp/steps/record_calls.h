// Records that stand in others: the call of their walk, and the views that show them.
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The call that walks a nested record: its end, or null. `view` is the local that is to show it
/// (where expressions look into it), or empty; `target` the value that Mode::read makes of it;
/// `key` the local for what a list of such records compares.
[[nodiscard]] std::string record_call(Walk& walk, const plan::Nested& nested,
                                      const std::string& frame, const std::string& begin,
                                      const std::string& end, const std::string& view = {},
                                      const std::string& target = {},
                                      const std::string& key = "key");

/// Whether a view that is kept is the view's own member while it is filled: a copy, made of what
/// was just stored, would wait for that.
[[nodiscard]] bool is_kept_in_place(const Layout& layout, plan::FieldId id);
/// Declares the local that shows a record which expressions look into.
void emit_view_local(Printer& out, Walk& walk, plan::FieldId id);
/// A view of a list's elements that has everything but its place, for ranges inside checks.
[[nodiscard]] std::string first_view(Walk& walk, const plan::Body& element, const Site& site);

/// ", schemac::impl::Extents& blobs_section, std::uint64_t given_n": what a record gets from those
/// around it.
[[nodiscard]] std::string outer_parameters(const Layout& layout);

}  // namespace schemac::emit::cpp
