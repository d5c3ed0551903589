#include "plan/expressions/static_value.h"

#include <algorithm>
#include <vector>

namespace schemac::plan {
namespace {

using model::Int128;

const model::EnumMember* find_member(const Builder& builder, EnumId enumeration, Int128 value) {
  const std::vector<model::EnumMember>& members = builder.format.enums[enumeration].members;
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const auto& member) { return member.value == value; });
  return found != members.end() ? &*found : nullptr;
}

std::optional<Int128> attribute_of(const Builder& builder, const Expr& expr, Int128 value) {
  const model::EnumMember* member = find_member(builder, expr.id, value);
  const bool states_it = member != nullptr && expr.attribute < member->attributes.size() &&
                         member->attributes[expr.attribute].has_value();
  if (expr.op == Op::has_attribute) return states_it ? 1 : 0;
  return states_it ? member->attributes[expr.attribute]->number : 0;
}

bool has(const std::vector<std::optional<Int128>>& args, bool truth) {
  return std::any_of(args.begin(), args.end(),
                     [&](const auto& arg) { return arg && (*arg != 0) == truth; });
}

std::optional<Int128> combined(Op op, const std::vector<std::optional<Int128>>& args) {
  // One operand can be enough.
  if (op == Op::logical_and && has(args, false)) return 0;
  if (op == Op::logical_or && has(args, true)) return 1;
  std::vector<Int128> known;
  for (const std::optional<Int128>& arg : args) {
    if (!arg) return std::nullopt;
    known.push_back(*arg);
  }
  const Int128 x = known.front();
  const Int128 y = known.back();
  if (op == Op::logical_and) return 1;
  if (op == Op::logical_or) return 0;
  if (op == Op::logical_not) return x == 0 ? 1 : 0;
  if (op == Op::equal) return x == y ? 1 : 0;
  if (op == Op::not_equal) return x != y ? 1 : 0;
  if (op == Op::less) return x < y ? 1 : 0;
  if (op == Op::less_equal) return x <= y ? 1 : 0;
  if (op == Op::greater) return x > y ? 1 : 0;
  if (op == Op::greater_equal) return x >= y ? 1 : 0;
  if (op == Op::is_one_of)
    return std::find(known.begin() + 1, known.end(), x) != known.end() ? 1 : 0;
  return std::nullopt;
}

}  // namespace

std::optional<Int128> static_value(const Builder& builder, const Expr& expr, FieldId field,
                                   Int128 value) {
  if (expr.op == Op::constant) return expr.number;
  if (expr.op == Op::field) return expr.id == field ? std::optional(value) : std::nullopt;
  if (expr.args.empty()) return std::nullopt;
  std::vector<std::optional<Int128>> args;
  for (const Expr& arg : expr.args) args.push_back(static_value(builder, arg, field, value));
  if (expr.op == Op::attribute || expr.op == Op::has_attribute)
    return args[0] ? attribute_of(builder, expr, *args[0]) : std::nullopt;
  return combined(expr.op, args);
}

}  // namespace schemac::plan
