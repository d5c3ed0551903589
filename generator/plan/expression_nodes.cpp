#include "plan/expression_nodes.h"

#include <algorithm>
#include <vector>

#include "model/range_arithmetic.h"
#include "plan/operators.h"

namespace schemac::plan {

using model::Int128;
using model::Range;

namespace {

constexpr Range truth{0, 1};

// Before the limits of 64 bits.
Range range_of_operation(Op op, const std::vector<Expr>& args) {
  const Range x = args.empty() ? Range{} : args[0].range;
  const Range y = args.size() < 2 ? Range{} : args[1].range;
  switch (op) {
    case Op::add:
      return model::add(x, y);
    case Op::subtract:
      return model::subtract(x, y);
    case Op::multiply:
      return model::multiply(x, y);
    case Op::divide:
      return model::divide(x, y);
    case Op::modulo:
      return model::modulo(x, y);
    case Op::negate:
      return model::negate(x);
    case Op::align_up:
      return model::align_up(x, y);
    case Op::ceil_div:
      return model::ceil_div(x, y);
    case Op::minimum:
      return model::minimum(x, y);
    case Op::maximum:
      return model::maximum(x, y);
    case Op::bit_or:
      return model::bit_or(x, y);
    case Op::bit_xor:
      return model::bit_xor(x, y);
    case Op::bit_and:
      return model::bit_and(x, y);
    case Op::shift_left:
      return model::shift_left(x, y);
    case Op::shift_right:
      return model::shift_right(x, y);
    case Op::digest_size:
      return {0, 64};
    case Op::choose:
      return model::hull(args[1].range, args[2].range);
    // The result is known from elsewhere, or a condition.
    case Op::constant:
    case Op::field:
    case Op::param:
    case Op::element:
    case Op::index:
    case Op::is_last:
    case Op::file_size:
    case Op::length:
    case Op::size_of:
    case Op::offset_of:
    case Op::is_present:
    case Op::item:
    case Op::last_item:
    case Op::product:
    case Op::sum:
    case Op::list:
    case Op::param_list:
    case Op::text_is:
    case Op::inside:
    case Op::attribute:
    case Op::has_attribute:
    case Op::plain_size:
    case Op::size_of_last:
    case Op::flag:
    case Op::given:
    case Op::tag_of:
    case Op::section_begin:
    case Op::bits:
    case Op::equal:
    case Op::not_equal:
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
    case Op::is_one_of:
    case Op::argument:
      return truth;
  }
  return {};
}

bool divides(Op op) {
  return op == Op::divide || op == Op::modulo || op == Op::align_up || op == Op::ceil_div;
}

// Whether some operand or result has a sign and some number is beyond 63 bits: no type of 64 bits
// holds all of them.
bool needs_more_bits(Op op, const std::vector<Expr>& args, const Range& exact) {
  if (op != Op::add && op != Op::subtract && op != Op::multiply && op != Op::negate && !divides(op))
    return false;
  const auto has_sign = [](const Expr& arg) { return arg.range.min < 0; };
  const auto fits = [](const Expr& arg) { return arg.range.fits_i64(); };
  const bool is_signed = exact.min < 0 || std::any_of(args.begin(), args.end(), has_sign);
  return is_signed && (!exact.fits_i64() || !std::all_of(args.begin(), args.end(), fits));
}
// Those that are calculated without a sign unless they are checked.
bool is_of_sizes(Op op) { return op == Op::align_up || op == Op::ceil_div; }

Range clipped(const Range& range) {
  const Range limits =
      range.min < 0 ? Range{model::min_i64, model::max_i64} : Range{0, model::max_u64};
  return {std::clamp(range.min, limits.min, limits.max),
          std::clamp(range.max, limits.min, limits.max)};
}

}  // namespace

Expr make_constant(Int128 value) {
  Expr expr;
  expr.number = value;
  expr.range = {value, value};
  return expr;
}

Expr make_operation(Op op, std::vector<Expr> args) {
  Expr expr;
  expr.op = op;
  const Range exact = range_of_operation(op, args);
  expr.is_checked = !exact.fits_u64() && !exact.fits_i64();
  // What can't be calculated counts as 0 until that is noticed.
  if (divides(op) && (args[1].range.contains(0) || can_fail(args[1]))) expr.is_checked = true;
  if (needs_more_bits(op, args, exact)) expr.is_checked = true;
  if (is_of_sizes(op) && (args[0].range.min < 0 || args[1].range.min < 0)) expr.is_checked = true;
  if (op == Op::shift_left && args[1].range.max > 63) expr.is_checked = true;
  expr.range = clipped(exact);
  expr.args = std::move(args);
  return expr;
}

bool is_zero_if_absent(const Expr& expr) {
  return expr.op == Op::choose && expr.args[0].op == Op::is_present &&
         expr.args[1].op == Op::offset_of && expr.args[0].id == expr.args[1].id &&
         expr.args[2].op == Op::constant && expr.args[2].number == 0;
}

bool can_fail(const Expr& expr) {
  if (expr.op == Op::argument) return false;
  return expr.is_checked || expr.op == Op::item || expr.op == Op::last_item ||
         expr.op == Op::product || expr.op == Op::sum ||
         std::any_of(expr.args.begin(), expr.args.end(), can_fail);
}

Expr make_argument(Expr value, const Range& parameter) {
  const bool has_sign = parameter.min < 0;
  const bool fits = has_sign ? value.range.fits_i64() : value.range.fits_u64();
  const bool has_type = value.op == Op::constant || (value.range.min < 0) == has_sign;
  if (fits && has_type && !can_fail(value)) return value;
  Expr expr;
  expr.op = Op::argument;
  expr.range = has_sign ? Range{model::min_i64, model::max_i64} : Range{0, model::max_u64};
  expr.args.push_back(std::move(value));
  return expr;
}

Expr make_about_field(Op op, FieldId field, Range range) {
  Expr expr;
  expr.op = op;
  expr.id = field;
  expr.range = range;
  return expr;
}

Expr make_field(const Record& record, FieldId field) {
  // A bool8 of a broken file can be any byte.
  Range range = model::any_number;
  if (const auto* scalar = std::get_if<Scalar>(&record.fields[field].body.kind))
    range = scalar->dtype == Dtype::bool8 ? Range{0, 255} : model::range_of(*scalar);
  return make_about_field(Op::field, field, range);
}

Expr states_attribute(Expr attribute) {
  attribute.op = Op::has_attribute;
  attribute.range = {0, 1};
  attribute.is_checked = false;
  return attribute;
}

Expr make_states_attribute(Plan& plan, const Expr& attribute) {
  plan.enums[attribute.id].is_asked_for[attribute.attribute] = true;
  return states_attribute(attribute);
}

std::set<FieldId> fields_of(const Expr& expr) {
  const std::vector<FieldId> fields = fields_read(expr);
  return {fields.begin(), fields.end()};
}

std::optional<FieldId> as_field(const Expr& expr) {
  if (expr.op == Op::field) return expr.id;
  return std::nullopt;
}

bool looks_inside(const Expr& expr) {
  return expr.op == Op::inside || std::any_of(expr.args.begin(), expr.args.end(), looks_inside);
}

std::optional<FieldId> single_field_of(const Expr& expr) {
  const std::set<FieldId> fields = fields_of(expr);
  if (fields.size() == 1 && !looks_inside(expr)) return *fields.begin();
  return std::nullopt;
}

std::optional<std::uint64_t> as_constant(const Expr& expr) {
  if (expr.op != Op::constant || expr.number < 0 || expr.number > model::max_u64)
    return std::nullopt;
  return static_cast<std::uint64_t>(expr.number);
}

namespace {

// What an expression asks, however it is taken: as an argument, or as 0 where nothing is there.
const Expr& asked(const Expr& expr) {
  if (expr.op == Op::argument) return asked(expr.args[0]);
  return is_zero_if_absent(expr) ? expr.args[1] : expr;
}

}  // namespace

bool is_same(const Expr& first, const Expr& second) {
  const Expr &x = asked(first), &y = asked(second);
  return x.op == y.op && x.number == y.number && x.id == y.id && x.attribute == y.attribute &&
         x.width == y.width && (x.op != Op::text_is || x.text == y.text) &&
         std::equal(x.args.begin(), x.args.end(), y.args.begin(), y.args.end(), is_same);
}

}  // namespace schemac::plan
