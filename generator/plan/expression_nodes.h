// Building blocks of expressions, and what an expression consists of.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

// Each computes its range and whether it is checked.
[[nodiscard]] Expr make_constant(model::Int128 value);
[[nodiscard]] Expr make_field(const Record& record, FieldId field);
[[nodiscard]] Expr make_operation(Op op, std::vector<Expr> args);
/// A number as an argument of another record: itself, or an Op::argument of it.
[[nodiscard]] Expr make_argument(Expr value, const model::Range& parameter);
[[nodiscard]] Expr make_about_field(Op op, FieldId field, model::Range range);
/// Whether the member that an attribute is asked of states it.
[[nodiscard]] Expr states_attribute(Expr attribute);
/// The same, for a rule: notes that one asks this (see Enum::is_asked_for).
[[nodiscard]] Expr make_states_attribute(Plan& plan, const Expr& attribute);

/// The fields that an expression looks at.
[[nodiscard]] std::set<FieldId> fields_of(const Expr& expr);
/// The one field that an expression consists of.
[[nodiscard]] std::optional<FieldId> as_field(const Expr& expr);
/// Whether it looks at fields of records inside this one.
[[nodiscard]] bool looks_inside(const Expr& expr);
/// The one field of this record that it looks at: what is to blame if the number is wrong.
[[nodiscard]] std::optional<FieldId> single_field_of(const Expr& expr);
/// Whether two expressions over the fields of one record ask the same.
[[nodiscard]] bool is_same(const Expr& x, const Expr& y);
/// The number, if it is a constant that isn't negative.
[[nodiscard]] std::optional<std::uint64_t> as_constant(const Expr& expr);

}  // namespace schemac::plan
