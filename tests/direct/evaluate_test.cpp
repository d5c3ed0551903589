// Expressions: exact results, and an overflow wherever 64 bits don't hold one.
#include "direct/evaluate.h"

#include <catch2/catch.hpp>

using namespace schemac;
using namespace schemac::direct;
using plan::Expr;
using plan::Op;

namespace {

// Field 0 is a list of three numbers; all other fields are unknown.
class ThreeNumbers final : public Scope {
 public:
  explicit ThreeNumbers(std::vector<Int128> numbers) : numbers_(std::move(numbers)) {}
  Outcome number(plan::FieldId) const override { return Outcome::failed(Failure::unknown); }
  Outcome length(plan::FieldId) const override { return {Int128{numbers_.size()}}; }
  Outcome size_of(plan::FieldId) const override { return {0}; }
  Outcome offset_of(plan::FieldId) const override { return {0}; }
  Outcome plain_size(plan::FieldId) const override { return {0}; }
  Outcome is_present(plan::FieldId) const override { return {1}; }
  Outcome item(plan::FieldId, std::uint64_t index) const override { return {numbers_[index]}; }
  std::optional<std::string_view> text(plan::FieldId) const override { return "words"; }
  const Scope* inside(plan::FieldId) const override { return nullptr; }
  Outcome param(plan::ParamId) const override { return {7}; }
  Outcome file_size() const override { return {100}; }

 private:
  std::vector<Int128> numbers_;
};

Expr constant(Int128 number) {
  Expr expr;
  expr.number = number;
  return expr;
}
Expr node(Op op, std::vector<Expr> args = {}) {
  Expr expr;
  expr.op = op;
  expr.args = std::move(args);
  return expr;
}
Outcome value(const Expr& expr, std::vector<Int128> numbers = {2, 3, 4}) {
  return evaluate(expr, plan::Plan{}, ThreeNumbers(std::move(numbers)));
}

}  // namespace

TEST_CASE("arithmetic is exact or overflows") {
  const Expr most = constant(model::max_u64);
  CHECK(value(node(Op::add, {most, constant(0)})).value == model::max_u64);
  CHECK(value(node(Op::add, {most, constant(1)})).failure == Failure::overflow);
  CHECK(value(node(Op::multiply, {most, most})).failure == Failure::overflow);
  CHECK(value(node(Op::subtract, {constant(0), most})).failure == Failure::overflow);
  Expr less = node(Op::subtract, {constant(3), constant(5)});
  CHECK(value(less).failure == Failure::overflow);  // its range has no number below 0
  less.range = {-2, -2};
  CHECK(value(less).value == -2);
  CHECK(value(node(Op::divide, {constant(7), constant(0)})).failure == Failure::overflow);
  CHECK(value(node(Op::ceil_div, {constant(13), constant(8)})).value == 2);
  CHECK(value(node(Op::align_up, {constant(13), constant(8)})).value == 16);
  CHECK(value(node(Op::align_up, {constant(16), constant(8)})).value == 16);
  CHECK(value(node(Op::align_up, {most, constant(8)})).failure == Failure::overflow);
}

TEST_CASE("conditions end at the operand that decides") {
  const Expr unknown = node(Op::field);
  CHECK(value(node(Op::logical_and, {constant(0), unknown})).value == 0);
  CHECK(value(node(Op::logical_or, {constant(1), unknown})).value == 1);
  CHECK(value(node(Op::logical_and, {constant(1), unknown})).failure == Failure::unknown);
  CHECK(value(node(Op::choose, {constant(1), constant(5), unknown})).value == 5);
  CHECK(value(node(Op::less, {constant(-1), constant(model::max_u64)})).value == 1);
}

TEST_CASE("lists: products, sums, elements that aren't there") {
  CHECK(value(node(Op::product)).value == 24);
  CHECK(value(node(Op::product), {}).value == 1);
  CHECK(value(node(Op::product), {model::max_u64, 2, 0}).value == 0);
  CHECK(value(node(Op::product), {model::max_u64, 2}).failure == Failure::overflow);
  CHECK(value(node(Op::sum)).value == 9);
  CHECK(value(node(Op::sum), {model::max_u64, 1}).failure == Failure::overflow);
  CHECK(value(node(Op::item, {constant(2)})).value == 4);
  CHECK(value(node(Op::item, {constant(3)})).failure == Failure::no_element);
  CHECK(value(node(Op::last_item), {}).failure == Failure::no_element);
}
