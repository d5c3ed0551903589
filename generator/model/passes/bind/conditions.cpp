#include "model/passes/bind/conditions.h"

#include "model/passes/types/fields.h"
#include "model/passes/types/since_until.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"
#include "model/spelling.h"
#include "syntax/keys.h"

namespace schemac::model {

namespace {

using Op = syntax::BinaryOperator;

ExpressionPtr element_reference(const TypedRange& element, source::SourceRange range) {
  return make_expression(range, element.type, element.values, Reference{Base::element, 0, 0, "_"});
}

// A comparison that no value can pass, or that names a value which can't occur.
void check_bound(Draft& draft, const ExpressionPtr& bound, const TypedRange& element,
                 const std::string& key) {
  const auto value = constant_of(bound);
  if (!value || element.type.kind != ValueKind::number || element.type.enumeration) return;
  const bool excludes_all = (key == "min" && *value > element.values.max) ||
                            (key == "max" && *value < element.values.min);
  const bool never_occurs = key == "any-of" && !element.values.contains(*value);
  if (!excludes_all && !never_occurs) return;
  draft
      .error(bound->range, "does-not-fit",
             "'" + key + "' is " + to_text(*value) + ", but the value can only be " +
                 to_text(element.values))
      .help("use a value within that range, or another type");
}

Condition make_condition(ExpressionPtr expression, const syntax::Node& node,
                         source::SourceRange range) {
  Condition condition;
  condition.expression = std::move(expression);
  condition.style = make_style(node);
  condition.range = range;
  condition.doc = doc_and_reference_of(node);
  condition.message = text_or(node, "message");
  return condition;
}

std::optional<Condition> make_bound(Draft& draft, const syntax::Node& node, const BindScope& scope,
                                    const std::string& key, Op op) {
  const syntax::Node* stated = node.find(key);
  if (stated == nullptr || stated->expression == nullptr || !scope.element) return std::nullopt;
  const TypedRange& element = *scope.element;
  if (op == Op::in && element.type.kind == ValueKind::text && !element.type.is_list) {
    draft.not_yet(stated->range, node.context == syntax::Context::each ? "'any-of' of texts"
                                                                       : "'any-of' of a text");
    return std::nullopt;
  }
  auto bound = Binder(draft, scope).bind(stated->expression, &element.type);
  if (bound == nullptr) return std::nullopt;
  if (op == Op::in) {
    if (const auto* list = std::get_if<List>(&bound->node))
      for (const ExpressionPtr& item : list->items) check_bound(draft, item, element, key);
  } else {
    check_bound(draft, bound, element, key);
  }
  const bool fits = bound->type.kind == element.type.kind && bound->type.is_list == (op == Op::in);
  if ((!fits || element.type.is_list) && bound->type.kind != ValueKind::free &&
      element.type.kind != ValueKind::free) {
    const bool is_kind_right = bound->type.kind == element.type.kind && op == Op::in;
    draft
        .error(stated->range, "type-mismatch",
               "'" + key + "' is " + describe(bound->type, draft.format) +
                   (is_kind_right ? ", but should be a list"
                                  : ", but the value is " + describe(element.type, draft.format)))
        .help(element.type.kind == ValueKind::open   ? "give it a type that says what it holds"
              : element.type.kind == ValueKind::real ? "leave it out: real numbers aren't compared"
              : element.type.is_list ? "write 'each' for what holds for the elements"
              : op == Op::in         ? "write a list of values of its type, such as [1, 2]"
                                     : "write a value of its type");
    return std::nullopt;
  }
  auto comparison =
      make_expression(stated->range, type_of_kind(ValueKind::boolean), truth,
                      Binary{op, element_reference(element, stated->range), std::move(bound)});
  return make_condition(std::move(comparison), node, stated->range);
}

std::optional<Int128> constant_under(Draft& draft, const syntax::Node& node, std::string_view key,
                                     const BindScope& scope, const TypedRange& value) {
  const syntax::Node* stated = node.find(key);
  if (stated == nullptr || stated->expression == nullptr) return std::nullopt;
  auto bound = Binder(draft, scope).bind(stated->expression, &value.type);
  if (bound == nullptr) return std::nullopt;
  const auto number = constant_of(bound);
  if (!number)
    draft
        .error(stated->range, "not-constant",
               "'" + std::string(key) + "' is '" + to_text(*bound, draft.format) +
                   "', which is not the same in all files")
        .help("write a number or an enumerator");
  return number;
}

void check_fits(Draft& draft, const Field& field, const syntax::Node& stated, std::string_view key,
                Int128 number, const Range& range) {
  if (range.contains(number)) return;
  const auto& scalar = std::get<Scalar>(field.body.kind);
  draft
      .error(stated.range, "does-not-fit",
             "'" + std::string(key) + "' of " + shown(field) + " is " + to_text(number) + ", but " +
                 type_name(scalar) + " holds " + to_text(range))
      .help("use a type that holds it, or another value");
}

// `const` beside a scalar type: a number, true or false, or an enumerator.
std::optional<Int128> constant_of_node(Draft& draft, const Field& field, const syntax::Node& node) {
  if (const auto number = number_of(node)) return number;
  if (const auto boolean = node.as_boolean()) return *boolean ? 1 : 0;
  const auto& scalar = std::get<Scalar>(field.body.kind);
  std::vector<std::string> names;
  if (scalar.enumeration && node.is_scalar())
    for (const EnumMember& member : draft.format.enums[*scalar.enumeration].members) {
      if (member.name == node.text) return member.value;
      names.push_back(member.name);
    }
  auto& error = draft.error(node.range, "type-mismatch",
                            "the constant of " + shown(field) + " is " +
                                (node.is_scalar() ? "'" + node.text + "'" : "a list") +
                                ", but its type is " + type_name(scalar));
  if (auto help = source::did_you_mean(node.text, names))
    error.help(*help);
  else
    error.help("write a number, or remove 'type' for constant bytes");
  return std::nullopt;
}

}  // namespace

std::vector<Condition> make_conditions(Draft& draft, const syntax::Node& node,
                                       const BindScope& scope) {
  std::vector<Condition> result;
  const auto add = [&](std::optional<Condition> condition) {
    if (condition) result.push_back(std::move(*condition));
  };
  add(make_bound(draft, node, scope, "min", Op::greater_equal));
  add(make_bound(draft, node, scope, "max", Op::less_equal));
  add(make_bound(draft, node, scope, "any-of", Op::in));
  if (const syntax::Node* expr = node.find("expr"))
    if (auto bound = Binder(draft, scope).bind_condition(expr->expression, "'expr'"))
      add(make_condition(std::move(bound), node, expr->range));
  if (const syntax::Node* at = node.find("at"))
    if (auto bound = Binder(draft, scope).bind(at->expression))
      for (Condition& condition : result) condition.style.at = bound;
  return result;
}

bool has_condition(const syntax::Node& node) {
  return node.has("expr") || node.has("min") || node.has("max") || node.has("any-of");
}

void check_has_condition(Draft& draft, const syntax::Node& node, std::string_view key) {
  if (!node.is_map() || has_condition(node)) return;
  draft.error(node.range, "no-meaning", "'" + std::string(key) + "' has nothing to check")
      .help("add 'expr', 'min', 'max' or 'any-of', or remove '" + std::string(key) + "'");
}

std::vector<Condition> make_rules(Draft& draft, const syntax::Node& rules, const BindScope& scope) {
  std::vector<Condition> result;
  for (const syntax::Node& rule : rules.items) {
    const Versions versions = versions_under(draft, rule);
    for (Condition& condition : make_conditions(draft, rule, scope)) {
      condition.versions = versions;
      for (const Condition& other : result)
        if (!other.style.name.empty() && other.style.name == condition.style.name)
          draft
              .error(rule.find("name")->range, "duplicate-name",
                     "rule '" + other.style.name + "' is declared already")
              .note(other.range, "the other one is here")
              .help("rename one of them");
      result.push_back(std::move(condition));
    }
  }
  return result;
}

namespace {

void report_unknown(Draft& draft, const Field& field, const syntax::Node& unknown) {
  if (!field.body.planned.empty() || std::holds_alternative<Foreign>(field.body.kind)) return;
  draft
      .error(unknown.range, "type-mismatch",
             shown(field) + " can't have 'unknown': it isn't a whole number")
      .help("only a whole number can be the one that says nothing");
}

}  // namespace

void set_values(Draft& draft, Field& field, const syntax::Node& node, const BindScope& scope,
                const TypedRange& value) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr) {
    const syntax::Node* constant = node.find("const");
    if (constant != nullptr && !std::holds_alternative<ConstantBytes>(field.body.kind) &&
        field.body.planned.empty() && !std::holds_alternative<Foreign>(field.body.kind))
      draft
          .error(constant->range, "type-mismatch",
                 shown(field) + " can't have 'const': it is " + describe(value.type, draft.format))
          .help("constants are numbers or bytes");
    if (node.has("default") && field.body.planned.empty())
      field.body.planned = "a default that is not a number";
    if (const syntax::Node* unknown = node.find("unknown")) report_unknown(draft, field, *unknown);
    return;
  }
  const bool is_whole_number = is_whole(scalar->dtype) || scalar->dtype == Dtype::bool8;
  const bool is_one_number = is_whole_number && field.body.repeat.kind == RepeatKind::none;
  if (node.has("default") && !is_one_number && field.body.planned.empty())
    field.body.planned = "a default of anything but a single whole number";
  const Range range = range_of(*scalar);
  if (const syntax::Node* constant = node.find("const")) {
    if (!is_whole_number)
      field.body.planned = "a constant that is not a whole number";
    else
      field.constant = constant_of_node(draft, field, *constant);
    if (field.constant) check_fits(draft, field, *constant, "const", *field.constant, range);
  }
  if (const syntax::Node* unknown = node.find("unknown"); unknown != nullptr && !is_whole_number)
    report_unknown(draft, field, *unknown);
  if (!is_whole_number) return;
  TypedRange element = element_of(value);
  const auto set = [&](std::string_view key, std::optional<Int128>& target) {
    target = constant_under(draft, node, key, scope, element);
    if (target) check_fits(draft, field, *node.find(key), key, *target, range);
  };
  set("absent", field.absent);
  set("unknown", field.unknown);
  const syntax::Node* stated = node.find("default");
  if (stated == nullptr || stated->expression == nullptr) return;
  auto bound = Binder(draft, scope).bind(stated->expression, &element.type);
  field.default_value = constant_of(bound);
  if (field.default_value)
    check_fits(draft, field, *stated, "default", *field.default_value, range);
  else
    field.default_expression = std::move(bound);
}

}  // namespace schemac::model
