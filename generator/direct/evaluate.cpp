#include "direct/evaluate.h"

#include <algorithm>

#include "direct/number.h"
#include "schemac/base/digest_algorithm.h"

namespace schemac::direct {
namespace {

using plan::Op;

// What an operation gives fits 64 bits, with a sign if it can be below 0.
Outcome fitted(Int128 value, bool has_sign) {
  const bool fits = has_sign ? value >= model::min_i64 && value <= model::max_i64
                             : value >= 0 && value <= model::max_u64;
  return fits ? Outcome{value} : Outcome::failed(Failure::overflow);
}
Outcome fitted(Int128 value, const plan::Expr& expr) { return fitted(value, expr.range.min < 0); }

// Rounds towards minus infinity, so that align_up and ceil_div hold for negative numbers too.
Int128 floor_div(Int128 x, Int128 y) {
  const Int128 quotient = x / y;
  return x % y != 0 && (x < 0) != (y < 0) ? quotient - 1 : quotient;
}

// Of numbers that aren't below 0, none of which has more than 64 bits.
Outcome of_bits(Op op, Int128 x, Int128 y) {
  if (op == Op::bit_or) return {x | y};
  if (op == Op::bit_xor) return {x ^ y};
  if (op == Op::bit_and) return {x & y};
  if (op == Op::shift_right) return {y < 64 ? x >> y : 0};
  if (x == 0) return {0};
  return y < 64 ? fitted(x << y, false) : Outcome::failed(Failure::overflow);
}

Outcome arithmetic(Op op, Int128 x, Int128 y, bool is_signed) {
  Int128 result = 0;
  const bool divides =
      op == Op::divide || op == Op::modulo || op == Op::ceil_div || op == Op::align_up;
  if (divides && y == 0) return Outcome::failed(Failure::overflow);
  if (op == Op::add) return fitted(x + y, is_signed);
  if (op == Op::subtract) return fitted(x - y, is_signed);
  if (op == Op::multiply) {
    if (__builtin_mul_overflow(x, y, &result)) return Outcome::failed(Failure::overflow);
    return fitted(result, is_signed);
  }
  if (op == Op::divide) return fitted(x / y, is_signed);
  if (op == Op::modulo) return fitted(x % y, is_signed);
  if (op >= Op::bit_or && op <= Op::shift_right) return of_bits(op, x, y);
  if (op == Op::ceil_div) return fitted(-floor_div(-x, y), is_signed);
  if (op == Op::align_up) return fitted(-floor_div(-x, y) * y, is_signed);
  return fitted(op == Op::minimum ? std::min(x, y) : std::max(x, y), is_signed);
}

bool is_comparison(Op op) { return op >= Op::equal && op <= Op::greater_equal; }

bool compare(Op op, Int128 x, Int128 y) {
  if (op == Op::equal) return x == y;
  if (op == Op::not_equal) return x != y;
  if (op == Op::less) return x < y;
  if (op == Op::less_equal) return x <= y;
  return op == Op::greater ? x > y : x >= y;
}

class Evaluator {
 public:
  Evaluator(const plan::Plan& plan, const Scope& scope, const Element& element)
      : plan_(plan), scope_(scope), element_(element) {}

