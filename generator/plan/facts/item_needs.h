// Which fields must have been read before a field can be: those that its place, its extent and its
// content are stated by.
#pragma once

#include <functional>
#include <set>

#include "plan/plan.h"

namespace schemac::plan {

/// Calls `visit` for the expressions of which place, extent and content of a field consist.
void for_each_expression(const Field& field, const std::function<void(const Expr&)>& visit);
[[nodiscard]] std::set<FieldId> needs_of(const Field& field);
/// Whether records inside of the body place payloads in sections of the record at hand (but for the
/// file as a whole).
[[nodiscard]] bool places_payloads(const Record& record, const Body& body);
/// Whether they place any content.
[[nodiscard]] bool places_content(const Body& body);

}  // namespace schemac::plan
