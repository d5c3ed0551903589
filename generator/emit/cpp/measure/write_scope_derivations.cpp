// Of WriteScope: what derived fields are computed by.
#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "plan/facts/derive_order.h"
#include "plan/plan.h"
#include "plan/writing/derivations.h"

namespace schemac::emit::cpp {
namespace {

// Whether the value of a field is asked for, and not only whether it is there.
bool asks_value(const plan::Expr& expr, plan::FieldId id) {
  return (expr.op == plan::Op::field && expr.id == id) ||
         std::ranges::any_of(expr.args, [&](const plan::Expr& arg) { return asks_value(arg, id); });
}

}  // namespace

std::vector<plan::FieldId> WriteScope::needed(const std::vector<plan::FieldId>& wanted) const {
  std::vector<bool> is_needed(record_.fields.size());
  for (const plan::FieldId id : wanted) is_needed[id] = true;
  const auto& order = record_.derive_order;
  for (auto id = order.rbegin(); id != order.rend(); ++id)
    if (is_needed[*id] && field(*id).source.expression)
      for (const plan::FieldId other : fields_read(*field(*id).source.expression))
        is_needed[other] =
            is_needed[other] ||
            (is_enumerator(other) ? asks_value(*field(*id).source.expression, other)
                                  : plan::asks_for_number(*field(*id).source.expression, other));
  std::vector<plan::FieldId> result;
  for (plan::FieldId id = 0; id < is_needed.size(); ++id)
    if (is_needed[id] && is_enumerator(id)) result.push_back(id);
  for (const plan::FieldId id : order)
    if (is_needed[id] && is_derived(id)) result.push_back(id);
  return result;
}

std::string WriteScope::is_known(plan::FieldId id) const {
  return own_value() + ".choices." + field(id).unknown->choice_identifier;
}

std::string WriteScope::derivation(plan::FieldId id) const {
  if (!field(id).has_known_choice()) return stated_derivation(id);
  const std::string type = local_type(id);
  const std::string unknown = literal(field(id).unknown->value);
  std::string stated = stated_derivation(id);
  if (field(id).is_calculated_late()) {
    const auto& scalar = std::get<plan::Scalar>(field(id).body.kind);
    const std::string is_number = can_fail(*field(id).source.expression) ? use("fits") : "true";
    stated = "schemac::impl::told_late<" + stored_type(scalar.dtype) + ", " + type + ">(" + stated +
             ", " + unknown + ", " + is_number + ")";
  }
  const bool has_choice = field(id).derivation->op == plan::Op::choose;
  return is_known(id) + " ? " + (has_choice ? "(" + stated + ")" : stated) + " : " + unknown;
}

std::string WriteScope::stated_derivation(plan::FieldId id) const {
  if (is_enumerator(id)) return "static_cast<std::uint64_t>(" + scalar(id) + ")";
  if (!field(id).derivation) return literal(*std::get<plan::Scalar>(field(id).body.kind).constant);
  return text_of_derivation(*field(id).derivation, local_type(id), spelling());
}

// Of what may not be there, or of the first of several fields that is:
//
//   value.names ? value.names->size() : value.vals ? value.vals->size() : 0
std::string WriteScope::text_of_derivation(const plan::Expr& expr, const std::string& type,
                                           const Spelling& spelling) const {
  const auto id = expr.op == plan::Op::choose ? plan::asks_whether_held(expr.args[0])
                                              : std::optional<plan::FieldId>();
  if (!id) {
    const bool is_leaf = expr.op == plan::Op::size_of;
    const std::string text = is_leaf ? present_size_of(expr.id) : text_of(expr, spelling);
    const bool is_enumerator =
        expr.op == plan::Op::tag_of && plan::switch_of(field(expr.id))->tag_enum;
    const bool lacks_sign = type == "std::int64_t" && expr.range.min >= 0;
    return lacks_sign || is_enumerator ? "static_cast<" + type + ">(" + text + ")" : text;
  }
  Spelling there = spelling;
  there.length = [this](plan::FieldId of) { return present_length_of(of); };
  there.size_of = [this](plan::FieldId of) { return in_parentheses(present_size_of(of)); };
  there.plain_size = [this](plan::FieldId of) { return present_plain_size_of(of); };
  const plan::Expr& otherwise = expr.args[2];
  const std::string absent = otherwise.op == plan::Op::constant
                                 ? literal(otherwise.number)
                                 : "(" + text_of_derivation(otherwise, type, spelling) + ")";
  return in_parentheses(is_there(*id)) + " ? " + text_of_derivation(expr.args[1], type, there) +
         " : " + absent;
}

std::string WriteScope::whole(plan::FieldId id) const {
  const plan::Expr& whole = field(id).multiple->whole;
  return text_of_derivation(whole, whole.range.min < 0 ? "std::int64_t" : "std::uint64_t",
                            spelling());
}

std::string WriteScope::number_of_place(plan::FieldId id, const std::string& place) const {
  Spelling placed = spelling();
  placed.offset_of = [&](plan::FieldId) { return place; };
  return text_of_derivation(*field(id).derivation, local_type(id), placed);
}

}  // namespace schemac::emit::cpp
