// Expressions of the model as expressions of the plan: references to outer records become
// parameters, enumerators and attributes numbers and table look-ups, and every operation gets its
// range, so that only those which can overflow are checked where they are computed.
#pragma once

#include <functional>
#include <optional>

#include "model/expression.h"
#include "plan/expression.h"
#include "plan/expressions/builder.h"

namespace schemac::plan {

/// What `_` means: the field that a `valid` is about, or the element of a list.
struct Underscore {
  std::optional<FieldId> field;
  model::Range range;                   ///< of an element
  const model::Type* record = nullptr;  ///< of an element that is one, and of `_next`
};

/// An expression of the record in `scope`. What can't be said is reported as [planned]; the result
/// is then a constant.
[[nodiscard]] Expr lower_expression(const RecordScope& scope,
                                    const model::ExpressionPtr& expression,
                                    const Underscore& underscore = {});

/// A list of scalars of the record or of one inside it, as a leaf Op::list; nothing if it is no
/// such thing.
[[nodiscard]] std::optional<Expr> lower_list_name(const RecordScope& scope,
                                                  const model::ExpressionPtr& expression);

/// A condition that has nothing to say about members that an enumeration doesn't know: those were
/// reported already. Numbers that are kept, or only noted, weren't: `is_held` says of which uses of
/// an attribute that is so. A relation that writers fill in holds for them, too.
[[nodiscard]] Expr true_for_unknown_members(
    Builder& builder, Expr condition,
    const std::function<bool(const Expr& use)>& is_held = nullptr);

/// `size(last(list).field)`, Op::size_of_last, of a list of records of this record; none if it is
/// another expression.
[[nodiscard]] std::optional<Expr> size_of_last(RecordScope& scope,
                                               const model::ExpressionPtr& expression);
/// `expr` where fields that aren't there count as 0.
[[nodiscard]] Expr zero_where_absent(const RecordScope& scope, Expr expr);
/// The same of offsets alone: numbers of fields that aren't there are 0 anyway.
[[nodiscard]] Expr begins_zero_where_absent(const RecordScope& scope, Expr expr);
/// A size, a count, a tag, an argument: the offset of a field that isn't there counts as 0.
[[nodiscard]] Expr lower_number(const RecordScope& scope, const model::ExpressionPtr& expression);

}  // namespace schemac::plan
