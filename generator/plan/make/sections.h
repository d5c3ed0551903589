// Sections: what a record declares, and how records inside of it get at them.
#pragma once

#include <string>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Record::sections with their checks, and Record::section_params. A section for offsets into the
/// file as a whole is added to the root's where one is needed.
void lower_sections(RecordScope& scope);
/// Where sections begin, once all sources are known.
void lower_starts(RecordScope& scope);

/// How `section` is reached in this record.
[[nodiscard]] SectionRef section_ref(const RecordScope& scope, const OuterSection& section);
/// What the model says of it; null for the file as a whole.
[[nodiscard]] const model::Section* model_section(const RecordScope& scope,
                                                  const OuterSection& section);
/// The fields that are read in the section from its start on, in order.
[[nodiscard]] std::vector<FieldId> fields_in_section(const RecordScope& scope,
                                                     std::uint32_t section);

}  // namespace schemac::plan
