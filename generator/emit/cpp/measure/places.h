// The third step of writing: where sections begin, and where payloads come to lie.
#pragma once

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `place(value, blobs)` of a record that places payloads in a section of one around it.
void emit_place_function(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// `struct LayoutOfFile` and `lay_out(value)` of a root: where each section begins, and the size of
/// the file.
void emit_file_layout(Printer& out, const plan::Plan& plan, const plan::Record& root);

/// Prints `place(x, blobs);` for each record that the body (spelled `x`) holds and that places
/// payloads.
void emit_place_calls(Printer& out, const WriteScope& scope, plan::FieldId id,
                      const plan::Body& body, const std::string& x);

/// `place(x, blobs);` of one record that places payloads.
void emit_place_call(Printer& out, const WriteScope& scope, const plan::Nested& nested,
                     const std::string& x);

/// Where the content of a field with an offset goes, without what its records place.
void emit_own_place(Printer& out, const WriteScope& scope, plan::FieldId id);

/// Prints where the payloads of one field go: its own, then those of the records that it holds.
void emit_place_field(Printer& out, const WriteScope& scope, plan::FieldId id);
/// Whether a writer puts the content where the value says.
[[nodiscard]] inline bool is_obeyed(const plan::Jump& jump) {
  return jump.is_given && !jump.is_late;
}

/// Whether a record places payloads in a section of one around it.
[[nodiscard]] inline bool places_payloads(const plan::Record& record) {
  return !record.section_params.empty();
}
/// Whether a body holds such a record.
[[nodiscard]] bool places_payloads(const plan::Plan& plan, const plan::Body& body);
/// Whether payloads are placed in a section of a root.
[[nodiscard]] bool has_payloads(const plan::Record& root, std::uint32_t section);
/// Whether content of a file may be put before what is put earlier: offsets are given.
[[nodiscard]] bool may_go_back(const plan::Plan& plan, const plan::Record& root);
/// Whether there are also fields that are read in it: then payloads begin after these.
[[nodiscard]] bool has_both(const plan::Record& root, std::uint32_t section);
/// The fields of a root that are read in one of its sections.
[[nodiscard]] std::vector<plan::FieldId> fields_in(const plan::Record& root, std::uint32_t section);

}  // namespace schemac::emit::cpp
