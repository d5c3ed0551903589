// What the check of a record needs before its first statement: derived fields as locals, and
// whether an operation can fail.
#pragma once

#include <vector>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/spell/questions.h"
#include "model/range_arithmetic.h"
#include "plan/facts/derive_order.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What the statements of a function need beside the value: derived fields as locals, and whether
/// an operation can fail.
struct Needs {
  std::vector<plan::FieldId> fields;
  bool can_fail = false;

  void add_fields(const plan::Expr& expr) {
    for (const plan::FieldId id : fields_read(expr))
      if (plan::asks_for_number(expr, id)) fields.push_back(id);
  }
  void add(const WriteScope& scope, const plan::Expr& expr, const plan::Record* element = nullptr) {
    add_fields(expr);
    can_fail = can_fail || scope.can_fail(expr, element);
  }
};

/// Whether a condition is a relation that a derived field is made by: `byte_count ==
/// ceil_div(bit_count, 8)`.
[[nodiscard]] bool holds_by_derivation(const WriteScope& scope, const plan::Expr& condition);

/// A derived field that may be too narrow for what it states.
[[nodiscard]] bool can_be_large(const WriteScope& scope, plan::FieldId id);

/// The same of one that may be below what fits.
[[nodiscard]] bool can_be_small(const WriteScope& scope, plan::FieldId id);

/// Whether a derived field can't always be computed.
[[nodiscard]] bool derivation_can_fail(const WriteScope& scope, plan::FieldId id);

/// A condition on the field's presence that is derived from it: a flag or a number made of it.
[[nodiscard]] bool follows_from_presence(const WriteScope& scope, plan::FieldId id,
                                         const plan::Expr& condition);

/// Whether the writer has to check the rule: what states where something lies holds by
/// construction.
[[nodiscard]] bool is_checked(const WriteScope& scope, const plan::Require& require);

/// What can't be computed is none of the dims, and says so in a function of its own.
void add_needs(const plan::Dims& dims, Needs& needs);
/// The same of a body.
void add_needs(const WriteScope& scope, plan::FieldId id, const plan::Body& body, Needs& needs);

/// What the check of a record needs.
[[nodiscard]] Needs needs_of(const WriteScope& scope);

}  // namespace schemac::emit::cpp
