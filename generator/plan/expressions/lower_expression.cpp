#include "plan/expressions/lower_expression.h"

#include <utility>

#include "model/print_expression.h"
#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/captures.h"
#include "plan/expressions/expression_lowering.h"
#include "plan/expressions/field_paths.h"

namespace schemac::plan {

using model::Base;
using model::ExpressionPtr;
using model::Function;
using model::Range;

namespace {

// Nothing in memory is longer than a signed 64-bit number says.
constexpr Range any_extent{0, model::max_i64};

// Its elements lie at places that only walking finds.
constexpr const char* any_width_list = "a list of integers of any width in an expression";

bool is_repeated(const model::Field& field) {
  return field.body.repeat.kind != model::RepeatKind::none;
}

// Wraps a leaf about the list that the parameter is.
Expr make_param_list(const RecordScope& scope, const model::Reference& parameter, Expr leaf) {
  Expr expr;
  expr.op = Op::param_list;
  expr.id = parameter.index;
  expr.text = scope.record.params[parameter.index].name;
  expr.range = leaf.range;
  expr.args.push_back(std::move(leaf));
  return expr;
}

}  // namespace

Expr ExpressionLowering::of(const ExpressionPtr& expression) {
  if (!expression) return make_constant(0);
  if (const model::ExpressionType& type = expression->type;
      type.kind == model::ValueKind::real && !type.is_list)
    return planned(*expression, "a real number in an expression");
  if (!scope_.is_root && is_outer(expression)) return captured(*expression);
  return std::visit([&](const auto& node) { return lower(node, *expression); }, expression->node);
}

Expr ExpressionLowering::planned(const model::Expression& at, const std::string& what) {
  const source::SourceRange range = at.range.has_position() ? at.range : scope_.type.range;
  scope_.builder.planned(range, what);
  return make_constant(0);
}

Expr ExpressionLowering::captured(const model::Expression& expression) {
  const std::vector<OuterValue>& values = scope_.needs().values;
  const std::string key = key_of(expression);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].key == key) {
      Expr expr = parameter(scope_.type.parameters.size() + i);
      expr.text = outer_text(expression);
      return expr;
    }
  return planned(expression, "a value of an outer record");
}

// As the schema writes it: "_parent.n".
std::string ExpressionLowering::outer_text(const model::Expression& expression) const {
  const bool is_operation = std::holds_alternative<model::Binary>(expression.node) ||
                            std::holds_alternative<model::Unary>(expression.node) ||
                            std::holds_alternative<model::Conditional>(expression.node);
  const std::string text = model::to_text(expression, scope_.builder.format);
  return is_operation ? "(" + text + ")" : text;
}

Expr ExpressionLowering::parameter(std::size_t index) {
  const Param& param = scope_.record.params[index];
  Expr expr = make_about_field(Op::param, static_cast<ParamId>(index), param.range);
  expr.text = param.name;
  return expr;
}

Expr ExpressionLowering::lower(const model::Reference& node, const model::Expression& at) {
  switch (node.base) {
    case Base::self:
    case Base::root:
      return field_value(node, at);
    case Base::parameter:
      if (node.index < scope_.record.params.size()) return parameter(node.index);
      return planned(at, "this parameter");
    case Base::element:
      if (underscore_.field) return make_field(scope_.record, *underscore_.field);
      return make_about_field(Op::element, 0, underscore_.range);
    case Base::index:
      return make_about_field(Op::index, 0, any_extent);
    case Base::last:
      return make_about_field(Op::is_last, 0, truth);
    case Base::next:
      return planned(at, "'_next'");
    case Base::variable:
      return planned(at, "the variable '" + node.variable + "'");
  }
  return make_constant(0);
}

// The field of this record that a reference means; nothing if it is another record's.
std::optional<FieldId> ExpressionLowering::own_field(const model::Expression& expression) const {
  const auto* reference = std::get_if<model::Reference>(&expression.node);
  if (reference == nullptr) return std::nullopt;
  if (reference->base == Base::element) return underscore_.field;
  const bool is_own = (reference->base == Base::self && reference->up == 0) ||
                      (reference->base == Base::root && scope_.is_root);
  if (!is_own || reference->index >= scope_.ids.size()) return std::nullopt;
  return scope_.ids[reference->index];
}

