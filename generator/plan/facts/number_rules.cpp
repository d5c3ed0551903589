#include "plan/facts/number_rules.h"

#include <algorithm>

#include "plan/facts/inline_items.h"

namespace schemac::plan {
namespace {

bool is_about_numbers(const Record& record, const Expr& expr) {
  const auto is_known = [&](FieldId id) {
    const Field& field = record.fields[id];
    return std::holds_alternative<Scalar>(field.body.kind) && !field.presence && !field.jump &&
           is_inline(record, id);
  };
  if (expr.op == Op::constant || expr.op == Op::file_size) return true;
  if (expr.op == Op::field) return is_known(expr.id);
  return !expr.args.empty() && expr.op != Op::inside && expr.op != Op::param_list &&
         expr.op != Op::item && std::ranges::all_of(expr.args, [&](const Expr& arg) {
           return is_about_numbers(record, arg);
         });
}

// "x >= 0", or that or a number that says nothing.
bool is_about_sign(const Expr& expr) {
  if (expr.op == Op::logical_or) return is_about_sign(expr.args.front());
  return expr.op == Op::greater_equal && expr.args[1].op == Op::constant &&
         expr.args[1].number == 0;
}

bool asks_for(const Expr& expr, FieldId id) {
  return (expr.op == Op::field && expr.id == id) ||
         std::ranges::any_of(expr.args, [id](const Expr& arg) { return asks_for(arg, id); });
}

}  // namespace

bool is_about_numbers(const Record& record, const Require& require) {
  return is_about_numbers(record, require.condition) &&
         (!require.at || require.at->inner.empty()) &&
         std::ranges::all_of(require.facts,
                             [&](const Expr& fact) { return is_about_numbers(record, fact); });
}

bool is_about_count(const Plan& plan, const Record& record, const Require& require) {
  if (!require.at || !is_about_sign(require.condition) || !is_about_numbers(record, require))
    return false;
  return plan.checks[require.check].level == Level::error &&
         std::ranges::any_of(record.fields, [&](const Field& field) {
           const auto* list = std::get_if<List>(&field.body.kind);
           return list != nullptr && list->count && asks_for(*list->count, require.at->field);
         });
}

}  // namespace schemac::plan
