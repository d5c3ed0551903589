#include "model/passes/walk.h"

#include <algorithm>

namespace schemac::model {

namespace {

struct Operands {
  std::vector<ExpressionPtr> operator()(const Constant& /*unused*/) const { return {}; }
  std::vector<ExpressionPtr> operator()(const TextConstant& /*unused*/) const { return {}; }
  std::vector<ExpressionPtr> operator()(const BooleanConstant& /*unused*/) const { return {}; }
  std::vector<ExpressionPtr> operator()(const Reference& /*unused*/) const { return {}; }
  std::vector<ExpressionPtr> operator()(const Member& node) const { return {node.object}; }
  std::vector<ExpressionPtr> operator()(const Attribute& node) const { return {node.object}; }
  std::vector<ExpressionPtr> operator()(const Element& node) const {
    return {node.list, node.index};
  }
  std::vector<ExpressionPtr> operator()(const Call& node) const { return node.arguments; }
  std::vector<ExpressionPtr> operator()(const List& node) const { return node.items; }
  std::vector<ExpressionPtr> operator()(const Comprehension& node) const {
    return {node.result, node.list, node.condition};
  }
  std::vector<ExpressionPtr> operator()(const Quantified& node) const {
    return {node.list, node.condition};
  }
  std::vector<ExpressionPtr> operator()(const Conditional& node) const {
    return {node.condition, node.chosen, node.otherwise};
  }
  std::vector<ExpressionPtr> operator()(const Unary& node) const { return {node.operand}; }
  std::vector<ExpressionPtr> operator()(const Binary& node) const {
    return {node.left, node.right};
  }
};

class Collector {
 public:
  Collector(const std::vector<std::vector<bool>>& parameters, std::vector<StructuralUse>& uses)
      : parameters_(parameters), uses_(uses) {}

  void add_field(const Field& field, FieldIndex index) {
    target_ = index;
    add(Structure::presence, field.condition);
    add(Structure::at, field.place.at);
    add_body(field.body);
  }

  void add_body(const Body& body) {
    add(Structure::repeat,
        body.repeat.kind == RepeatKind::count ? body.repeat.expression : nullptr);
    add(is_filled_up(body) ? Structure::filled_size : Structure::size, body.size.expression);
    if (body.codec) add(Structure::plain_size, body.codec->size);
    if (const auto* record = std::get_if<RecordReference>(&body.kind)) add_arguments(*record);
    const auto* choice = std::get_if<Switch>(&body.kind);
    if (choice == nullptr) return;
    add(Structure::tag, choice->tag);
    const auto outer = case_;
    for (std::uint32_t i = 0; i < choice->cases.size(); ++i) {
      case_ = outer.value_or(i);
      add_body(choice->cases[i].body);
    }
    case_ = outer;
  }

 private:
  void add(Structure structure, const ExpressionPtr& expression) {
    if (expression != nullptr) uses_.push_back({structure, expression, target_, case_});
  }

  void add_arguments(const RecordReference& record) {
    const auto& is_structural = parameters_[record.type];
    for (std::size_t i = 0; i < record.arguments.size() && i < is_structural.size(); ++i)
      if (is_structural[i]) add(Structure::argument, record.arguments[i]);
  }

  const std::vector<std::vector<bool>>& parameters_;
  std::vector<StructuralUse>& uses_;
  FieldIndex target_ = 0;
  std::optional<std::uint32_t> case_;
};

}  // namespace

void visit_expressions(const ExpressionPtr& expression,
                       const std::function<bool(const Expression&)>& visit) {
  if (expression == nullptr || !visit(*expression)) return;
  for (const ExpressionPtr& inner : std::visit(Operands{}, expression->node))
    visit_expressions(inner, visit);
}

void measure(Expression& expression) {
  // Far above all that is allowed, and far below what would overflow.
  constexpr std::uint64_t countless = std::uint64_t{1} << 40;
  for (const ExpressionPtr& inner : std::visit(Operands{}, expression.node)) {
    if (inner == nullptr) continue;
    expression.nodes = std::min(expression.nodes + inner->nodes, countless);
    expression.depth = std::max(expression.depth, inner->depth + 1);
  }
}

const Reference* as_own_field(const Expression& expression) {
  const auto* reference = std::get_if<Reference>(&expression.node);
  return reference != nullptr && reference->base == Base::self && reference->up == 0 ? reference
                                                                                     : nullptr;
}

bool is_filled_up(const Body& body) {
  const auto* text = std::get_if<Text>(&body.kind);
  return text != nullptr && text->pad_right.has_value();
}

bool is_inline(const Field& field) { return !field.place.section && field.place.at == nullptr; }

std::vector<StructuralUse> structural_uses(const Format& format, TypeIndex type,
                                           const std::vector<std::vector<bool>>& parameters) {
  std::vector<StructuralUse> uses;
  Collector collector(parameters, uses);
  const auto& fields = format.types[type].fields;
  for (FieldIndex i = 0; i < fields.size(); ++i) collector.add_field(fields[i], i);
  return uses;
}

std::vector<std::vector<bool>> find_structural_parameters(const Format& format) {
  std::vector<std::vector<bool>> result;
  for (const Type& type : format.types) result.emplace_back(type.parameters.size());
  // A parameter handed on may become structural through the type that gets it: until nothing
  // changes, which is after as many rounds as types nest.
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (TypeIndex type = 0; type < format.types.size(); ++type)
      for (const StructuralUse& use : structural_uses(format, type, result))
        visit_expressions(use.expression, [&](const Expression& inner) {
          const auto* reference = std::get_if<Reference>(&inner.node);
          if (reference != nullptr && reference->base == Base::parameter &&
              reference->index < result[type].size() && !result[type][reference->index]) {
            result[type][reference->index] = true;
            has_changed = true;
          }
          return true;
        });
  }
  return result;
}

}  // namespace schemac::model