Expr ExpressionLowering::field_value(const model::Reference& node, const model::Expression& at) {
  const std::optional<FieldId> id = own_field(at);
  if (!id) return planned(at, "a value of an outer record");
  const model::Body& body = scope_.type.fields[node.index].body;
  if (!std::holds_alternative<model::Scalar>(body.kind) ||
      body.repeat.kind != model::RepeatKind::none)
    return planned(at,
                   "the value of '" + scope_.type.fields[node.index].name + "' in an expression");
  return make_field(scope_.record, *id);
}

Expr ExpressionLowering::lower(const model::Member& node, const model::Expression& at) {
  if (node.kind == model::Member::Kind::flag) return flag(node, at);
  if (const auto what = what_is_not_there(at)) return planned(at, *what);
  const std::optional<FoundField> found = find_field(scope_, at, underscore_.record);
  const auto* scalar = found ? scalar_of(found->field) : nullptr;
  if (scalar == nullptr || found->field->body.repeat.kind != model::RepeatKind::none)
    return planned(at, "a member of another record in an expression");
  return inner_leaf(Op::field, *found, number_range(*scalar), at);
}

// Why a member of another record can't be asked for; nothing if it is there each time.
std::optional<std::string> ExpressionLowering::what_is_not_there(
    const model::Expression& member) const {
  const auto* node = std::get_if<model::Member>(&member.node);
  if (node == nullptr) return std::nullopt;
  const std::optional<FoundField> found = find_field(scope_, member, underscore_.record);
  if (found && found->is_in_codec) return "what a codec says in its own record";
  if (found && scalar_of(found->field) != nullptr && found->field->condition)
    return "'" + node->name + "', which is under a condition in another record,";
  const auto holder = found ? std::nullopt : find_field(scope_, *node->object, underscore_.record);
  if (holder && holder->field != nullptr && holder->field->condition)
    return "a member of '" + holder->field->name + "', which is under a condition,";
  return std::nullopt;
}

// A leaf about a field of this record or of one inside it.
Expr ExpressionLowering::inner_leaf(Op op, const FoundField& found, Range range,
                                    const model::Expression& at) {
  const FieldId last = found.path.inner.empty() ? found.path.field : found.path.inner.back();
  return look_into(scope_, found, make_about_field(op, last, range),
                   model::to_text(at, scope_.builder.format));
}

Expr ExpressionLowering::flag(const model::Member& node, const model::Expression& at) {
  Expr word;
  const model::Scalar* scalar = nullptr;
  if (const auto what = what_is_not_there(*node.object)) return planned(at, *what);
  if (const std::optional<FieldId> id = own_field(*node.object)) {
    scalar = scalar_of(&scope_.type.fields[model_index(*id)]);
    word = make_field(scope_.record, *id);
  } else if (const auto found = find_field(scope_, *node.object, underscore_.record)) {
    scalar = scalar_of(found->field);
    if (scalar != nullptr)
      word = inner_leaf(Op::field, *found, number_range(*scalar), *node.object);
  }
  if (scalar == nullptr || node.index >= scalar->flags.size()) return planned(at, "this flag");
  const model::FlagBit& bit = scalar->flags[node.index];
  Expr expr = make_operation(Op::flag, {std::move(word)});
  expr.number = bit.bit;
  expr.width = bit.width;
  expr.text = bit.name;
  expr.range = {
      0, bit.width >= 64 ? model::max_u64 : (static_cast<model::Int128>(1) << bit.width) - 1};
  return expr;
}

std::size_t ExpressionLowering::model_index(FieldId id) const {
  for (std::size_t i = 0; i < scope_.ids.size(); ++i)
    if (scope_.ids[i] == id) return i;
  return 0;
}

Expr ExpressionLowering::lower(const model::Attribute& node, const model::Expression& at) {
  const model::Enum& enumeration = scope_.builder.format.enums[node.enumeration];
  const model::EnumAttribute& attribute = enumeration.attributes[node.index];
  if (attribute.kind == model::AttributeKind::text)
    return planned(at, "an attribute that is a text");
  Expr expr = make_operation(Op::attribute, {of(node.object)});
  expr.id = node.enumeration;
  expr.attribute = node.index;
  expr.text = attribute.name;
  expr.range = {0, 0};
  for (const model::EnumMember& member : enumeration.members)
    if (node.index < member.attributes.size() && member.attributes[node.index])
      expr.range = model::hull(expr.range, model::constant(member.attributes[node.index]->number));
  return expr;
}

