#include "plan/make/restated.h"

#include <algorithm>

#include "plan/expression_nodes.h"
#include "plan/expressions/lower_expression.h"

namespace schemac::plan {
namespace {

// The bytes that a list of scalars takes, as a schema would write them.
std::vector<Expr> sizes_of(const List& list) {
  const auto* scalar = std::get_if<Scalar>(&list.element.front().kind);
  if (scalar == nullptr || !list.count) return {};
  const Expr& count = *list.count;
  const std::uint32_t bits = bit_count(scalar->dtype);
  if (bits == 8) return {count};
  if (bits < 8) return {make_operation(Op::ceil_div, {count, make_constant(8 / bits)})};
  const Expr bytes = make_constant(bits / 8);
  return {make_operation(Op::multiply, {count, bytes}),
          make_operation(Op::multiply, {bytes, count})};
}

}  // namespace

bool restates_size(const RecordScope& scope, const Field& field) {
  const auto* list = std::get_if<List>(&field.body.kind);
  if (list == nullptr || !field.region || !as_field(field.region->size)) return false;
  const auto stated = std::find(scope.ids.begin(), scope.ids.end(), as_field(field.region->size));
  const model::ExpressionPtr& is =
      scope.type.fields[static_cast<std::size_t>(stated - scope.ids.begin())].is;
  if (!is) return false;
  const Expr size = lower_expression(scope, is);
  const std::vector<Expr> sizes = sizes_of(*list);
  return std::any_of(sizes.begin(), sizes.end(),
                     [&](const Expr& needed) { return is_same(size, needed); });
}

}  // namespace schemac::plan
