#include "plan/facts/computed.h"

#include <algorithm>
#include <variant>

#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"

namespace schemac::plan {
namespace {

bool asks_for_such(const Plan& plan, const Record& record, const Expr& expr,
                   const Record* element) {
  if (expr.op != Op::inside)
    return std::any_of(expr.args.begin(), expr.args.end(),
                       [&](const Expr& arg) { return asks_for_such(plan, record, arg, element); });
  const Record* inner = element;
  if (expr.id < record.fields.size()) {
    const auto* nested = std::get_if<Nested>(&record.fields[expr.id].body.kind);
    inner = nested == nullptr ? nullptr : &plan.records[nested->record];
  }
  if (inner == nullptr) return false;
  const Expr& asked = expr.args.front();
  const std::set<FieldId> fields = fields_of(asked);
  return asks_for_such(plan, *inner, asked, nullptr) ||
         std::any_of(fields.begin(), fields.end(),
                     [&](FieldId id) { return may_not_be_computed(plan, *inner, id); });
}

}  // namespace

bool may_not_be_computed(const Plan& plan, const Record& record, const Expr& expr,
                         const Record* element) {
  return can_fail(expr) || asks_for_such(plan, record, expr, element);
}

bool may_not_be_computed(const Plan& plan, const Record& record, FieldId id) {
  const Field& field = record.fields[id];
  if (!field.source.expression || field.has_member()) return false;
  const Expr& source = *field.source.expression;
  const std::set<FieldId> fields = fields_of(source);
  return may_not_be_computed(plan, record, source) ||
         std::any_of(fields.begin(), fields.end(),
                     [&](FieldId asked) { return may_not_be_computed(plan, record, asked); });
}

bool may_not_fit(const Expr& expr, const Scalar& scalar) {
  const model::Range range = model::range_of(scalar);
  return !range.contains(expr.range.min) || !range.contains(expr.range.max);
}

}  // namespace schemac::plan