// A leaf about the list that a parameter is; nothing if it is no parameter.
std::optional<Expr> ExpressionLowering::about_param(Op op, const ExpressionPtr& list,
                                                    std::vector<Expr> args) {
  const auto* reference = std::get_if<model::Reference>(&list->node);
  if (reference == nullptr || reference->base != Base::parameter || !list->type.is_list)
    return std::nullopt;
  Expr leaf = make_about_field(op, no_field, {0, model::max_u64});
  leaf.args = std::move(args);
  leaf.is_checked = op != Op::list && op != Op::length;
  return make_param_list(scope_, *reference, std::move(leaf));
}

// A list of scalars, of this record or of one inside it; else reported.
std::optional<FoundField> ExpressionLowering::list_of_scalars(const ExpressionPtr& expression) {
  std::optional<FoundField> found = find_field(scope_, *expression, underscore_.record);
  if (!found)
    if (const std::optional<FieldId> id = own_field(*expression))
      found = FoundField{{*id, {}}, &scope_.type.fields[model_index(*id)], nullptr, {}};
  const model::Scalar* scalar = found ? scalar_of(found->field) : nullptr;
  const bool is_list = scalar != nullptr && is_repeated(*found->field);
  if (is_list && !scalar->varies()) return found;
  planned(*expression,
          is_list ? any_width_list
                  : "a list that isn't a field of scalars of this record or of one inside it");
  return std::nullopt;
}

Expr ExpressionLowering::about_list(Op op, const ExpressionPtr& list, const model::Expression& at,
                                    std::vector<Expr> args) {
  if (std::optional<Expr> given = about_param(op, list, args)) return std::move(*given);
  const std::optional<FoundField> found = list_of_scalars(list);
  if (!found) return make_constant(0);
  const bool is_inner = !found->path.inner.empty();
  if (is_inner && !args.empty() && args.front().op != Op::constant)
    return planned(at, "an index into another record that isn't a constant");
  const Range element = model::range_of(*scalar_of(found->field));
  const bool is_element = op == Op::item || op == Op::last_item;
  Range range = is_element ? element : Range{0, model::max_u64};
  if ((op == Op::sum || op == Op::product) && element.min < 0)
    range = {model::min_i64, model::max_i64};
  Expr expr = make_about_field(op, is_inner ? found->path.inner.back() : found->path.field, range);
  expr.args = std::move(args);
  expr.is_checked = op != Op::list;  // no such element, or too much for 64 bits
  return look_into(scope_, *found, std::move(expr), model::to_text(at, scope_.builder.format));
}

Expr ExpressionLowering::lower(const model::Element& node, const model::Expression& at) {
  return about_list(Op::item, node.list, at, {of(node.index)});
}

Expr ExpressionLowering::lower(const model::Call& node, const model::Expression& at) {
  if (node.of_file) return make_about_field(Op::file_size, 0, any_extent);
  switch (node.function) {
    case Function::len:
      return about_field(Op::length, node, at, {0, model::max_u64});
    case Function::size:
      return about_field(is_coded(node) ? Op::plain_size : Op::size_of, node, at, any_extent);
    case Function::offset:
      return about_field(Op::offset_of, node, at, any_extent);
    case Function::present:
      return about_field(Op::is_present, node, at, truth);
    case Function::product:
      return fold_or_list(node, Op::multiply, Op::product, at);
    case Function::sum:
      return fold_or_list(node, Op::add, Op::sum, at);
    case Function::min:
      return fold(node.arguments, Op::minimum, at);
    case Function::max:
      return fold(node.arguments, Op::maximum, at);
    case Function::first:
      return about_list(Op::item, node.arguments[0], at, {make_constant(0)});
    case Function::last:
      return about_list(Op::last_item, node.arguments[0], at);
    case Function::align_up:
      return fold(node.arguments, Op::align_up, at);
    case Function::ceil_div:
      return fold(node.arguments, Op::ceil_div, at);
    case Function::has:
      return lower_has(node, at);
    case Function::known:
      return lower_known(node);
    case Function::stored:
    case Function::count:
    case Function::all:
    case Function::any:
    case Function::dtype:
      return planned(at, "'" + std::string(model::spelling(node.function)) + "(...)'");
  }
  return make_constant(0);
}