  Outcome evaluate(const plan::Expr& expr) const {
    switch (expr.op) {
      case Op::constant:
        return {expr.number};
      case Op::field:
        return scope_.number(expr.id);
      case Op::param:
        return scope_.param(expr.id);
      case Op::element:
        return element_.value;
      case Op::index:
        return {Int128{element_.index}};
      case Op::is_last:
        return {element_.is_last ? 1 : 0};
      case Op::file_size:
        return scope_.file_size();
      case Op::length:
      case Op::item:
      case Op::last_item:
      case Op::product:
      case Op::sum:
        return about_list(expr, {&scope_, expr.id});
      case Op::param_list:
        return about_param(expr);
      case Op::size_of:
        return scope_.size_of(expr.id);
      case Op::offset_of:
        return scope_.offset_of(expr.id);
      case Op::plain_size:
        return scope_.plain_size(expr.id);
      case Op::size_of_last:
        return scope_.size_of_last(expr.id, expr.attribute);
      case Op::is_present:
        return scope_.is_present(expr.id);
      case Op::given:
        return scope_.given(expr.id);
      case Op::tag_of:
        return scope_.tag_of(expr.id);
      case Op::section_begin:
        return scope_.section_begin(expr.id);
      case Op::list:
        break;  // no number
      case Op::text_is:
        return text_is(expr);
      case Op::inside:
        return inside(expr);
      case Op::attribute:
      case Op::has_attribute:
        return attribute(expr);
      case Op::digest_size:
        return size_of_digest(expr);
      case Op::flag:
        return flag(expr);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::align_up:
      case Op::ceil_div:
      case Op::minimum:
      case Op::maximum:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_and:
      case Op::shift_left:
      case Op::shift_right:
        return folded(expr);
      case Op::bits:
        return bits(expr);
      case Op::negate:
        return negated(expr);
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return comparison(expr);
      case Op::logical_and:
        return connective(expr, 0);
      case Op::logical_or:
        return connective(expr, 1);
      case Op::logical_not:
        return negation(expr);
      case Op::is_one_of:
        return is_one_of(expr);
      case Op::choose:
        return chosen(expr);
      case Op::argument:
        return argument(expr);
    }
    return Outcome::failed(Failure::unknown);
  }

 private:
  Outcome inside(const plan::Expr& expr) const {
    if (expr.id == plan::the_next && element_.next == nullptr)
      return Outcome::failed(Failure::no_element);
    const Scope* inner = expr.id == plan::the_next      ? element_.next
                         : expr.id == plan::the_element ? element_.record
                                                        : scope_.inside(expr.id);
    if (inner == nullptr) return Outcome::failed(Failure::unknown);
    return Evaluator(plan_, *inner, element_).evaluate(expr.args.front());
  }

  Outcome about_param(const plan::Expr& expr) const {
    ListOf list = scope_.param_list(expr.id);
    list.limits = expr.range;
    return about_list(expr.args.front(), list);
  }

  // `leaf` says what is asked of the list; its index is computed here.
  Outcome about_list(const plan::Expr& leaf, const ListOf& list) const {
    if (list.scope == nullptr) return Outcome::failed(Failure::unknown);
    const Outcome index = leaf.op == Op::item ? evaluate(leaf.args[0]) : Outcome{0};
    if (!index.ok()) return index;
    const Outcome length = list.scope->length(list.field);
    if (!length.ok() || leaf.op == Op::length) return length;
    if (leaf.op == Op::item) return item(list, length.value, index.value);
    if (leaf.op == Op::last_item) return item(list, length.value, length.value - 1);
    return leaf.op == Op::product ? product(list, length.value, leaf)
                                  : sum(list, length.value, leaf);
  }

  static Outcome item(const ListOf& list, Int128 length, Int128 index) {
    if (index < 0 || index >= length) return Outcome::failed(Failure::no_element);
    return list.item(static_cast<std::uint64_t>(index));
  }

  // Zero wins over an overflow: an array with an empty dimension has no elements, whatever the
  // others are.
  static Outcome product(const ListOf& list, Int128 length, const plan::Expr& expr) {
    Int128 result = 1;
    bool overflows = false;
    for (std::uint64_t i = 0; Int128{i} < length; ++i) {
      const Outcome each = list.item(i);
      if (!each.ok()) return each;
      if (each.value == 0) return {0};
      overflows = overflows || __builtin_mul_overflow(result, each.value, &result) ||
                  result > model::max_u64 || result < -Int128{model::max_u64};
    }
    return overflows ? Outcome::failed(Failure::overflow) : fitted(result, expr);
  }

  static Outcome sum(const ListOf& list, Int128 length, const plan::Expr& expr) {
    Int128 result = 0;
    for (std::uint64_t i = 0; Int128{i} < length; ++i) {
      const Outcome each = list.item(i);
      if (!each.ok()) return each;
      result += each.value;
      if (!fitted(result, expr).ok()) return Outcome::failed(Failure::overflow);
    }
    return {result};
  }

