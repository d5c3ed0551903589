// Where a record's own content goes, in the order of its fields, while its bytes are put.
#pragma once

#include <cstddef>
#include <optional>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Locals for the offsets that the record states: its content takes its places. Records in line
/// that place content take theirs while they are put; if there are both, the former is done with
/// copies that are ahead.
void emit_offsets(Printer& out, const WriteScope& scope);

/// How many fields of Record::visit_order were passed so far.
using PassedFields = std::size_t;
/// Takes the places of content of fields up to `until` (none: all), where that was only done ahead.
void emit_passed(Printer& out, const WriteScope& scope, PassedFields& passed,
                 std::optional<plan::FieldId> until);

}  // namespace schemac::emit::cpp
