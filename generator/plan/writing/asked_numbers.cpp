#include "plan/writing/asked_numbers.h"

#include <algorithm>

#include "plan/facts/derive_order.h"
#include "plan/facts/item_needs.h"

namespace schemac::plan {

bool is_asked(const Record& record, FieldId id, FieldId sized) {
  const auto asks = [&](const Expr& expr) { return asks_for_number(expr, id); };
  const auto asks_if_any = [&](const std::optional<Expr>& expr) { return expr && asks(*expr); };
  for (FieldId other = 0; other < record.fields.size(); ++other) {
    const Field& field = record.fields[other];
    if (other != id && asks_if_any(field.derivation)) return true;
    if (field.presence && asks(field.presence->condition)) return true;
    if (field.availability &&
        (asks(field.availability->condition) || asks(field.availability->version)))
      return true;
    bool is_found = field.jump && asks(field.jump->target);
    for_each_expression(field, [&](const Expr& expr) {
      const bool is_size = other == sized && expr.op == Op::field;
      is_found = is_found || (!is_size && asks(expr));
    });
    if (is_found) return true;
  }
  return std::ranges::any_of(record.sections, [&](const Section& section) {
    return section.given && asks(section.given->target);
  });
}

}  // namespace schemac::plan
