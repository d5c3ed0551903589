#include "model/passes/bind/bind_expressions.h"

#include <algorithm>

#include "model/passes/bind/conditions.h"
#include "model/passes/bind/contradictions.h"
#include "model/passes/types/bodies.h"
#include "model/print_expression.h"
#include "model/range_arithmetic.h"

namespace schemac::model {

namespace {

BindScope scope_of(const Draft& draft, TypeIndex type) {
  BindScope scope;
  scope.schema = draft.sources[type].schema;
  scope.type = type;
  return scope;
}

void bind_placement(Draft& draft, Field& field, const syntax::Node& node, const BindScope& scope) {
  if (const syntax::Node* at = node.find("at"))
    field.place.at = Binder(draft, scope).bind_number(at->expression, "'at'");
  const syntax::Node* align = node.find("align");
  if (align == nullptr) return;
  auto bound = Binder(draft, scope).bind_number(align->expression, "'align'");
  const auto number = constant_of(bound);
  if (number && *number >= 1 && *number <= 65536) {
    field.place.align = static_cast<std::uint64_t>(*number);
  } else if (number) {
    draft
        .error(align->range, "does-not-fit",
               "'align' is " + to_text(*number) + ", but should be 1 to 65536")
        .help("write the multiple at which it begins");
  } else {
    field.place.align_by = std::move(bound);
  }
}

void bind_valid(Draft& draft, Field& field, const syntax::Node& node, BindScope scope,
                const TypedRange& value) {
  if (value.type.kind == ValueKind::free) return;  // its members are known to later versions
  scope.element = value;
  if (const syntax::Node* valid = node.find("valid")) {
    check_has_condition(draft, *valid, "valid");
    for (Condition& condition : make_conditions(draft, *valid, scope))
      field.valid.push_back(std::move(condition));
  }
  if (!std::holds_alternative<Scalar>(field.body.kind) || node.has("repeat")) return;
  if (!node.has("min") && !node.has("max")) return;
  syntax::Node bounds;  // `min` and `max` of a number are beside its type
  bounds.kind = syntax::NodeKind::map;
  for (const syntax::Entry& entry : node.entries)
    if (entry.key == "min" || entry.key == "max") bounds.entries.push_back(entry);
  for (Condition& condition : make_conditions(draft, bounds, scope))
    field.valid.push_back(std::move(condition));
}

// The field of a digest's base, or the base itself: `base` without an offset says nothing.
void bind_field(Draft& draft, TypeIndex type, FieldIndex index) {
  const syntax::Node* node = draft.sources[type].fields[index];
  if (node == nullptr) return;  // a file of a directory
  Field& field = draft.format.types[type].fields[index];
  BindScope scope = scope_of(draft, type);
  if (const syntax::Node* let = node->find("let"); let != nullptr && !node->has("fields"))
    scope.lets.push_back(let);
  field.condition = Binder(draft, scope).bind_condition(node->expression_of("if"), "'if'");
  bind_body(draft, field.body, *node, scope, index);
  bind_placement(draft, field, *node, scope);
  const TypedRange value = value_of_field(draft, type, index);
  for (const char* key : {"is", "derive"})
    if (node->has(key) && field.is == nullptr) {
      field.is = Binder(draft, scope).bind_present(node->expression_of(key), &value.type);
      if (field.is != nullptr && !std::holds_alternative<Scalar>(field.body.kind))
        field.body.planned = "'is' of anything but a number";
      else if (field.is != nullptr && field.is->type.kind != value.type.kind &&
               field.is->type.kind != ValueKind::free)
        draft
            .error(field.is->range, "type-mismatch",
                   "'" + field.name + "' is " + describe(value.type, draft.format) +
                       ", but its 'is' is " + describe(field.is->type, draft.format))
            .help("use an expression of that type");
    }
  set_values(draft, field, *node, scope, value);
  bind_valid(draft, field, *node, scope, value_of_field(draft, type, index));
  for (auto alias = alias_of(draft, *node, scope.schema, type); alias;) {
    const syntax::Node& source = *draft.sources[*alias].node;
    BindScope inner = scope;
    inner.alias = alias;
    if (source.has("valid")) bind_valid(draft, field, source, inner, value);
    alias = alias_of(draft, source, draft.sources[*alias].schema, *alias);
  }
  check_default_is_valid(draft, field, *node);
  check_choice_can_be_empty(draft, field);
}

void bind_section(Draft& draft, TypeIndex type, Section& section, const syntax::Node& node) {
  const BindScope scope = scope_of(draft, type);
  const auto bind = [&](const syntax::Node* from, const char* key) -> ExpressionPtr {
    const syntax::Node* value = from != nullptr ? from->find(key) : nullptr;
    if (value == nullptr || number_of(*value)) return nullptr;
    return Binder(draft, scope).bind_number(value->expression, "'" + std::string(key) + "'");
  };
  section.align_by = bind(&node, "align");
  section.each_align_by = bind(node.find("each"), "align");
  section.pad_by = bind(&node, "pad");
  const syntax::Node* begin = node.find("begin");
  if (begin == nullptr) return;
  const auto bound = Binder(draft, scope).bind_number(begin->expression, "'begin'");
  if (bound == nullptr) return;
  const auto* reference = std::get_if<Reference>(&bound->node);
  if (reference == nullptr || reference->base != Base::self || reference->up != 0) {
    draft
        .error(begin->range, "not-invertible",
               "section '" + section.name + "' begins at '" + to_text(*bound, draft.format) +
                   "', but its start is the value of one field of this type")
        .help("name the field that holds the offset");
    return;
  }
  section.begin = reference->index;
}

// `each: {dims: {min: 1}}` of a message: what holds for elements of its lists.
void bind_lists_of_message(Draft& draft, TypeIndex index, const syntax::Node& each) {
  for (const syntax::Entry& entry : each.entries) {
    auto& fields = draft.format.types[index].fields;
    std::vector<std::string> names;
    for (const Field& field : fields)
      if (field.body.repeat.kind != RepeatKind::none) names.push_back(field.name);
    if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
      draft.error(entry.key_range, "unknown-field", "the message has no list '" + entry.key + "'")
          .help(source::did_you_mean(entry.key, names)
                    .value_or("name a repeated field of the message"));
      continue;
    }
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const Field& f) { return f.name == entry.key; });
    BindScope scope = scope_of(draft, index);
    scope.is_in_list = true;
    scope.element =
        element_of(value_of_field(draft, index, static_cast<FieldIndex>(field - fields.begin())));
    check_has_condition(draft, entry.value, "each");
    field->body.each = make_conditions(draft, entry.value, scope);
    if (entry.value.has("at"))
      draft.format.types[index].planned.push_back("a place of its own of a rule under 'each'");
  }
}

