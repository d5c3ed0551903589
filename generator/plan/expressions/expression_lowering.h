// Makes an expression of the plan of one of the model, a member function for each kind.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/expression.h"
#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/expressions/builder.h"
#include "plan/expressions/field_paths.h"
#include "plan/expressions/lower_expression.h"

namespace schemac::plan {

class ExpressionLowering {
 public:
  ExpressionLowering(const RecordScope& scope, const Underscore& underscore)
      : scope_(scope), underscore_(underscore) {}

  Expr of(const model::ExpressionPtr& expression);

 private:
  using ExpressionPtr = model::ExpressionPtr;
  using Range = model::Range;

  static constexpr Range truth{0, 1};

  Expr planned(const model::Expression& at, const std::string& what);
  Expr captured(const model::Expression& expression);
  std::string outer_text(const model::Expression& expression) const;
  Expr parameter(std::size_t index);

  // Values and members: lower_expression.cpp.
  Expr lower(const model::Constant& node, const model::Expression&) {
    return make_constant(node.value);
  }
  Expr lower(const model::BooleanConstant& node, const model::Expression&) {
    return make_constant(node.value ? 1 : 0);
  }
  Expr lower(const model::TextConstant&, const model::Expression& at) {
    return planned(at, "a text in an expression");
  }
  Expr lower(const model::List&, const model::Expression& at) {
    return planned(at, "a list in an expression");
  }
  Expr lower(const model::Comprehension&, const model::Expression& at) {
    return planned(at, "a comprehension");
  }
  Expr lower(const model::Quantified&, const model::Expression& at) {
    return planned(at, "'count', 'all' and 'any' over the elements of a list");
  }
  Expr lower(const model::Reference& node, const model::Expression& at);
  std::optional<FieldId> own_field(const model::Expression& expression) const;
  Expr field_value(const model::Reference& node, const model::Expression& at);
  Expr lower(const model::Member& node, const model::Expression& at);
  std::optional<std::string> what_is_not_there(const model::Expression& member) const;
  Expr inner_leaf(Op op, const FoundField& found, Range range, const model::Expression& at);
  static const model::Scalar* scalar_of(const model::Field* field) {
    return field != nullptr ? std::get_if<model::Scalar>(&field->body.kind) : nullptr;
  }
  // A bool8 of a broken file can be any byte.
  static Range number_range(const model::Scalar& scalar) {
    return scalar.dtype == Dtype::bool8 ? Range{0, 255} : model::range_of(scalar);
  }
  Expr flag(const model::Member& node, const model::Expression& at);
  std::size_t model_index(FieldId id) const;
  Expr lower(const model::Attribute& node, const model::Expression& at);

  // Lists and calls: lower_expression.cpp.
  std::optional<Expr> about_param(Op op, const ExpressionPtr& list, std::vector<Expr> args = {});
  std::optional<FoundField> list_of_scalars(const ExpressionPtr& expression);
  Expr about_list(Op op, const ExpressionPtr& list, const model::Expression& at,
                  std::vector<Expr> args = {});
  Expr lower(const model::Element& node, const model::Expression& at);
  Expr lower(const model::Call& node, const model::Expression& at);
  bool is_coded(const model::Call& node) const;
  static bool names_member(const model::Expression& asked);
  Expr about_field(Op op, const model::Call& node, const model::Expression& at, Range range);
  Expr lower_known(const model::Call& node);
  bool is_uncounted(const model::Field& field) const;
  bool may_be_uncounted(const model::Body& body) const;
  Expr lower_has(const model::Call& node, const model::Expression& at);
  Expr fold_or_list(const model::Call& node, Op op, Op list_op, const model::Expression& at);
  Expr fold(const std::vector<ExpressionPtr>& operands, Op op, const model::Expression& at);

  // Operators: lower_operators.cpp.
  Expr lower(const model::Conditional& node, const model::Expression&);
  Expr lower(const model::Unary& node, const model::Expression&);
  Expr lower(const model::Binary& node, const model::Expression& at);
  Expr pair(Op op, const model::Binary& node);
  Expr order(Op op, const model::Binary& node, const model::Expression& at);
  static bool is_text(const ExpressionPtr& expression);
  Expr refuse_text(const model::Expression& at, std::string help);
  std::optional<std::string> what_is_not_compared(const model::Expression& text) const;
  Expr equality(const model::Binary& node, const model::Expression& at, bool is_negated);
  Expr membership(const model::Binary& node, const model::Expression& at);
  Expr text_membership(const model::Binary& node, const model::List& list,
                       const model::Expression& at);

  const RecordScope& scope_;
  const Underscore& underscore_;
};

}  // namespace schemac::plan
