#include "emit/doc/queries/conditions.h"

#include <algorithm>

namespace schemac::emit::doc {
namespace {

using plan::Expr;
using plan::Op;

// "has(kind.dtype)" of a condition's own attribute, or the list of all members that are known.
bool is_guard(const Context& context, const Expr& expr) {
  if (expr.op == Op::logical_and)
    return is_guard(context, expr.args[0]) && is_guard(context, expr.args[1]);
  if (expr.op == Op::has_attribute) return true;
  if (expr.op != Op::is_one_of) return false;
  return std::any_of(
      context.plan.enums.begin(), context.plan.enums.end(),
      [&](const plan::Enum& each) { return each.members.size() + 1 == expr.args.size(); });
}

// "not guard or condition" is the condition, as a schema has it.
const Expr& as_stated(const Context& context, const Expr& expr) {
  const bool has_guard = expr.op == Op::logical_or && expr.args[0].op == Op::logical_not &&
                         is_guard(context, expr.args[0].args[0]);
  return has_guard ? expr.args[1] : expr;
}

// The members whose attribute is true, or states anything.
Text members_with(const DocScope& scope, const Expr& expr) {
  std::vector<Text> names;
  const plan::Enum& enumeration = scope.plan().enums[expr.id];
  for (std::size_t i = 0; i < enumeration.members.size(); ++i) {
    const auto& attributes = enumeration.members[i].attributes;
    const bool states_it = expr.attribute < attributes.size() && attributes[expr.attribute];
    const bool holds =
        states_it && (expr.op == Op::has_attribute || *attributes[expr.attribute] != 0);
    if (holds)
      names.push_back(
          text(code(enumeration.members[i].name, to(scope.context.links.member(expr.id, i)))));
  }
  return listed(names, "or");
}

Text constants(const DocScope& scope, const Expr& list) {
  std::vector<Text> values;
  for (std::size_t i = 1; i < list.args.size(); ++i)
    values.push_back(scope.expression(list.args[i]));
  return listed(values, "or");
}

// A comparison in words; empty for other operators.
std::string_view verb_of(Op op) {
  if (op == Op::equal) return " is ";
  if (op == Op::not_equal) return " is not ";
  if (op == Op::less) return " is less than ";
  if (op == Op::less_equal) return " is at most ";
  if (op == Op::greater) return " is more than ";
  if (op == Op::greater_equal) return " is at least ";
  return {};
}

}  // namespace

Text condition(const DocScope& scope, const Expr& expr) {
  const Expr& stated = as_stated(scope.context, expr);
  if (stated.op == Op::logical_or && stated.args[0].op == Op::logical_not &&
      stated.args[0].args[0].op == Op::is_present)
    return text(condition(scope, stated.args[1]), ", where ",
                scope.field(stated.args[0].args[0].id), " is there");
  if (stated.op == Op::is_one_of)
    return text(scope.expression(stated.args[0]), " is ", constants(scope, stated));
  const bool is_attribute = stated.op == Op::attribute || stated.op == Op::has_attribute;
  if (is_attribute && stated.range.max <= 1)
    return text(scope.expression(stated.args[0]), " is ", members_with(scope, stated));
  const std::string_view verb = verb_of(stated.op);
  if (!verb.empty())
    return text(scope.expression(stated.args[0]), verb, scope.expression(stated.args[1]));
  return scope.expression(stated);
}

const Expr* own_condition(const plan::Field& field) {
  if (!field.presence || field.presence->is_by_version) return nullptr;
  const Expr& whole = field.presence->condition;
  if (whole.op == Op::is_present) return nullptr;  // of a message: it depends on nothing else
  const bool has_versions = field.availability && whole.op == Op::logical_and;
  return has_versions ? &whole.args[1] : &whole;
}

std::optional<std::uint64_t> constant_of(const Expr& expr) {
  if (expr.op != Op::constant || expr.number < 0 || expr.number > model::max_u64)
    return std::nullopt;
  return static_cast<std::uint64_t>(expr.number);
}

}  // namespace schemac::emit::doc
