#include "plan/expressions/walk_model.h"

#include "model/overload.h"

namespace schemac::plan {
namespace {

using model::Overload;

class ExpressionWalk {
 public:
  explicit ExpressionWalk(const ExpressionVisitor& visit) : visit_(visit) {}

  void type(const model::Type& type) const {
    for (const model::Field& each : type.fields) field(each);
    for (const model::Condition& rule : type.rules) one(rule.expression);
    one(type.size);
    one(type.version);
    one(type.byte_order);
  }

 private:
  void one(const model::ExpressionPtr& expression) const {
    if (expression) visit_(expression);
  }
  void all(const std::vector<model::ExpressionPtr>& expressions) const {
    for (const model::ExpressionPtr& expression : expressions) one(expression);
  }
  void field(const model::Field& field) const {
    for_each_body(field.body, [&](const model::Body& inner) { body(inner); });
    one(field.place.at);
    one(field.condition);
    one(field.is);
    for (const model::Condition& valid : field.valid) one(valid.expression);
  }
  void body(const model::Body& body) const {
    one(body.repeat.expression);
    one(body.size.expression);
    for (const model::Condition& each : body.each) one(each.expression);
    if (body.codec)
      for (const model::ExpressionPtr& inner :
           {body.codec->algorithm, body.codec->level, body.codec->element_size, body.codec->size})
        one(inner);
    std::visit(Overload{[](const model::Scalar&) {}, [](const model::ConstantBytes&) {},
                        [&](const model::Padding& padding) {
                          one(padding.multiple);
                          one(padding.to_size);
                        },
                        [](const model::Text&) {}, [](const model::RawBytes&) {},
                        [&](const model::RecordReference& record) { all(record.arguments); },
                        [&](const model::NdArray& array) {
                          one(array.dtype);
                          one(array.dims);
                        },
                        [&](const model::Digest& digest) { one(digest.algorithm); },
                        [](const model::FreeForm&) {}, [](const model::Foreign&) {},
                        [&](const model::Switch& choice) { one(choice.tag); }},
               body.kind);
  }

  const ExpressionVisitor& visit_;
};

}  // namespace

void for_each_body(const model::Body& body, const BodyVisitor& visit) {
  visit(body);
  if (const auto* choice = std::get_if<model::Switch>(&body.kind))
    for (const model::Case& each : choice->cases) for_each_body(each.body, visit);
}

void for_each_body(const model::Type& type, const BodyVisitor& visit) {
  for (const model::Field& field : type.fields) for_each_body(field.body, visit);
}

void for_each_expression(const model::Type& type, const ExpressionVisitor& visit) {
  ExpressionWalk(visit).type(type);
}

void for_each_operand(const model::Expression& expression, const ExpressionVisitor& visit) {
  const auto one = [&](const model::ExpressionPtr& operand) {
    if (operand) visit(operand);
  };
  std::visit(Overload{[](const model::Constant&) {}, [](const model::TextConstant&) {},
                      [](const model::BooleanConstant&) {}, [](const model::Reference&) {},
                      [&](const model::Member& member) { one(member.object); },
                      [&](const model::Attribute& attribute) { one(attribute.object); },
                      [&](const model::Element& element) {
                        one(element.list);
                        one(element.index);
                      },
                      [&](const model::Call& call) {
                        for (const model::ExpressionPtr& argument : call.arguments) one(argument);
                      },
                      [&](const model::List& list) {
                        for (const model::ExpressionPtr& item : list.items) one(item);
                      },
                      [&](const model::Comprehension& node) {
                        one(node.result);
                        one(node.list);
                        one(node.condition);
                      },
                      [&](const model::Quantified& node) {
                        one(node.list);
                        one(node.condition);
                      },
                      [&](const model::Conditional& node) {
                        one(node.condition);
                        one(node.chosen);
                        one(node.otherwise);
                      },
                      [&](const model::Unary& node) { one(node.operand); },
                      [&](const model::Binary& node) {
                        one(node.left);
                        one(node.right);
                      }},
             expression.node);
}

}  // namespace schemac::plan
