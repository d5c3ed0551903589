// Where a field lies and whether it is there: jumps, regions, presence.
#pragma once

#include <optional>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// `at:`; nothing for a field that lies where it is listed.
[[nodiscard]] std::optional<Jump> lower_jump(RecordScope& scope, const model::Field& field);
/// Which of them a writer obeys: once all sources are known.
void find_given_places(RecordScope& scope);
/// The same of the starts of sections.
void find_given_starts(RecordScope& scope);
/// `size:` around a body; its `fill` once the body is known.
[[nodiscard]] std::optional<Region> lower_region(RecordScope& scope, const model::Field& field);
void add_fill(RecordScope& scope, const model::Field& field, Field& lowered);
/// `if:`, or an offset whose `absent:` value says that nothing is there. Needs the field's jump,
/// region and body, whose stating fields must have their absent values.
[[nodiscard]] std::optional<Presence> lower_presence(RecordScope& scope, const model::Field& field,
                                                     const Field& lowered);
/// The name of the section whose bytes the field is read from; empty outside of sections.
[[nodiscard]] std::string section_name(const RecordScope& scope, const model::Field& field);

}  // namespace schemac::plan
