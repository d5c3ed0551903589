#include "plan/operators.h"

#include <algorithm>

namespace schemac::plan {

OpTraits traits_of(Op op) {
  switch (op) {
    case Op::constant:
    case Op::param:
    case Op::element:
    case Op::index:
    case Op::file_size:
    case Op::param_list:
    case Op::attribute:
    case Op::digest_size:
    case Op::flag:
    case Op::negate:
    case Op::align_up:
    case Op::ceil_div:
    case Op::minimum:
    case Op::maximum:
    case Op::bits:
    case Op::choose:
    case Op::argument:
    case Op::section_begin:
      return {};
    case Op::field:
    case Op::length:
    case Op::size_of:
    case Op::offset_of:
    case Op::plain_size:
    case Op::size_of_last:
    case Op::item:
    case Op::last_item:
    case Op::product:
    case Op::sum:
    case Op::list:
    case Op::inside:
    case Op::given:
    case Op::tag_of:
      return {.names_field = true};
    case Op::is_last:
    case Op::has_attribute:
    case Op::logical_not:
    case Op::is_one_of:
      return {.is_condition = true};
    case Op::is_present:
    case Op::text_is:
      return {.names_field = true, .is_condition = true};
    case Op::bit_or:
      return {.precedence = 5, .sign = " | "};
    case Op::bit_xor:
      return {.precedence = 6, .sign = " ^ "};
    case Op::bit_and:
      return {.precedence = 7, .sign = " & "};
    case Op::shift_left:
      return {.precedence = 8, .sign = " << "};
    case Op::shift_right:
      return {.precedence = 8, .sign = " >> "};
    case Op::add:
      return {.precedence = 9, .sign = " + "};
    case Op::subtract:
      return {.precedence = 9, .sign = " - "};
    case Op::multiply:
      return {.precedence = 10, .sign = " * "};
    case Op::divide:
      return {.precedence = 10, .sign = " / "};
    case Op::modulo:
      return {.precedence = 10, .sign = " % "};
    case Op::equal:
      return {.is_condition = true, .precedence = 4, .sign = " == ", .opposite = Op::not_equal};
    case Op::not_equal:
      return {.is_condition = true, .precedence = 4, .sign = " != ", .opposite = Op::equal};
    case Op::less:
      return {.is_condition = true, .precedence = 4, .sign = " < ", .opposite = Op::greater_equal};
    case Op::less_equal:
      return {.is_condition = true, .precedence = 4, .sign = " <= ", .opposite = Op::greater};
    case Op::greater:
      return {.is_condition = true, .precedence = 4, .sign = " > ", .opposite = Op::less_equal};
    case Op::greater_equal:
      return {.is_condition = true, .precedence = 4, .sign = " >= ", .opposite = Op::less};
    case Op::logical_and:
      return {.is_condition = true, .precedence = 2, .sign = " and "};
    case Op::logical_or:
      return {.is_condition = true, .precedence = 1, .sign = " or "};
  }
  return {};
}

bool is_static(const Expr& expr) {
  if (expr.args.empty()) return expr.op == Op::constant;
  return !traits_of(expr.op).names_field && expr.op != Op::param_list &&
         std::all_of(expr.args.begin(), expr.args.end(), is_static);
}

namespace {

void add_fields(const Expr& expr, std::vector<FieldId>& out) {
  const bool is_element = expr.op == Op::inside && expr.id >= the_next;
  if (traits_of(expr.op).names_field && !is_element) out.push_back(expr.id);
  if (expr.op == Op::inside) return;                   // what is below are fields of another record
  const bool is_of_param = expr.op == Op::param_list;  // the leaf below names no field
  for (const Expr& arg : is_of_param ? expr.args.front().args : expr.args) add_fields(arg, out);
}

}  // namespace

std::vector<FieldId> fields_read(const Expr& expr) {
  std::vector<FieldId> fields;
  add_fields(expr, fields);
  return fields;
}

}  // namespace schemac::plan
