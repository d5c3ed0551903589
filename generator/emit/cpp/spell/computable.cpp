#include "emit/cpp/spell/computable.h"

#include <algorithm>
#include <set>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/spelling.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;
using plan::Op;

// One number of an array's dims, as an argument: what may not be a number is an optional.
std::string dim_of(const plan::DimsTerm& term, const Spelling& spelling) {
  if (term.value.range.min >= 0 && !may_fail(term.value, spelling))
    return text_of(term.value, spelling);
  // Not `fits`, which the function around it may have as well.
  const LambdaFlag flag(spelling, "is_dim");
  const std::string text = text_of(term.value, clearing(flag.name(), spelling));
  return "schemac::impl::dim_if_any([&](" + flag.parameter("[[maybe_unused]] ") + ") { return " +
         text + "; })";
}

}  // namespace

std::string holds_if_it_fits(const std::string& condition, const std::string& flag) {
  return "schemac::impl::holds([&](bool& " + flag + ") SCHEMAC_INLINED { return " + condition +
         "; })";
}

std::string presence_of(const Expr& expr, const Spelling& spelling, bool is_operand) {
  if (!may_fail(expr, spelling)) return condition_of(expr, spelling, is_operand);
  const LambdaFlag flag(spelling, "is_computed");
  const std::string text = condition_of(expr, clearing(flag.name(), spelling));
  return "schemac::impl::holds([&](" + flag.parameter() + ") { return " + text + "; })";
}

std::string is_number(const Expr& expr, const Spelling& spelling) {
  const LambdaFlag flag(spelling, "is_number");
  const std::string text = text_of(expr, clearing(flag.name(), spelling), true);
  return "schemac::impl::holds([&](" + flag.parameter() + ") { (void)" + text + "; return true; })";
}

std::string fits_in_type(const Expr& expr, const std::string& type, const Spelling& spelling) {
  const LambdaFlag flag(spelling, "is_number");
  const std::string text = text_of(expr, clearing(flag.name(), spelling), true);
  return "schemac::impl::holds([&](" + flag.parameter("[[maybe_unused]] ") +
         ") { return std::in_range<" + type + ">(" + text + "); })";
}

std::string tag_of(const plan::Switch& choice, const Spelling& spelling) {
  const Expr& tag = choice.tag;
  if (!may_fail(tag, spelling))
    return "static_cast<std::uint64_t>(" + text_of(tag, spelling, true) + ")";
  std::set<std::uint64_t> taken;
  for (const plan::Alternative& alternative : choice.alternatives)
    for (const model::Int128 number : alternative.tags)
      taken.insert(static_cast<std::uint64_t>(number));
  std::uint64_t none = ~std::uint64_t{0};
  while (taken.contains(none)) --none;
  const LambdaFlag flag(spelling, "is_tag");
  const std::string text = text_of(tag, clearing(flag.name(), spelling));
  return "schemac::impl::tag_or<" + literal(none) + ">([&](" + flag.parameter("[[maybe_unused]] ") +
         ") { return " + text + "; })";
}

std::string unsigned_of(const Expr& expr, const Spelling& spelling) {
  const std::string text = text_of(expr, spelling);
  return expr.range.min < 0 ? "static_cast<std::uint64_t>(" + text + ")" : text;
}

std::string fact_of(const Expr& expr, const Spelling& spelling) {
  if (may_fail(expr, spelling)) {
    // Not `fits`, which the function around it may have as well.
    const LambdaFlag flag(spelling, "is_number");
    const std::string text = text_of(expr, clearing(flag.name(), spelling));
    return "schemac::impl::fact([&](" + flag.parameter() + ") { return " + text + "; })";
  }
  return unsigned_of(expr, spelling);
}

std::string braced_facts(const std::vector<plan::Expr>& facts, const Spelling& spelling) {
  std::vector<std::string> numbers;
  std::string text;
  for (const plan::Expr& fact : facts) {
    if (fact.op == plan::Op::text_is)
      text = spelling.text(fact.id);
    else
      numbers.push_back(fact_of(fact, spelling));
  }
  if (facts.empty()) return "";
  // The text comes before the fourth number.
  if (!text.empty() || numbers.size() > 3) {
    numbers.resize(std::max<std::size_t>(numbers.size(), 3), "0");
    numbers.insert(numbers.begin() + 3, text.empty() ? "{}" : text);
  }
  std::string out;
  for (const std::string& number : numbers) out += (out.empty() ? "{" : ", ") + number;
  return out + "}";
}

std::string dims_of(const plan::Dims& dims, const Spelling& spelling) {
  if (dims.terms.size() == 1 && plan::leaf_of(dims.terms.front().value).op == Op::list)
    return text_of(dims.terms.front().value, as_factors(spelling));
  const plan::DimsTerm& first = dims.terms.front();
  const bool begins_with_list = plan::leaf_of(first.value).op == Op::list;
  std::string out = begins_with_list ? "schemac::impl::JoinedDims(" +
                                           text_of(first.value, as_factors(spelling)) + ")"
                                     : "schemac::DimList()";
  for (const plan::DimsTerm& term : dims.terms) {
    if (begins_with_list && &term == &first) continue;
    if (plan::leaf_of(term.value).op == Op::list) {
      out += ".add_dims(" + text_of(term.value, spelling) + ")";
    } else if (term.condition) {
      const std::string holds = condition_of(*term.condition, spelling);
      out += ".add_dim_if(" + (can_fail(*term.condition) ? holds_if_it_fits(holds) : holds) + ", " +
             dim_of(term, spelling) + ")";
    } else {
      out += ".add_dim(" + dim_of(term, spelling) + ")";
    }
  }
  return out;
}

}  // namespace schemac::emit::cpp
