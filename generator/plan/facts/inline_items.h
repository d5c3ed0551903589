// What is before the sections of a record.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Whether a field is in the record itself, neither at an offset nor in a section.
[[nodiscard]] bool is_inline(const Record& record, FieldId id);

/// Whether an item of a record with sections is about what is before them alone: that is walked
/// before anything in them is.
[[nodiscard]] bool is_before_sections(const Record& record, const Item& item);

/// Whether what is there places content in the file as a whole.
[[nodiscard]] bool has_placing_start(const Record& record);

}  // namespace schemac::plan