// Whether it is about a field that a codec encodes.
bool ExpressionLowering::is_coded(const model::Call& node) const {
  if (node.arguments.empty()) return false;
  if (const auto id = own_field(*node.arguments[0]))
    return scope_.type.fields[model_index(*id)].body.codec.has_value();
  const auto found = find_field(scope_, *node.arguments[0], underscore_.record);
  return found && found->field != nullptr && found->field->body.codec;
}

bool ExpressionLowering::names_member(const model::Expression& asked) {
  return std::holds_alternative<model::Reference>(asked.node) ||
         std::holds_alternative<model::Member>(asked.node) ||
         std::holds_alternative<model::Element>(asked.node);
}

Expr ExpressionLowering::about_field(Op op, const model::Call& node, const model::Expression& at,
                                     Range range) {
  if (op == Op::length)
    if (std::optional<Expr> given = about_param(op, node.arguments[0])) return std::move(*given);
  if (const auto id = own_field(*node.arguments[0])) {
    const model::Field& field = scope_.type.fields[model_index(*id)];
    if (op == Op::length && may_be_uncounted(field.body))
      return planned(at, "the length of a list whose count may be unknown");
    if (op == Op::length && is_uncounted(field)) {
      scope_.builder.not_executed(at.range, "the length of a list that goes to the end")
          .help("state it in a number before the list, and let 'repeat' name that");
      return make_constant(0);
    }
    // An offset that is stated may be any number, though nothing lies there.
    if (op == Op::offset_of && field.place.at != nullptr) range.max = model::max_u64;
    return make_about_field(op, *id, range);
  }
  const std::optional<FoundField> found =
      find_field(scope_, *node.arguments[0], underscore_.record);
  if (!found)
    return planned(at, names_member(*node.arguments[0])
                           ? "the length, size or offset of an element"
                           : "the length, size or offset of anything but a field");
  const bool can_be_seen = found && found->field != nullptr &&
                           (op == Op::length || op == Op::plain_size) && !found->field->condition &&
                           !found->field->place.at && !found->field->place.section;
  if (!can_be_seen && op == Op::is_present)
    return planned(at, "asking whether a field of another record is there");
  if (!can_be_seen) return planned(at, "a length, size or offset in another record");
  return inner_leaf(op, *found, range, at);
}

// Whether a number isn't the one that means "not stated".
Expr ExpressionLowering::lower_known(const model::Call& node) {
  const model::Expression& what = *node.arguments[0];
  const std::optional<FieldId> id = own_field(what);
  const model::Field* field = id ? &scope_.type.fields[model_index(*id)] : nullptr;
  if (field != nullptr && field->unknown && field->body.repeat.kind == model::RepeatKind::none) {
    Expr known = make_operation(Op::not_equal,
                                {make_field(scope_.record, *id), make_constant(*field->unknown)});
    known.text = "known";
    return known;
  }
  return planned(what, "'known' of a number of another record, or of one that is always stated,");
}

// Whether nothing says how many elements there are but the bytes that they take. False for numbers
// that are always there and inline: a division counts them.
bool ExpressionLowering::is_uncounted(const model::Field& field) const {
  const bool is_divided = std::holds_alternative<model::Scalar>(field.body.kind) &&
                          field.body.size.kind == model::SizeKind::none && !field.condition &&
                          !field.place.at && !field.place.section && field.versions.are_all();
  return field.body.repeat.kind == model::RepeatKind::eos && !scope_.type.is_message() &&
         !is_divided;
}

bool ExpressionLowering::may_be_uncounted(const model::Body& body) const {
  const auto* count = body.repeat.expression != nullptr
                          ? std::get_if<model::Reference>(&body.repeat.expression->node)
                          : nullptr;
  return body.repeat.kind == model::RepeatKind::count && count != nullptr &&
         count->base == Base::self && count->up == 0 &&
         scope_.type.fields[count->index].unknown.has_value();
}