  Outcome text_is(const plan::Expr& expr) const {
    const auto text = scope_.text(expr.id);
    if (!text) return Outcome::failed(Failure::unknown);
    return {*text == expr.text ? 1 : 0};
  }

  Outcome attribute(const plan::Expr& expr) const {
    const Outcome value = evaluate(expr.args[0]);
    if (!value.ok()) return value;
    const std::optional<Int128> stated = attribute_of(expr, plan_, value.value);
    if (expr.op == Op::has_attribute) return {stated ? 1 : 0};
    return {stated.value_or(0)};
  }

  Outcome size_of_digest(const plan::Expr& expr) const {
    const Outcome code = evaluate(expr.args[0]);
    return code.ok() ? Outcome{Int128{impl::digest_size(saturated(code.value))}} : code;
  }

  Outcome flag(const plan::Expr& expr) const {
    const Outcome word = evaluate(expr.args[0]);
    if (!word.ok()) return word;
    const auto shifted =
        static_cast<std::uint64_t>(word.value) >> static_cast<unsigned>(expr.number);
    return {Int128{expr.width >= 64 ? shifted : shifted & ((std::uint64_t{1} << expr.width) - 1)}};
  }

  Outcome folded(const plan::Expr& expr) const {
    Outcome result = evaluate(expr.args[0]);
    for (std::size_t i = 1; i < expr.args.size() && result.ok(); ++i) {
      const Outcome next = evaluate(expr.args[i]);
      result = next.ok() ? arithmetic(expr.op, result.value, next.value, expr.range.min < 0) : next;
    }
    return result;
  }

  Outcome bits(const plan::Expr& expr) const {
    std::uint64_t word = 0;
    for (const plan::Expr& arg : expr.args) {
      const Outcome value = evaluate(arg);
      if (!value.ok()) return value;
      word |= static_cast<std::uint64_t>(value.value);
    }
    return {Int128{word}};
  }

  Outcome negated(const plan::Expr& expr) const {
    const Outcome value = evaluate(expr.args[0]);
    return value.ok() ? fitted(-value.value, expr) : value;
  }

  Outcome comparison(const plan::Expr& expr) const {
    const Outcome left = evaluate(expr.args[0]);
    if (!left.ok()) return left;
    const Outcome right = evaluate(expr.args[1]);
    if (!right.ok()) return right;
    return {compare(expr.op, left.value, right.value) ? 1 : 0};
  }

  // Ends at the first operand that decides: 0 for `and`, 1 for `or`.
  Outcome connective(const plan::Expr& expr, Int128 deciding) const {
    for (const plan::Expr& arg : expr.args) {
      const Outcome value = evaluate(arg);
      if (!value.ok()) return value;
      if ((value.value != 0) == (deciding != 0)) return {deciding};
    }
    return {1 - deciding};
  }

  Outcome negation(const plan::Expr& expr) const {
    const Outcome value = evaluate(expr.args[0]);
    return value.ok() ? Outcome{value.value == 0 ? 1 : 0} : value;
  }

  Outcome is_one_of(const plan::Expr& expr) const {
    const Outcome value = evaluate(expr.args[0]);
    for (std::size_t i = 1; i < expr.args.size() && value.ok(); ++i) {
      const Outcome candidate = evaluate(expr.args[i]);
      if (!candidate.ok()) return candidate;
      if (candidate.value == value.value) return {1};
    }
    return value.ok() ? Outcome{0} : value;
  }

  Outcome chosen(const plan::Expr& expr) const {
    const Outcome condition = evaluate(expr.args[0]);
    if (!condition.ok()) return condition;
    const Outcome value = evaluate(expr.args[condition.value != 0 ? 1 : 2]);
    return value.ok() ? fitted(value.value, expr) : value;
  }

  Outcome argument(const plan::Expr& expr) const {
    const Outcome value = evaluate(expr.args[0]);
    if (value.failure == Failure::unknown) return value;
    return value.ok() && expr.range.contains(value.value) ? value : Outcome{expr.range.max};
  }

