// Formulas, operation by operation.
#include <algorithm>

#include "direct/walk/activation.h"
#include "schemac/base/load.h"

namespace schemac::direct {
namespace {

using plan::Op;

Int128 widened(std::uint64_t bits, bool is_signed) {
  return is_signed ? Int128{static_cast<std::int64_t>(bits)} : Int128{bits};
}

Calculated of(const Outcome& outcome) {
  return {static_cast<std::uint64_t>(outcome.value), outcome.failure};
}

std::uint64_t ceil_div(std::uint64_t x, std::uint64_t y) { return x / y + (x % y != 0 ? 1 : 0); }

std::int64_t with_sign(std::uint64_t bits) { return static_cast<std::int64_t>(bits); }

}  // namespace

Calculated Activation::calculate(const plan::Expr& expr, const Element* element) const {
  const Formula* const formula = formulas_.find(expr);
  if (formula == nullptr)
    return of(evaluate(expr, plan_, own(), element == nullptr ? Element{} : *element));
  if (element != nullptr) {
    slots_[Slots::element] = static_cast<std::uint64_t>(element->value.value);
    slots_[Slots::index] = element->index;
    slots_[Slots::is_last] = element->is_last ? 1 : 0;
  }
  if (formula->begin == formula->end) return {slots_[formula->result], Failure::none};
  return run(*formula, element);
}

Calculated Activation::run(const Formula& formula, const Element* element) const {
  const Operation* const begin = formulas_.operations.data() + formula.begin;
  const Operation* const end = formulas_.operations.data() + formula.end;
  std::uint64_t* const slots = slots_.data();
  for (const Operation* at = begin; at != end; ++at) {
    const Operation& of = *at;
    const auto x = [&] { return slots[of.x]; };
    const auto y = [&] { return slots[of.y]; };
    std::uint64_t& to = slots[of.to];
    switch (of.kind) {
      case Operation::Kind::move:
        to = x();
        break;
      case Operation::Kind::add:
        to = x() + y();
        break;
      case Operation::Kind::subtract:
        to = x() - y();
        break;
      case Operation::Kind::multiply:
        to = x() * y();
        break;
      case Operation::Kind::divide:
        to = x() / y();
        break;
      case Operation::Kind::modulo:
        to = x() % y();
        break;
      case Operation::Kind::ceil_div:
        to = ceil_div(x(), y());
        break;
      case Operation::Kind::align_up:
        to = ceil_div(x(), y()) * y();
        break;
      case Operation::Kind::minimum:
        to = std::min(x(), y());
        break;
      case Operation::Kind::maximum:
        to = std::max(x(), y());
        break;
      case Operation::Kind::bits:
        to = x() | y();
        break;
      case Operation::Kind::bit_xor:
        to = x() ^ y();
        break;
      case Operation::Kind::bit_and:
        to = x() & y();
        break;
      case Operation::Kind::shift_left:
        to = x() << y();
        break;
      case Operation::Kind::shift_right:
        to = y() < 64 ? x() >> y() : 0;
        break;
      case Operation::Kind::equal:
        to = x() == y() ? 1 : 0;
        break;
      case Operation::Kind::not_equal:
        to = x() != y() ? 1 : 0;
        break;
      case Operation::Kind::less:
        to = x() < y() ? 1 : 0;
        break;
      case Operation::Kind::less_equal:
        to = x() <= y() ? 1 : 0;
        break;
      case Operation::Kind::less_signed:
        to = with_sign(x()) < with_sign(y()) ? 1 : 0;
        break;
      case Operation::Kind::less_equal_signed:
        to = with_sign(x()) <= with_sign(y()) ? 1 : 0;
        break;
      case Operation::Kind::is_zero:
        to = x() == 0 ? 1 : 0;
        break;
      case Operation::Kind::is_not_zero:
        to = x() != 0 ? 1 : 0;
        break;
      case Operation::Kind::flag:
        to = (x() >> formulas_.flags[of.y].shift) & formulas_.flags[of.y].mask;
        break;
      case Operation::Kind::add_checked:
        if (__builtin_add_overflow(x(), y(), &to)) return {0, Failure::overflow};
        break;
      case Operation::Kind::multiply_checked:
        if (__builtin_mul_overflow(x(), y(), &to)) return {0, Failure::overflow};
        break;
      case Operation::Kind::leave_if_zero:
        if (x() == 0) at = begin + of.y - 1;
        break;
      case Operation::Kind::leave_if_not_zero:
        if (x() != 0) at = begin + of.y - 1;
        break;
      case Operation::Kind::leave:
        at = begin + of.y - 1;
        break;
      case Operation::Kind::wide:
      case Operation::Kind::distance:
      case Operation::Kind::offset:
      case Operation::Kind::is_found:
      case Operation::Kind::text_is:
      case Operation::Kind::attribute:
      case Operation::Kind::has_attribute:
      case Operation::Kind::item:
      case Operation::Kind::last_item:
      case Operation::Kind::product:
      case Operation::Kind::sum:
      case Operation::Kind::inside:
      case Operation::Kind::ask: {
        const Calculated result = about(of, element);
        if (!result.ok()) return result;
        to = result.bits;
        break;
      }
    }
  }
  return {slots[formula.result], Failure::none};
}

Calculated Activation::about(const Operation& operation, const Element* element) const {
  const auto value = [](std::uint64_t bits) { return Calculated{bits, Failure::none}; };
  const Operation::Kind kind = operation.kind;
  if (kind == Operation::Kind::wide) {
    const Int128 x = widened(slots_[operation.x], operation.x_is_signed);
    const Int128 y = widened(slots_[operation.y], operation.y_is_signed);
    return of(operated(operation.op, x, y, operation.is_signed));
  }
  if (kind == Operation::Kind::distance) {
    const steps::Measure::Distance& distance = formulas_.distances[operation.x];
    return value(static_cast<std::uint64_t>(at(distance.to) - at(distance.from)));
  }
  if (kind == Operation::Kind::offset)
    return value(static_cast<std::uint64_t>(at(routine_.places[operation.x]) - space_.data()));
  if (kind == Operation::Kind::is_found) return value(found[operation.x].is_there ? 1 : 0);
  if (kind == Operation::Kind::attribute || kind == Operation::Kind::has_attribute) {
    const auto number = stated(operation, slots_[operation.x]);
    return value(kind == Operation::Kind::attribute ? number.value_or(0) : (number ? 1 : 0));
  }
  if (kind == Operation::Kind::text_is || kind == Operation::Kind::inside ||
      kind == Operation::Kind::ask)
    return asked(kind, *formulas_.asked[operation.x], element);
  return about_list(operation);
}

std::optional<std::uint64_t> Activation::attribute(const plan::Expr& expr) const {
  const Formula* const formula = formulas_.find(expr);
  const Operation* const last = formula == nullptr || formula->begin == formula->end
                                    ? nullptr
                                    : &formulas_.operations[formula->end - 1];
  if (last == nullptr || last->kind != Operation::Kind::attribute) {
    const Outcome code = evaluate(expr.args.front(), plan_, own());
    if (!code.ok()) return std::nullopt;
    const auto stated = attribute_of(expr, plan_, code.value);
    return stated ? std::optional(static_cast<std::uint64_t>(*stated)) : std::nullopt;
  }
  Formula code = *formula;
  code.result = last->x;
  --code.end;
  const Calculated made = run(code, nullptr);
  return made.ok() ? stated(*last, made.bits) : std::nullopt;
}

std::optional<std::uint64_t> Activation::stated(const Operation& attribute,
                                                std::uint64_t bits) const {
  const auto* const of_member = formulas_.attributes[attribute.y].find(bits);
  return of_member == nullptr ? std::nullopt : *of_member;
}

Calculated Activation::asked(Operation::Kind kind, const plan::Expr& expr,
                             const Element* element) const {
  if (kind == Operation::Kind::text_is)
    return {text(expr.id) == std::string_view(expr.text) ? 1u : 0u, Failure::none};
  const auto evaluated = [&](const plan::Expr& what, const Scope& scope) {
    return of(evaluate(what, plan_, scope, element == nullptr ? Element{} : *element));
  };
  if (kind == Operation::Kind::ask) return evaluated(expr, own());
  const Scope* const inner = inside(expr.id);
  if (inner == nullptr) return {0, Failure::unknown};
  const plan::Expr& leaf = expr.args.front();
  return leaf.op == Op::field ? of(inner->number(leaf.id)) : evaluated(leaf, *inner);
}

// Of numbers without a sign.
Calculated Activation::about_list(const Operation& operation) const {
  const ScalarList& list = formulas_.lists[operation.y];
  const std::uint64_t length = lengths[list.field];
  const std::byte* const first = contents[list.field];
  const auto number_at = [&](std::uint64_t index) {
    return list.number_at(first + index * list.stride);
  };
  if (operation.kind == Operation::Kind::item || operation.kind == Operation::Kind::last_item) {
    const bool is_item = operation.kind == Operation::Kind::item;
    const std::uint64_t index = is_item ? slots_[operation.x] : length - 1;
    const bool is_negative = operation.x_is_signed && with_sign(index) < 0;
    if (is_negative || index >= length) return {0, Failure::no_element};
    return {number_at(index), Failure::none};
  }
  const bool is_product = operation.kind == Operation::Kind::product;
  std::uint64_t result = is_product ? 1 : 0;
  bool fits = true;
  for (std::uint64_t i = 0; i < length; ++i) {
    const std::uint64_t each = number_at(i);
    // Zero wins over an overflow: an array with an empty dimension has no elements.
    if (is_product && each == 0) return {0, Failure::none};
    fits = !(is_product ? __builtin_mul_overflow(result, each, &result)
                        : __builtin_add_overflow(result, each, &result)) &&
           fits;
  }
  return {result, fits ? Failure::none : Failure::overflow};
}

}  // namespace schemac::direct
