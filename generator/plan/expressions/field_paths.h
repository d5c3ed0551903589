// Names that lead through records: `shape.dims` is a field of the record that `shape` holds.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// What a name such as `value.shape.batch` leads to.
struct FoundField {
  FieldPath path;                       ///< from the_element or the_next, where it begins with them
  const model::Field* field = nullptr;  ///< the last one; null for the element itself
  const model::Type* type = nullptr;    ///< the record that it holds, or that the element is
  std::vector<Record*> records;         ///< those that are looked into
  bool is_in_codec = false;             ///< in a record that a codec makes
};

/// The field that an expression names, in this record or in one inside it that is always there;
/// nothing where it isn't that simple. `element` is the type of `_` and `_next`.
[[nodiscard]] std::optional<FoundField> find_field(const RecordScope& scope,
                                                   const model::Expression& expression,
                                                   const model::Type* element = nullptr);

/// The same, where only the place matters.
[[nodiscard]] std::optional<FieldPath> path_of(const RecordScope& scope,
                                               const model::Expression& expression);

/// "shape.dims".
[[nodiscard]] std::string path_text(const RecordScope& scope, const FieldPath& path);

/// A leaf about the field that was found, looked at from this record: wrapped in Op::inside for
/// each record on the way, all of which are marked as looked into. `text` is how it is shown.
[[nodiscard]] Expr look_into(const RecordScope& scope, const FoundField& found, Expr leaf,
                             const std::string& text);

/// The number that a field of `type` has in the plan.
[[nodiscard]] FieldId field_id(const model::Type& type, model::FieldIndex index);

}  // namespace schemac::plan