  const plan::Plan& plan_;
  const Scope& scope_;
  const Element& element_;
};

}  // namespace

Outcome operated(plan::Op op, Int128 x, Int128 y, bool is_signed) {
  return is_comparison(op) ? Outcome{compare(op, x, y) ? 1 : 0} : arithmetic(op, x, y, is_signed);
}

Outcome ListOf::item(std::uint64_t index) const {
  const Outcome number = scope->item(field, index);
  if (!limits || !number.ok() || limits->contains(number.value)) return number;
  return {limits->max};
}

Outcome Scope::size_of_last(plan::FieldId, plan::FieldId) const {
  return Outcome::failed(Failure::unknown);
}
Outcome Scope::given(plan::FieldId) const { return Outcome::failed(Failure::unknown); }
Outcome Scope::tag_of(plan::FieldId) const { return Outcome::failed(Failure::unknown); }
Outcome Scope::section_begin(std::uint32_t) const { return Outcome::failed(Failure::unknown); }

DimsOutcome evaluate_dims(std::span<const plan::DimsTerm> terms, const plan::Plan& plan,
                          const Scope& scope) {
  DimsOutcome result;
  evaluate_dims(terms, plan, scope, result);
  return result;
}

void evaluate_dims(std::span<const plan::DimsTerm> terms, const plan::Plan& plan,
                   const Scope& scope, DimsOutcome& out) {
  DimsMaker made(out);
  for (const plan::DimsTerm& term : terms) {
    if (plan::leaf_of(term.value).op == Op::list) {
      if (!each_number(find_list(term.value, scope), [&](Int128 each) { made.add(each); }))
        made.fail();
    } else {
      const Outcome holds = term.condition ? evaluate(*term.condition, plan, scope) : Outcome{1};
      if (holds.failure == Failure::unknown) made.fail();
      if (!holds.ok() || holds.value == 0) continue;
      const Outcome number = evaluate(term.value, plan, scope);
      if (number.failure == Failure::unknown) made.fail();
      made.add(number.ok() ? number.value : Int128{-1});
    }
    if (!made.ok()) return;
  }
  made.finish();
}

ListOf find_list(const plan::Expr& argument, const Scope& scope) {
  if (argument.op == Op::list) return {&scope, argument.id};
  if (argument.op == Op::param_list) return scope.param_list(argument.id);
  const Scope* inner = argument.op == Op::inside ? scope.inside(argument.id) : nullptr;
  return inner == nullptr ? ListOf{} : find_list(argument.args.front(), *inner);
}

const plan::EnumMember* member_of(const plan::Enum& enumeration, Int128 value) {
  const auto found = std::ranges::lower_bound(
      enumeration.by_value, value, {},
      [&](std::uint32_t index) { return enumeration.members[index].value; });
  if (found == enumeration.by_value.end()) return nullptr;
  const plan::EnumMember& member = enumeration.members[*found];
  return member.value == value ? &member : nullptr;
}

std::optional<Int128> attribute_of(const plan::Expr& expr, const plan::Plan& plan, Int128 number) {
  const plan::EnumMember* member = member_of(plan.enums[expr.id], number);
  if (member == nullptr || expr.attribute >= member->attributes.size()) return std::nullopt;
  return member->attributes[expr.attribute];
}

Outcome evaluate(const plan::Expr& expr, const plan::Plan& plan, const Scope& scope,
                 const Element& element) {
  return Evaluator(plan, scope, element).evaluate(expr);
}

impl::Facts facts_of(const std::vector<plan::Expr>& facts, const plan::Plan& plan,
                     const Scope& scope, const Element& element) {
  impl::Facts made;
  std::uint64_t* const slots[] = {&made.a, &made.b, &made.c, &made.d};
  std::size_t count = 0;
  for (const plan::Expr& expr : facts) {
    if (expr.op == plan::Op::text_is) {
      made.text = scope.text(expr.id).value_or("");
      continue;
    }
    const Outcome outcome = evaluate(expr, plan, scope, element);
    if (!outcome.ok() && slots[count] == &made.b) made.is_b_known = false;
    *slots[count++] = outcome.ok() ? fact_of(outcome.value) : impl::no_fact;
  }
  return made;
}

}  // namespace schemac::direct
