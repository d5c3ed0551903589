// What a type demands: lengths of texts, types of elements that tags state.
#include <algorithm>

#include "plan/charset.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/static_value.h"
#include "plan/make/require_lowering.h"

namespace schemac::plan {

// What a class of characters or `max` says of a text's length, beyond that it isn't empty.
void RequireLowering::lower_text_length(const model::Field& field, FieldId id) {
  const auto* text = std::get_if<model::Text>(&field.body.kind);
  if (text == nullptr) return;
  std::string problem;
  Charset limits;
  if (!text->charset.empty()) limits = parse_charset(text->charset, problem).value_or(Charset{});
  if (text->max) limits.most = std::min(limits.most.value_or(*text->max), *text->max);
  if (limits.least <= 1 && !limits.most) return;
  if (field.body.repeat.kind != model::RepeatKind::none)
    return;  // reported where the element is made
  const Expr length = make_about_field(Op::length, id, {0, model::max_i64});
  const Expr least = make_constant(limits.least);
  const Expr most = make_constant(limits.most.value_or(static_cast<std::uint64_t>(model::max_i64)));
  Expr condition = make_operation(Op::less_equal, {length, most});
  if (limits.least > 0)
    condition = make_operation(Op::logical_and,
                               {make_operation(Op::greater_equal, {length, least}), condition});
  const CheckSubject at = subject_of(id, "length", field.style);
  std::string sentence = field.name + " has {a} characters; it must have";
  if (limits.least > 0) sentence += " at least " + std::to_string(limits.least);
  if (limits.least > 0 && limits.most) sentence += " and";
  if (limits.most) sentence += " at most " + std::to_string(*limits.most);
  const CheckId check = checks_.condition(at, Rule::bad_value, std::move(sentence));
  add(if_present(id, std::move(condition)), check, id, {length});
}

// An array whose element type is an attribute that some members don't state has no size with
// those: unless `valid` refuses them already, they are refused here.
void RequireLowering::lower_array_type(const model::Field&, FieldId id) {
  const auto* array = std::get_if<Array>(&lowered(id).body.kind);
  if (array == nullptr || array->dtype.op != Op::attribute) return;
  const Expr& stated_by = array->dtype.args[0];
  if (stated_by.op == Op::inside) return lower_inner_array_type(id, array->dtype);
  const std::optional<FieldId> tag = as_field(stated_by);
  if (!tag || (!lets_unknown_be(stated_by) && !can_lack(array->dtype, *tag))) return;
  const CheckSubject at = subject_of(*tag, "element_type", {});
  const CheckId check =
      checks_.condition(at, Rule::bad_type, stated(at) + ", which is not a type of elements");
  add(if_present(id, states_or_unknown(array->dtype)), check, *tag,
      {make_field(scope_.record, *tag)});
}

// Whether rules of a record that is laid out already let no tag of that value pass.
bool RequireLowering::refuses(const Record& record, FieldId tag, model::Int128 value) const {
  return std::any_of(record.items.begin(), record.items.end(), [&](const Item& item) {
    const auto* require = std::get_if<Require>(&item);
    return require != nullptr && scope_.builder.plan.checks[require->check].level == Level::error &&
           static_value(scope_.builder, require->condition, tag, value) == model::Int128{0};
  });
}

// The same where a record inside this one holds the tag.
void RequireLowering::lower_inner_array_type(FieldId id, const Expr& dtype) {
  const Record* holder = &scope_.record;
  FieldPath path{dtype.args[0].id, {}};
  for (const Expr* on_the_way = &dtype.args[0]; on_the_way->op == Op::inside;) {
    const auto& held = std::get<Nested>(holder->fields[on_the_way->id].body.kind);
    holder = &scope_.builder.plan.records[held.record];
    on_the_way = &on_the_way->args.front();
    path.inner.push_back(on_the_way->id);
  }
  const auto& members = scope_.builder.format.enums[dtype.id].members;
  const bool all_state_it = std::all_of(members.begin(), members.end(), [&](const auto& member) {
    const bool states_it =
        dtype.attribute < member.attributes.size() && member.attributes[dtype.attribute];
    return states_it || refuses(*holder, path.inner.back(), member.value);
  });
  if (all_state_it && !lets_unknown_be(dtype.args[0])) return;
  CheckSubject at = scope_.subject(lowered(id).name, path_text(scope_, path));
  at.prefix += "_element_type";
  const CheckId check = checks_.condition(
      at, Rule::bad_type, quoted(dtype.args[0].text) + " is {a}, which is not a type of elements");
  add(if_present(id, states_or_unknown(dtype)), check, std::move(path), {dtype.args[0]});
}

// Whether a number without a member gets past its own checks: it is kept, or only noted. (In
// messages it is no value of the field, in texts no number.)
bool RequireLowering::lets_unknown_be(const Expr& word) const {
  const Record* holder = &scope_.record;
  const Expr* asked = &word;
  for (; asked->op == Op::inside; asked = &asked->args.front()) {
    const auto* held = asked->id < holder->fields.size()
                           ? std::get_if<Nested>(&holder->fields[asked->id].body.kind)
                           : nullptr;
    if (held == nullptr) return false;
    holder = &scope_.builder.plan.records[held->record];
  }
  if (asked->op != Op::field || holder->json || holder->message() != nullptr) return false;
  const auto* scalar = std::get_if<Scalar>(&holder->fields[asked->id].body.kind);
  if (scalar == nullptr || !scalar->enumeration) return false;
  return !scalar->unknown_member ||
         scope_.builder.plan.checks[*scalar->unknown_member].level != Level::error;
}

// Whether the member states the attribute; unknown members were reported already, if they are
// errors.
Expr RequireLowering::states_or_unknown(const Expr& attribute) const {
  Expr states_it = make_states_attribute(scope_.builder.plan, attribute);
  if (lets_unknown_be(attribute.args[0])) return states_it;
  std::vector<Expr> members = {attribute.args[0]};
  for (const model::EnumMember& member : scope_.builder.format.enums[attribute.id].members)
    members.push_back(make_constant(member.value));
  Expr is_unknown =
      make_operation(Op::logical_not, {make_operation(Op::is_one_of, std::move(members))});
  return make_operation(Op::logical_or, {std::move(is_unknown), std::move(states_it)});
}

// Whether a member that gets past the checks of level error on `tag` states no such attribute.
bool RequireLowering::can_lack(const Expr& attribute, FieldId tag) const {
  for (const model::EnumMember& member : scope_.builder.format.enums[attribute.id].members) {
    const bool states_it = attribute.attribute < member.attributes.size() &&
                           member.attributes[attribute.attribute].has_value();
    const bool is_refused =
        std::any_of(out_.begin(), out_.end(), [&](const PendingRequire& pending) {
          if (scope_.builder.plan.checks[pending.require.check].level != Level::error) return false;
          return static_value(scope_.builder, pending.require.condition, tag, member.value) ==
                 model::Int128{0};
        });
    if (!states_it && !is_refused) return true;
  }
  return false;
}

}  // namespace schemac::plan
