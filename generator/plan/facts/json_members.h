// The members of a record in JSON as the runtime wants them: for both executors.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "schemac/json/json.h"

namespace schemac::plan {

/// One for each field but the one that keeps a text and the one for other members; the names borrow
/// from the plan, and Member::record is a RecordId.
[[nodiscard]] std::vector<impl::json::Member> json_members(const Record& record);

/// Whether a member is a list that may be missing: it then has no elements.
[[nodiscard]] bool is_left_out(const Record& record, FieldId field);

/// What the keys of a map can't be, since other members of the object are called so.
[[nodiscard]] std::vector<std::string> taken_names(const Record& record, FieldId map);

/// JsonRecord::may_be_taken of all records, which have their fields.
void find_what_may_be_taken(Plan& plan);
/// JsonRecord::index of all.
void number_json_records(Plan& plan);

/// The enumeration that a member of Kind::name is of.
[[nodiscard]] std::optional<EnumId> names_of(const Record& record,
                                             const impl::json::Member& member);

/// The texts of its members; borrowed from the plan.
[[nodiscard]] std::vector<impl::json::Name> json_names(const Enum& enumeration);

/// The runtime's form of a style; borrows its texts.
[[nodiscard]] impl::json::Style style_of(const model::JsonStyle& style);

/// The runtime's word for a shape.
[[nodiscard]] impl::json::Shape shape_of(model::JsonShape shape);

}  // namespace schemac::plan
