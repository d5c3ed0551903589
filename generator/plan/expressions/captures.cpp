#include "plan/expressions/captures.h"

#include <algorithm>
#include <functional>
#include <memory>

#include "plan/expressions/walk_model.h"
#include "plan/identifiers.h"

namespace schemac::plan {

using model::Base;
using model::ExpressionPtr;
using model::Reference;

namespace {

bool is_outer_reference(const Reference& reference) {
  return reference.base == Base::root || (reference.base == Base::self && reference.up > 0);
}

struct Bases {
  bool outer = false, inner = false;
};

void collect_bases(const model::Expression& expression, Bases& bases) {
  if (const auto* reference = std::get_if<Reference>(&expression.node))
    (is_outer_reference(*reference) ? bases.outer : bases.inner) = true;
  for_each_operand(expression,
                   [&](const ExpressionPtr& operand) { collect_bases(*operand, bases); });
}

// A copy in which every reference was replaced.
class ReferenceMap {
 public:
  explicit ReferenceMap(std::function<Reference(Reference)> replace)
      : replace_(std::move(replace)) {}

  ExpressionPtr of(const ExpressionPtr& expression) const {
    if (!expression) return nullptr;
    auto copy = std::make_shared<model::Expression>(*expression);
    std::visit([this](auto& node) { change(node); }, copy->node);
    return copy;
  }

 private:
  void change(model::Constant&) const {}
  void change(model::TextConstant&) const {}
  void change(model::BooleanConstant&) const {}
  void change(Reference& node) const { node = replace_(node); }
  void change(model::Member& node) const { node.object = of(node.object); }
  void change(model::Attribute& node) const { node.object = of(node.object); }
  void change(model::Element& node) const {
    node.list = of(node.list);
    node.index = of(node.index);
  }
  void change(model::Call& node) const {
    for (ExpressionPtr& argument : node.arguments) argument = of(argument);
  }
  void change(model::List& node) const {
    for (ExpressionPtr& item : node.items) item = of(item);
  }
  void change(model::Comprehension& node) const {
    node.result = of(node.result);
    node.list = of(node.list);
    node.condition = of(node.condition);
  }
  void change(model::Quantified& node) const {
    node.list = of(node.list);
    node.condition = of(node.condition);
  }
  void change(model::Conditional& node) const {
    node.condition = of(node.condition);
    node.chosen = of(node.chosen);
    node.otherwise = of(node.otherwise);
  }
  void change(model::Unary& node) const { node.operand = of(node.operand); }
  void change(model::Binary& node) const {
    node.left = of(node.left);
    node.right = of(node.right);
  }

  std::function<Reference(Reference)> replace_;
};

// "parent_n" for `_parent.n`, "root_rows" for `_root.rows`; of anything longer the first name in
// it.
std::string parameter_name(const model::Expression& expression) {
  std::string name;
  if (const auto* reference = std::get_if<Reference>(&expression.node)) {
    name = (reference->base == Base::root ? "root_" : "parent_") + reference->variable;
  } else {
    for_each_operand(expression, [&](const ExpressionPtr& operand) {
      if (name.empty()) name = parameter_name(*operand);
    });
  }
  return name;
}

class NeedsSearch {
 public:
  NeedsSearch(const model::Format& format, model::TypeIndex root,
              const std::set<model::TypeIndex>& files)
      : format_(format), root_(root), files_(files) {
    needs_.resize(format.types.size());
  }

  void find(const std::vector<model::TypeIndex>& types) {
    for (const model::TypeIndex index : types) add_own(index);
    do {
      has_changed_ = false;
      for (const model::TypeIndex index : types) add_inherited(index);
    } while (has_changed_);
  }
  std::vector<Needs> take() { return std::move(needs_); }