void bind_type(Draft& draft, TypeIndex index) {
  const TypeSource& source = draft.sources[index];
  const BindScope scope = scope_of(draft, index);
  Type& type = draft.format.types[index];
  if (!type.is_record) {
    BindScope inner = scope;
    inner.alias = index;
    bind_body(draft, type.alias, *source.node, inner, 0);
    if (const syntax::Node* valid = source.node->find("valid")) {
      check_has_condition(draft, *valid, "valid");
      inner.element = value_of_body(draft, type.alias, index, 0);
      if (type.alias.planned.empty() && type.parameters.empty())
        type.alias_valid = make_conditions(draft, *valid, inner);
    }
    return;
  }
  for (FieldIndex field = 0; field < type.fields.size(); ++field) bind_field(draft, index, field);
  if (source.is_message) return;  // it has no text in the schema
  if (const syntax::Node* each = source.node->find("each"))
    bind_lists_of_message(draft, index, *each);
  if (type.is_directory) return;  // its rules are about files: later versions
  if (const syntax::Node* rules = source.node->find("rules"))
    type.rules = make_rules(draft, *rules, scope);
  const syntax::Node* sections = source.node->find("sections");
  for (std::size_t i = 0; i < type.sections.size(); ++i)
    bind_section(draft, index, type.sections[i], sections->items[i]);
  if (!source.is_inline && source.node->has("size"))
    type.size = Binder(draft, scope).bind_number(source.node->expression_of("size"), "'size'");
}

// A `let` is bound where it is used; one that nothing uses is bound for its mistakes alone.
void bind_unused_lets(Draft& draft, const syntax::Node& node, const BindScope& scope) {
  const syntax::Node* lets = node.find("let");
  if (lets == nullptr) return;
  for (const syntax::Entry& let : lets->entries)
    if (let.value.expression != nullptr && !draft.used_lets.contains(&let.value))
      (void)Binder(draft, scope).bind(let.value.expression);
}

void bind_unused_lets_of_body(Draft& draft, const syntax::Node& node, BindScope scope) {
  if (node.has("fields")) return;  // those of its record
  if (const syntax::Node* lets = node.find("let")) scope.lets.push_back(lets);
  bind_unused_lets(draft, node, scope);
  const syntax::Node* cases = node.find("cases");
  if (cases == nullptr || !node.has("switch")) return;
  for (const syntax::Entry& each : cases->entries)
    if (each.value.is_map()) bind_unused_lets_of_body(draft, each.value, scope);
}

void bind_unused_lets_of_type(Draft& draft, TypeIndex index) {
  const TypeSource& source = draft.sources[index];
  if (source.is_message || draft.format.types[index].is_directory) return;
  BindScope scope = scope_of(draft, index);
  if (!draft.format.types[index].is_record) {
    scope.alias = index;
    bind_unused_lets_of_body(draft, *source.node, scope);
    return;
  }
  bind_unused_lets(draft, *source.node, scope);
  for (FieldIndex field = 0; field < source.fields.size(); ++field) {
    if (source.fields[field] == nullptr) continue;
    BindScope inner = scope;
    inner.element = value_of_field(draft, index, field);
    inner.is_in_list = draft.format.types[index].fields[field].body.repeat.kind != RepeatKind::none;
    if (inner.is_in_list) inner.element = element_of(*inner.element);
    bind_unused_lets_of_body(draft, *source.fields[field], inner);
  }
}

}  // namespace

void bind_expressions(Draft& draft) {
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type) bind_type(draft, type);
  for (TypeIndex type = 0; type < draft.format.types.size(); ++type)
    bind_unused_lets_of_type(draft, type);
}

}  // namespace schemac::model
