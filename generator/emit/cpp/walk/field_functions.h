// Functions about single fields, for those that are more than a step of their record: what lies
// elsewhere, may be missing, has a stated size, or is one of several alternatives.
//
//   check_tensor_data    after a jump: where it points, what is there, what it shares its bytes
//   with check_metadata_value_content    the alternatives of a switch
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What a function about a field does.
enum class FieldPart : std::uint8_t {
  content,    ///< of a list of unions, one of them
  elements,   ///< all of such a list, where it has a size or lies elsewhere
  slow_jump,  ///< all checks of a field after a jump, one after the other
  field,
};

/// Prints the functions of a field. For namespace `detail`, before those that call them.
void emit_field_functions(Printer& out, const Layout& layout, Forms& forms, Mode mode,
                          plan::FieldId id);

/// The call of the function of a switch, or of other content after a jump or in a region.
[[nodiscard]] std::string content_call(Walk& walk, const Site& site);
/// The call, from where `walk` is. Of a field after a jump: false if the walk has to end. Of
/// others: the end, or null.
[[nodiscard]] std::string field_call(Walk& walk, plan::FieldId id, const std::string& begin,
                                     const std::string& end);

/// The call of the function of a part that stands at a site.
[[nodiscard]] std::string part_call(Walk& walk, const Site& site, FieldPart part);

/// The call of the function that makes all checks of a field after a jump.
[[nodiscard]] std::string slow_call(Walk& walk, plan::FieldId id);

}  // namespace schemac::emit::cpp
