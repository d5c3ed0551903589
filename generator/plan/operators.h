// What the operators of expressions are: the one table over Op. Whoever needs to know asks here,
// and a new operator is a new row.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "plan/expression.h"

namespace schemac::plan {

struct OpTraits {
  bool names_field = false;    ///< Expr::id is a field of the record
  bool is_condition = false;   ///< its result is 0 or 1, by its nature
  int precedence = 0;          ///< how tightly it binds; 0: it isn't written between two operands
  std::string_view sign = {};  ///< as it is written between them: " + "
  std::optional<Op> opposite = {};  ///< of a comparison: what holds where it doesn't
};

[[nodiscard]] OpTraits traits_of(Op op);

/// Fields of the record at hand that an expression reads.
[[nodiscard]] std::vector<FieldId> fields_read(const Expr& expr);

/// Whether the schema alone says what the expression gives.
[[nodiscard]] bool is_static(const Expr& expr);

}  // namespace schemac::plan