 private:
  void add_own(model::TypeIndex index) {
    for (const model::Field& field : format_.types[index].fields)
      if (const auto section = section_of(field)) add_section(index, *section);
    if (index == root_) return;
    for_each_expression(format_.types[index],
                        [&](const ExpressionPtr& expression) { add_values(index, expression); });
  }
  // The largest subexpressions of `expression` that are outer.
  void add_values(model::TypeIndex index, const ExpressionPtr& expression) {
    if (is_outer(expression)) return add_value(index, expression);
    for_each_operand(*expression,
                     [&](const ExpressionPtr& operand) { add_values(index, operand); });
  }
  void add_value(model::TypeIndex index, const ExpressionPtr& expression) {
    if (index == root_) return;
    std::vector<OuterValue>& values = needs_[index].values;
    const std::string key = key_of(*expression);
    if (std::any_of(values.begin(), values.end(),
                    [&](const OuterValue& value) { return value.key == key; }))
      return;
    std::string name = parameter_name(*expression);
    const auto is_taken = [&](const std::string& candidate) {
      return std::any_of(values.begin(), values.end(),
                         [&](const auto& value) { return value.name == candidate; });
    };
    for (int number = 2; is_taken(name); ++number)
      name = parameter_name(*expression) + "_" + std::to_string(number);
    values.push_back({expression, key, name});
    has_changed_ = true;
  }
  void add_section(model::TypeIndex index, const OuterSection& section) {
    const bool is_own = section.is_file() ? files_.contains(index) : section.owner == index;
    if (is_own) return;
    std::vector<OuterSection>& sections = needs_[index].sections;
    if (std::find(sections.begin(), sections.end(), section) != sections.end()) return;
    sections.push_back(section);
    has_changed_ = true;
  }
  void add_inherited(model::TypeIndex index) {
    for_each_body(format_.types[index], [&](const model::Body& body) {
      const auto* held = std::get_if<model::RecordReference>(&body.kind);
      if (held == nullptr) return;
      const Needs inner = needs_[held->type];
      for (const OuterSection& section : inner.sections) add_section(index, section);
      for (const OuterValue& value : inner.values) {
        const ExpressionPtr seen = seen_from_holder(value.expression, index == root_);
        add_values(index, seen);
      }
    });
  }

  const model::Format& format_;
  model::TypeIndex root_;
  const std::set<model::TypeIndex>& files_;
  std::vector<Needs> needs_;
  bool has_changed_ = false;
};

}  // namespace

bool is_outer(const ExpressionPtr& expression) {
  if (expression->type.is_list) return false;
  switch (expression->type.kind) {
    case model::ValueKind::number:
    case model::ValueKind::boolean:
    case model::ValueKind::dtype:
    case model::ValueKind::digest:
    case model::ValueKind::codec:
    case model::ValueKind::byte_order:
      break;
    case model::ValueKind::real:
    case model::ValueKind::text:
    case model::ValueKind::record:
    case model::ValueKind::choice:
    case model::ValueKind::array:
    case model::ValueKind::open:
    case model::ValueKind::free:
      return false;
  }
  Bases bases;
  collect_bases(*expression, bases);
  return bases.outer && !bases.inner;
}

ExpressionPtr seen_from_holder(const ExpressionPtr& expression, bool is_holder_root) {
  const ReferenceMap map([&](Reference reference) {
    if (reference.base == Base::self && reference.up > 0) --reference.up;
    if (reference.base == Base::root && is_holder_root) reference.base = Base::self;
    return reference;
  });
  return map.of(expression);
}

namespace {

// What distinguishes a node from others of its kind, its operands aside.
class NodeKey {
 public:
  std::string operator()(const model::Constant& constant) const {
    return model::to_text(constant.value);
  }
  std::string operator()(const model::TextConstant& text) const { return "'" + text.text + "'"; }
  std::string operator()(const model::BooleanConstant& boolean) const {
    return boolean.value ? "t" : "f";
  }
  std::string operator()(const Reference& reference) const {
    return number(reference.base) + number(reference.up) + number(reference.index) + ":" +
           reference.variable;
  }
  std::string operator()(const model::Member& member) const {
    return number(member.kind) + number(member.index) + member.name;
  }
  std::string operator()(const model::Attribute& attribute) const {
    return number(attribute.enumeration) + number(attribute.index);
  }
  std::string operator()(const model::Element&) const { return {}; }
  std::string operator()(const model::Call& call) const {
    return number(call.function) + (call.of_file ? "file" : "");
  }
  std::string operator()(const model::List&) const { return {}; }
  std::string operator()(const model::Comprehension&) const { return {}; }
  std::string operator()(const model::Quantified&) const { return {}; }
  std::string operator()(const model::Conditional&) const { return {}; }
  std::string operator()(const model::Unary& unary) const { return number(unary.op); }
  std::string operator()(const model::Binary& binary) const { return number(binary.op); }

 private:
  template <class Number>
  static std::string number(Number number) {
    return ":" + std::to_string(static_cast<std::uint32_t>(number));
  }
};

}  // namespace

std::string key_of(const model::Expression& expression) {
  std::string key =
      "(" + std::to_string(expression.node.index()) + std::visit(NodeKey(), expression.node);
  for_each_operand(expression, [&](const ExpressionPtr& operand) { key += key_of(*operand); });
  return key + ")";
}

std::optional<OuterSection> section_of(const model::Field& field) {
  if (field.place.section && field.place.section_owner)
    return OuterSection{*field.place.section_owner, *field.place.section};
  if (field.place.at && !field.place.section) return OuterSection::file();
  return std::nullopt;
}

std::vector<Needs> find_needs(const model::Format& format,
                              const std::vector<model::TypeIndex>& types, model::TypeIndex root,
                              const std::set<model::TypeIndex>& files) {
  NeedsSearch search(format, root, files);
  search.find(types);
  return search.take();
}

}  // namespace schemac::plan
