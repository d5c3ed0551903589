// One expression: names to references, every part typed and, where it is a number, with the range
// that it can have. A mistake is reported once, at the part that is wrong; the result is then null,
// and whoever gets a null says nothing more.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "model/passes/budget.h"
#include "model/passes/draft.h"
#include "model/passes/value_types.h"
#include "model/passes/walk.h"

namespace schemac::model {

/// What an expression can name.
struct BindScope {
  SchemaIndex schema = 0;
  TypeIndex type = 0;              ///< the record whose fields it names
  std::optional<TypeIndex> alias;  ///< the alias whose text it is in
  /// Values for the alias's parameters; null: they stay parameters.
  const std::map<std::string, ExpressionPtr>* arguments = nullptr;
  std::vector<const syntax::Node*> lets;  ///< of the field or case, innermost last
  std::optional<TypedRange> element;      ///< `_`
  bool names_members = false;             ///< fields of `_`, a record, need no `_.`
  bool is_in_list = false;                ///< _index, _last, _next
  bool knows_rest = true;                 ///< else of these _index alone
};

class Binder {
 public:
  Binder(Draft& draft, BindScope scope) : draft_(draft), scope_(std::move(scope)) {}

  /// Where a type is `expected`, bare names of enumerators, element types and digests are known.
  [[nodiscard]] ExpressionPtr bind(const syntax::ExpressionPtr& expression,
                                   const ExpressionType* expected = nullptr);
  /// The same, and its type must be this; `what` names it for the message ("a count").
  [[nodiscard]] ExpressionPtr bind_number(const syntax::ExpressionPtr& expression,
                                          const std::string& what);
  [[nodiscard]] ExpressionPtr bind_condition(const syntax::ExpressionPtr& expression,
                                             const std::string& what);
  /// The same, and it must always have a value.
  [[nodiscard]] ExpressionPtr bind_present(const syntax::ExpressionPtr& expression,
                                           const ExpressionType* expected);

 private:
  struct Variable {
    std::string name;
    TypedRange value;
  };

  // Nodes (binder.cpp).
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::IntegerLiteral& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::StringLiteral& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::BooleanLiteral& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::NameReference& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::MemberAccess& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::IndexAccess& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::Call& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::ListLiteral& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::Comprehension& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::Quantified& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::Conditional& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::Unary& node);
  ExpressionPtr bind_node(const syntax::Expression& at, const syntax::Binary& node);

  [[nodiscard]] std::optional<std::string> help_with_bytes(const Expression& named) const;

  // Operators (binder_operators.cpp).
  /// Whether it names a field of the record at hand that a codec encodes.
  [[nodiscard]] bool is_coded(const Expression& expression) const;
  ExpressionPtr bind_logical(const syntax::Expression& at, const syntax::Binary& node);
  ExpressionPtr bind_comparison(const syntax::Expression& at, const syntax::Binary& node);
  ExpressionPtr bind_membership(const syntax::Expression& at, const syntax::Binary& node);
  ExpressionPtr bind_arithmetic(const syntax::Expression& at, const syntax::Binary& node);
  ExpressionPtr bind_bits(const syntax::Expression& at, const syntax::Binary& node);
  // A number calculated from constants; reported where it is beyond 64 bits.
  ExpressionPtr make_folded(source::SourceRange range, Int128 value);
  ExpressionPtr make_calculation(source::SourceRange range, syntax::BinaryOperator op,
                                 ExpressionPtr left, ExpressionPtr right);
  ExpressionPtr bind_concatenation(const syntax::Expression& at, const syntax::Binary& node);
  std::pair<ExpressionPtr, ExpressionPtr> bind_pair(const syntax::ExpressionPtr& left,
                                                    const syntax::ExpressionPtr& right);
  bool check_number(const ExpressionPtr& operand, const std::string& user);
  bool check_boolean(const ExpressionPtr& operand, const std::string& user);
  bool check_present(const ExpressionPtr& operand);
  void report_mismatch(const source::SourceRange& range, const ExpressionPtr& left,
                       const ExpressionPtr& right, const std::string& what);

  // Names (binder_names.cpp).
  ExpressionPtr find_name(const syntax::Expression& at, const std::string& name);
  ExpressionPtr find_special(const syntax::Expression& at, const std::string& name,
                             bool& is_special);
  ExpressionPtr find_in_record(const syntax::Expression& at, const std::string& name,
                               TypeIndex type, std::uint32_t up);
  ExpressionPtr find_let(const syntax::Expression& at, const std::string& name,
                         const syntax::Node* lets);
  ExpressionPtr find_enumerator(const syntax::Expression& at, const std::string& name);
  ExpressionPtr parameter(const syntax::Expression& at, TypeIndex type, std::uint32_t index);
  [[nodiscard]] bool can_name(const std::string& name) const;
  bool report_no_such(const syntax::Expression& at, const std::string& name);
  void report_unknown(const syntax::Expression& at, const std::string& name);
  std::vector<std::string> visible_names() const;
  [[nodiscard]] std::optional<std::string> way_to_outer(std::string_view name) const;
  ExpressionPtr bind_outer_member(const syntax::Expression& at, const syntax::MemberAccess& node,
                                  bool& is_outer);
  ExpressionPtr bind_qualified_enumerator(const syntax::Expression& at,
                                          const syntax::MemberAccess& node, bool& is_enum);
  ExpressionPtr member_of(const syntax::MemberAccess& node, ExpressionPtr object,
                          const syntax::Expression& at);
  std::optional<TypeIndex> parent_of(TypeIndex type, source::SourceRange range);

  // Calls (binder_calls.cpp).
  ExpressionPtr bind_size(const syntax::Expression& at, const syntax::Call& node);
  ExpressionPtr typed_call(const syntax::Expression& at, const syntax::Call& node,
                           Function function, std::vector<ExpressionPtr> arguments);
  std::optional<TypedRange> value_of_list_call(Function function, const ExpressionPtr& list,
                                               const std::string& quoted);
  std::optional<TypedRange> value_of_number_call(Function function,
                                                 const std::vector<ExpressionPtr>& arguments,
                                                 const std::string& quoted);
  [[nodiscard]] Range length_of(const ExpressionPtr& list) const;

  // One budget for all expressions of a schema.
  bool keeps_budget(const syntax::Expression& at);
  bool keeps_budget(const syntax::Expression& at, const Expression& bound);
  bool report_budget(const syntax::Expression& at, const std::string& what);

  Draft& draft_;
  BindScope scope_;
  std::uint32_t depth_ = 0;  ///< of what is being bound right now
  std::vector<Variable> variables_;
  std::vector<std::string> open_lets_;  ///< being replaced right now: a let can't name itself
  const ExpressionType* expected_ = nullptr;
};

/// Makes an expression node.
template <class Node>
[[nodiscard]] ExpressionPtr make_expression(source::SourceRange range, ExpressionType type,
                                            Range values, Node node) {
  Expression expression{range, type, values, std::move(node)};
  measure(expression);
  return std::make_shared<const Expression>(std::move(expression));
}
[[nodiscard]] ExpressionPtr make_number(source::SourceRange range, Int128 value);
[[nodiscard]] ExpressionType type_of_kind(ValueKind kind);
/// The number of a folded constant, an enumerator or a truth value.
[[nodiscard]] std::optional<Int128> constant_of(const ExpressionPtr& expression);

}  // namespace schemac::model
