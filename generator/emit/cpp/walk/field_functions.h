// Functions about single fields, for those that are more than a step of their record: what lies
// elsewhere, may be missing, has a stated size, or is one of several alternatives.
//
//   check_tensor_data    after a jump: where it points, what is there, what it shares its bytes
//   with check_metadata_value_content    the alternatives of a switch
#pragma once

#include <string>

#include "emit/cpp/steps/steps.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the elements of a field are each one of several.
[[nodiscard]] bool is_list_of_unions(const plan::Field& field);
/// Whether a field has a function of its own in such walks.
[[nodiscard]] bool has_function(const plan::Field& field, Mode mode);

/// Prints the functions of a field. For namespace `detail`, before those that call them.
void emit_field_functions(Printer& out, const Layout& layout, Forms& forms, Mode mode,
                          plan::FieldId id);

/// The call of the function of a switch, or of other content after a jump or in a region.
[[nodiscard]] std::string content_call(Walk& walk, const Site& site);
/// The call, from where `walk` is. Of a field after a jump: false if the walk has to end. Of
/// others: the end, or null.
[[nodiscard]] std::string field_call(Walk& walk, plan::FieldId id, const std::string& begin,
                                     const std::string& end);

}  // namespace schemac::emit::cpp
