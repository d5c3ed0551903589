// Conditions on values: `valid`, `each`, `rules`; and single values that fields state: constants,
// defaults, "absent" and "unknown".
#pragma once

#include <vector>

#include "model/passes/bind/binder.h"

namespace schemac::model {

/// `expr`, `min`, `max` and `any-of` of a map, one condition each; `scope.element` is what they
/// are about.
[[nodiscard]] std::vector<Condition> make_conditions(Draft& draft, const syntax::Node& node,
                                                     const BindScope& scope);
/// Whether it says something that can be checked.
[[nodiscard]] bool has_condition(const syntax::Node& node);
/// Reports a `valid` or `each` that says nothing of the kind.
void check_has_condition(Draft& draft, const syntax::Node& node, std::string_view key);
/// A list of rules: `rules:` of a type, `each:` of a field that repeats.
[[nodiscard]] std::vector<Condition> make_rules(Draft& draft, const syntax::Node& rules,
                                                const BindScope& scope);
/// Constants and defaults of a scalar field, checked against its range.
void set_values(Draft& draft, Field& field, const syntax::Node& node, const BindScope& scope,
                const TypedRange& value);

}  // namespace schemac::model
