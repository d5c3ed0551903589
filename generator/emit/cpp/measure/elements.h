// Loops over the elements of lists: what they are called, and which version they are of.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// An argument that goes over the elements of a list, in a loop over those of another one: it calls
/// its own otherwise.
[[nodiscard]] std::string beside_elements(std::string argument);
/// What loops call an element of a list: one that is an alternative of an element has another name.
[[nodiscard]] std::string element_name(const plan::Field& field, const plan::List& list);

/// Prints a loop over the records of the list `id`, each an `element`, twice if a version decides
/// what they consist of (see emit_split_loop): `loop` prints it, with that version's name. `verb`
/// is what it does: "put".
void emit_split_records(Printer& out, const WriteScope& scope, std::string_view verb,
                        plan::FieldId id, const plan::Body& element,
                        const std::function<void(const WriteScope&)>& loop);

/// What the elements of a list of records are.
[[nodiscard]] const plan::Record* record_of_elements(const plan::Plan& plan,
                                                     const plan::List& list);

}  // namespace schemac::emit::cpp
