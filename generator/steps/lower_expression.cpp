// Expressions over fields become expressions over what steps set.
#include <algorithm>

#include "schemac/core/dtype.h"
#include "steps/lowering.h"

namespace schemac::steps {
namespace {

using plan::Op;

Expr constant(model::Int128 number) {
  Expr made;
  made.number = number;
  made.range = {number, number};
  return made;
}

}  // namespace

std::vector<Expr> Lowering::values(const std::vector<Expr>& exprs) {
  std::vector<Expr> all;
  for (const Expr& each : exprs) all.push_back(value(each));
  return all;
}

std::optional<Expr> Lowering::value(const std::optional<Expr>& expr) {
  return expr ? std::optional(value(*expr)) : std::nullopt;
}

Expr Lowering::value(const Expr& expr) { return counted(lowered(expr)); }

// Whoever goes through steps without printing them makes something else of all expressions at once.
Expr Lowering::counted(Expr expr) {
  if (!is_watch()) return expr;
  expr.serial = static_cast<std::uint32_t>(routine_.expressions.size() + 1);
  routine_.expressions.push_back(expr);
  return expr;
}

Expr Lowering::lowered(const Expr& expr) {
  if (record_.message() != nullptr || routine_.asks_view) return expr;  // the view is asked
  const Op op = expr.op;
  if (op == Op::field) {
    // A boolean of a broken file can be any byte.
    const auto* scalar = std::get_if<plan::Scalar>(&field(expr.id).body.kind);
    if (scalar == nullptr || scalar->dtype != Dtype::bool8) return expr;
    Expr made;
    made.op = Op::not_equal;
    made.range = {0, 1};
    made.args = {expr, constant(0)};
    made.args.front().range = {0, 255};
    return made;
  }
  if (op == Op::size_of) return size_of(expr.id);
  if (op == Op::offset_of) return offset_of(expr.id);
  if (op == Op::is_present) return is_present(expr.id);
  if (op == Op::plain_size) return plain_size(expr.id);
  if (op == Op::inside || op == Op::text_is || op == Op::length) return expr;
  Expr made = expr;
  for (Expr& arg : op == Op::param_list ? made.args.front().args : made.args) arg = lowered(arg);
  return made;
}

Expr Lowering::is_present(FieldId id) {
  const auto& presence = field(id).presence;
  if (!presence) return constant(1);
  if (!plan::can_fail(presence->condition)) return lowered(presence->condition);
  Expr made;
  made.op = Op::is_present;
  made.id = static_cast<std::uint32_t>(routine_.presences.size());
  made.range = {0, 1};
  routine_.presences.emplace_back();
  routine_.presences[made.id] = value(presence->condition);
  return made;
}

// Ranges are those that the plan has reckoned with: it knows what can fail.
Expr Lowering::measured(Op op, Measure measure, model::Int128 most) {
  Expr made;
  made.op = op;
  made.id = static_cast<std::uint32_t>(routine_.measures.size());
  made.range = {0, most};
  routine_.measures.push_back(std::move(measure));
  return made;
}

Expr Lowering::clamped(const Expr& expr, bool is_offset) {
  Expr made = lowered(expr);
  if (!plan::can_fail(expr) && expr.range.min >= 0) return made;
  return measured(Op::size_of, {Measure::Clamped{std::move(made), is_offset}},
                  is_offset ? model::max_u64 : model::max_i64);
}

Expr Lowering::plain_size(FieldId id) {
  const plan::Codec& codec = *field(id).codec;
  Measure::Plain plain;
  plain.form = &codec;
  plain.algorithm = value(codec.algorithm);
  plain.size = value(codec.size);
  plain.from = place_of(id);
  plain.to = after(id);
  return if_present(id, measured(Op::plain_size, {std::move(plain)}));
}

Expr Lowering::if_present(FieldId id, Expr number) {
  if (!field(id).presence) return number;
  Expr made;
  made.op = Op::choose;
  made.range = {std::min<model::Int128>(0, number.range.min),
                std::max<model::Int128>(0, number.range.max)};
  made.args = {is_present(id), std::move(number), constant(0)};
  return made;
}

Expr Lowering::size_of(FieldId id) {
  const plan::Field& of = field(id);
  if (of.region) return if_present(id, clamped(of.region->size, false));
  if (of.body.fixed_size) return if_present(id, constant(*of.body.fixed_size));
  if (!ends_[id]) return constant(0);
  return measured(Op::size_of, {Measure::Distance{begin_of(id), *ends_[id]}});
}

Expr Lowering::offset_of(FieldId id) {
  const plan::Field& of = field(id);
  if (of.jump) return clamped(of.jump->target, true);
  Expr made;
  made.op = Op::offset_of;
  made.id = static_cast<std::uint32_t>(routine_.places.size());
  made.range = {0, model::max_i64};
  routine_.places.push_back(begin_of(id));
  return made;
}

}  // namespace schemac::steps