// Whether the member states the attribute.
Expr ExpressionLowering::lower_has(const model::Call& node, const model::Expression& at) {
  if (!std::holds_alternative<model::Attribute>(node.arguments[0]->node))
    return planned(at, "'has' of anything but an attribute");
  Expr expr = of(node.arguments[0]);
  if (expr.op != Op::attribute) return expr;  // reported
  return make_states_attribute(scope_.builder.plan, expr);
}

Expr ExpressionLowering::fold_or_list(const model::Call& node, Op op, Op list_op,
                                      const model::Expression& at) {
  const auto* items = std::get_if<model::List>(&node.arguments[0]->node);
  if (items == nullptr) return about_list(list_op, node.arguments[0], at);
  if (items->items.empty()) return make_constant(op == Op::multiply ? 1 : 0);
  return fold(items->items, op, *node.arguments[0]);
}

Expr ExpressionLowering::fold(const std::vector<ExpressionPtr>& operands, Op op,
                              const model::Expression& at) {
  if (operands.size() < 2 && op != Op::multiply && op != Op::add)
    return planned(at, "the least or greatest of a list");
  Expr result = of(operands[0]);
  for (std::size_t i = 1; i < operands.size(); ++i)
    result = make_operation(op, {std::move(result), of(operands[i])});
  return result;
}

std::optional<Expr> lower_list_name(const RecordScope& scope, const ExpressionPtr& expression) {
  const auto* reference = std::get_if<model::Reference>(&expression->node);
  if (reference != nullptr && reference->base == Base::parameter && expression->type.is_list)
    return make_param_list(scope, *reference, make_about_field(Op::list, no_field, {}));
  const std::optional<FoundField> found = find_field(scope, *expression);
  const auto* scalar = found ? std::get_if<model::Scalar>(&found->field->body.kind) : nullptr;
  const bool is_list = scalar != nullptr && is_repeated(*found->field) &&
                       !found->field->condition && found->field->versions.are_all();
  if (!is_list) return std::nullopt;
  if (scalar->varies()) scope.builder.planned(expression->range, any_width_list);
  const FieldPath& path = found->path;
  Expr leaf = make_about_field(Op::list, path.inner.empty() ? path.field : path.inner.back(), {});
  return look_into(scope, *found, std::move(leaf),
                   model::to_text(*expression, scope.builder.format));
}

Expr lower_expression(const RecordScope& scope, const ExpressionPtr& expression,
                      const Underscore& underscore) {
  return ExpressionLowering(scope, underscore).of(expression);
}

Expr lower_number(const RecordScope& scope, const ExpressionPtr& expression) {
  return begins_zero_where_absent(scope, lower_expression(scope, expression));
}

std::optional<Expr> size_of_last(RecordScope& scope, const model::ExpressionPtr& expression) {
  const auto* size = std::get_if<model::Call>(&expression->node);
  if (size == nullptr || size->function != model::Function::size || size->arguments.size() != 1)
    return std::nullopt;
  const auto* member = std::get_if<model::Member>(&size->arguments.front()->node);
  if (member == nullptr || member->kind != model::Member::Kind::field) return std::nullopt;
  const auto* last = std::get_if<model::Call>(&member->object->node);
  if (last == nullptr || last->function != model::Function::last) return std::nullopt;
  const auto* list = std::get_if<model::Reference>(&last->arguments.front()->node);
  const bool is_own = list != nullptr && list->base == model::Base::self && list->up == 0;
  if (!is_own || !scope.ids[list->index]) return std::nullopt;
  const model::Field& field = scope.type.fields[list->index];
  const auto* held = std::get_if<model::RecordReference>(&field.body.kind);
  if (held == nullptr || field.condition || !field.versions.are_all()) return std::nullopt;
  const model::Field& asked = scope.builder.format.types[held->type].fields[member->index];
  const auto element = scope.builder.records[held->type];
  const bool is_bytes =
      asked.body.codec || std::holds_alternative<model::RawBytes>(asked.body.kind);
  if (!is_bytes || !element) return std::nullopt;
  const auto& fields = scope.builder.plan.records[*element].fields;
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const Field& each) { return each.name == asked.name; });
  Expr expr = make_about_field(Op::size_of_last, *scope.ids[list->index], {0, model::max_i64});
  expr.attribute = static_cast<std::uint32_t>(found - fields.begin());
  expr.text = asked.name;
  return expr;
}

}  // namespace schemac::plan
