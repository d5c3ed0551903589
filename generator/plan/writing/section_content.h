// What lies in the sections of a record: fields that are read in them, and content that is placed
// there.
#pragma once

#include <cstdint>

#include "plan/plan.h"

namespace schemac::plan {

/// Finds Section::fields, Section::has_payloads and Section::greatest_start of all.
void find_section_content(Plan& plan);

/// Whether content of a field, or of records in it, is placed in a section of its record.
[[nodiscard]] bool places_in(const Field& field, std::uint32_t section);
/// Whether no declared section comes after it.
[[nodiscard]] bool is_last_section(const Record& record, std::uint32_t section);

}  // namespace schemac::plan
