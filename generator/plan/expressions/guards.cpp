// What is put around expressions where they have nothing to say: about members that an enumeration
// doesn't know, about fields that aren't there.
#include <algorithm>
#include <map>

#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"

namespace schemac::plan {

namespace {

// What attributes are asked of: one key for each pair of enumeration and expression.
void collect_attribute_uses(const Expr& expr, std::vector<const Expr*>& out) {
  if (expr.op == Op::attribute) out.push_back(&expr);
  for (const Expr& arg : expr.args) collect_attribute_uses(arg, out);
}

// 1 where `use` asks about a member that the enumeration knows.
Expr make_is_known(Builder& builder, const Expr& use) {
  const model::Enum& enumeration = builder.format.enums[use.id];
  const bool all_state_it = std::all_of(enumeration.members.begin(), enumeration.members.end(),
                                        [&](const model::EnumMember& member) {
                                          return use.attribute < member.attributes.size() &&
                                                 member.attributes[use.attribute].has_value();
                                        });
  if (all_state_it) return make_states_attribute(builder.plan, use);
  std::vector<Expr> args = use.args;
  for (const model::EnumMember& member : enumeration.members)
    args.push_back(make_constant(member.value));
  return make_operation(Op::is_one_of, std::move(args));
}

bool asks_next(const Expr& expr) {
  return (expr.op == Op::inside && expr.id == the_next) ||
         std::ranges::any_of(expr.args, asks_next);
}

// The same, and 1 where it asks about an element after the last one: whether that counts is up to
// the condition.
Expr make_guard(Builder& builder, const Expr& use) {
  Expr is_known = make_is_known(builder, use);
  if (!asks_next(use)) return is_known;
  return make_operation(Op::logical_or,
                        {make_about_field(Op::is_last, 0, {0, 1}), std::move(is_known)});
}

// Whether a field is in the record only under a condition, or only in some versions.
bool may_be_absent(const RecordScope& scope, FieldId id) {
  if (scope.type.is_message()) return false;
  for (std::size_t i = 0; i < scope.ids.size(); ++i) {
    const model::Field& field = scope.type.fields[i];
    if (scope.ids[i] == id)
      return field.condition != nullptr || (!field.versions.are_all() && !field.default_value);
  }
  return false;
}

// A field's number or begin, 0 where the field isn't there.
Expr zero_if_absent(const RecordScope& scope, Expr expr) {
  if (!may_be_absent(scope, expr.id)) return expr;
  Expr is_there = make_about_field(Op::is_present, expr.id, model::Range{0, 1});
  return make_operation(Op::choose, {std::move(is_there), std::move(expr), make_constant(0)});
}

}  // namespace

Expr zero_where_absent(const RecordScope& scope, Expr expr) {
  if (expr.op == Op::inside) return expr;  // the names in it are those of another record
  for (Expr& arg : expr.args) arg = zero_where_absent(scope, std::move(arg));
  return expr.op == Op::field || expr.op == Op::offset_of ? zero_if_absent(scope, std::move(expr))
                                                          : expr;
}

Expr begins_zero_where_absent(const RecordScope& scope, Expr expr) {
  if (expr.op == Op::inside || is_zero_if_absent(expr)) return expr;
  for (Expr& arg : expr.args) arg = begins_zero_where_absent(scope, std::move(arg));
  return expr.op == Op::offset_of ? zero_if_absent(scope, std::move(expr)) : expr;
}

Expr true_for_unknown_members(Builder& builder, Expr condition,
                              const std::function<bool(const Expr& use)>& is_held) {
  std::vector<const Expr*> uses;
  collect_attribute_uses(condition, uses);
  if (is_held) std::erase_if(uses, [&](const Expr* use) { return is_held(*use); });
  std::map<std::string, Expr> guards;
  for (const Expr* use : uses)
    guards.emplace(std::to_string(use->id) + to_text(use->args[0], {}), make_guard(builder, *use));
  if (guards.empty()) return condition;
  std::optional<Expr> known;
  for (auto& [key, guard] : guards)
    known = known ? make_operation(Op::logical_and, {std::move(*known), std::move(guard)})
                  : std::move(guard);
  return make_operation(
      Op::logical_or, {make_operation(Op::logical_not, {std::move(*known)}), std::move(condition)});
}

}  // namespace schemac::plan
