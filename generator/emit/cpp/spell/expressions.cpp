#include "emit/cpp/spell/expressions.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/comparisons.h"
#include "emit/cpp/spell/spelling.h"
#include "plan/operators.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;
using plan::Op;

constexpr const char* may_be_unused = "[[maybe_unused]] ";

bool is_condition(Op op) { return plan::traits_of(op).is_condition; }
bool is_signed(const Expr& expr) { return expr.range.min < 0; }
std::string type_of(const Expr& expr) { return is_signed(expr) ? "std::int64_t" : "std::uint64_t"; }
std::string parenthesized(const std::string& text, bool is_operand) {
  return is_operand ? "(" + text + ")" : text;
}

class Writer {
 public:
  explicit Writer(Spelling spelling) : spelling_(std::move(spelling)) {}

  // As an argument of a nested record: always a number.
  [[nodiscard]] std::string argument(const Expr& expr) const {
    const Expr& value = expr.op == Op::argument ? expr.args[0] : expr;
    const bool fits = is_signed(expr) ? value.range.fits_i64() : value.range.fits_u64();
    if (fits && !may_fail(value, spelling_)) return wide(value, is_signed(expr));
    const LambdaFlag flag(spelling_, "is_number");
    const std::string text = Writer(clearing(flag.name(), spelling_)).as_argument(value);
    return "schemac::impl::argument_or_most<" + type_of(expr) + ">([&](" +
           flag.parameter(may_be_unused) + ") { return " + text + "; })";
  }

  // A number; primary if `is_operand`.
  [[nodiscard]] std::string number(const Expr& expr, bool is_operand) const {
    switch (expr.op) {
      case Op::inside:
        return inside(expr, is_operand, false);
      case Op::constant:
        return expr.number < 0 ? parenthesized(literal(expr.number), is_operand)
                               : literal(expr.number);
      case Op::field:
        return spelling_.field(expr.id);
      case Op::param:
        return spelling_.param(expr.id);
      case Op::element:
        return spelling_.element;
      case Op::index:
        return spelling_.index;
      case Op::file_size:
        return noted(spelling_.file_size);
      case Op::length:
        return spelling_.length(expr.id);
      case Op::param_list:
        return about_list(expr.args.front(), spelling_.param(expr.id));
      case Op::size_of:
        return spelling_.size_of(expr.id);
      case Op::offset_of:
        return spelling_.offset_of(expr.id);
      case Op::item:
      case Op::last_item:
      case Op::sum:
      case Op::list:
        return about_list(expr, spelling_.list(expr.id));
      case Op::product:
        return about_list(expr, as_factors(spelling_).list(expr.id));
      case Op::attribute:
        return is_boolean(expr) ? "std::uint64_t{" + attribute(expr) + "}" : attribute(expr);
      case Op::given:
        return spelling_.given(expr.id);
      case Op::tag_of:
        return spelling_.tag_of(expr.id);
      case Op::section_begin:
        return spelling_.section_begin(expr.id);
      case Op::plain_size:
        return spelling_.plain_size(expr.id);
      case Op::size_of_last:
        return spelling_.size_of_last(expr.id, expr.attribute);
      case Op::digest_size:
        return "schemac::impl::digest_size(" + unsigned_number(expr.args[0]) + ")";
      case Op::flag:
        return parenthesized(flag(expr), is_operand);
      case Op::add:
        return arithmetic(expr, "+", "checked_add", is_operand);
      case Op::subtract:
        return arithmetic(expr, "-", "checked_subtract", is_operand);
      case Op::multiply:
        return arithmetic(expr, "*", "checked_multiply", is_operand);
      case Op::divide:
        return arithmetic(expr, "/", "checked_divide", is_operand);
      case Op::modulo:
        return arithmetic(expr, "%", "checked_modulo", is_operand);
      case Op::bits:
        return bits(expr, is_operand);
      case Op::bit_or:
        return arithmetic(expr, "|", "", is_operand);
      case Op::bit_xor:
        return arithmetic(expr, "^", "", is_operand);
      case Op::bit_and:
        return arithmetic(expr, "&", "", is_operand);
      case Op::shift_left:
        return shift_left(expr, is_operand);
      case Op::shift_right:
        return shift_right(expr, is_operand);
      case Op::negate:
        return negate(expr, is_operand);
      case Op::align_up:
        return call(expr, "align_up");
      case Op::ceil_div:
        return call(expr, "ceil_div");
      case Op::minimum:
        return extreme(expr, "min");
      case Op::maximum:
        return extreme(expr, "max");
      case Op::argument:
        return argument(expr);
      case Op::choose:
        return "(" + condition(expr.args[0], true) + " ? " + wide(expr.args[1], is_signed(expr)) +
               " : " + wide(expr.args[2], is_signed(expr)) + ")";
      case Op::is_last:
      case Op::is_present:
      case Op::text_is:
      case Op::has_attribute:
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
        return "std::uint64_t{" + condition(expr, false) + "}";
    }
    return {};
  }

  // A bool.
  [[nodiscard]] std::string condition(const Expr& expr, bool is_operand) const {
    if (comparison_of(expr.op) != nullptr) return comparison(expr, is_operand);
    const Op op = expr.op;
    if (op == Op::inside) return inside(expr, is_operand, true);
    if (op == Op::logical_and) return connective(expr, " && ", is_operand);
    if (op == Op::logical_or) return connective(expr, " || ", is_operand);
    if (op == Op::logical_not) return negation(expr.args[0], is_operand);
    if (op == Op::is_one_of) return one_of(expr, is_operand);
    if (op == Op::is_last) return spelling_.is_last;
    if (op == Op::is_present) return spelling_.is_present(expr.id);
    if (op == Op::text_is)
      return parenthesized(spelling_.text(expr.id) + " == " + text_literal(expr.text), is_operand);
    if (op == Op::has_attribute)
      return "detail::has_" + attribute_function(*spelling_.plan, expr.id, expr.attribute) + "(" +
             unsigned_number(expr.args[0]) + ")";
    return truth(expr, is_operand);
  }

 private:
  // Whether a number isn't 0.
  [[nodiscard]] std::string truth(const Expr& expr, bool is_operand) const {
    const Op op = expr.op;
    if (op == Op::choose && is_condition(expr.args[1].op) && is_condition(expr.args[2].op))
      return "(" + condition(expr.args[0], true) + " ? " + condition(expr.args[1], true) + " : " +
             condition(expr.args[2], true) + ")";
    if (op == Op::constant && (expr.number == 0 || expr.number == 1))
      return expr.number == 1 ? "true" : "false";
    if (op == Op::flag && expr.width == 1) return parenthesized(masked(expr) + " != 0", is_operand);
    if (op == Op::attribute && is_boolean(expr)) return attribute(expr);
    if (op == Op::field && spelling_.truth)
      return parenthesized(spelling_.truth(expr.id), is_operand);
    return parenthesized(number(expr, true) + " != 0", is_operand);
  }
  [[nodiscard]] std::string negation(const Expr& expr, bool is_operand) const {
    if (expr.op == Op::flag && expr.width == 1)
      return parenthesized(masked(expr) + " == 0", is_operand);
    return "!" + condition(expr, true);
  }
  [[nodiscard]] const std::string& noted(const std::string& name) const {
    if (spelling_.names) spelling_.names->add(name);
    return name;
  }
  [[nodiscard]] const std::string& overflow_flag() const { return noted(spelling_.fits); }
  // As the functions about enumerations take it.
  [[nodiscard]] std::string unsigned_number(const Expr& expr) const {
    const bool is_literal = expr.op == Op::constant && expr.number >= 0;
    return is_signed(expr) && !is_literal
               ? "static_cast<std::uint64_t>(" + number(expr, false) + ")"
               : number(expr, false);
  }
  // What `leaf` asks of a list.
  [[nodiscard]] std::string about_list(const Expr& leaf, const std::string& list) const {
    const auto call = [&](const std::string& function, const std::string& index) {
      return "schemac::impl::" + function + "(" + list + ", " + index + overflow_flag() + ")";
    };
    if (leaf.op == Op::length) return list + ".size()";
    if (leaf.op == Op::item) return call("item", unsigned_number(leaf.args[0]) + ", ");
    if (leaf.op == Op::last_item) return call("last_item", "");
    if (leaf.op == Op::product) return call("checked_product", "");
    return leaf.op == Op::sum ? call("checked_sum", "") : list;
  }
  // What is in a record that is held; after the last element there is none.
  [[nodiscard]] std::string inside(const Expr& expr, bool is_operand, bool is_condition) const {
    const bool may_lack = expr.id == plan::the_next;
    const Spelling held = spelling_.inside(expr.id);
    const Writer inner(held);
    const Expr& leaf = expr.args.front();
    const std::string text = is_condition ? inner.condition(leaf, is_operand && !may_lack)
                                          : inner.number(leaf, is_operand && !may_lack);
    if (!may_lack) return text;
    // A number that is constant, or follows from arguments, needs no element.
    const bool is_used = held.is_asked();
    return "schemac::impl::if_there(" + spelling_.next + ", " + overflow_flag() + ", [&](" +
           (is_used ? "" : "[[maybe_unused]] ") + "const auto& there) { return " + text + "; })";
  }
  [[nodiscard]] std::string attribute(const Expr& expr) const {
    return "detail::" + attribute_function(*spelling_.plan, expr.id, expr.attribute) + "(" +
           unsigned_number(expr.args[0]) + ")";
  }
  // Whether the function of an attribute gives a bool.
  [[nodiscard]] bool is_boolean(const Expr& expr) const {
    const plan::Enum& enumeration = spelling_.plan->enums[expr.id];
    return enumeration.attributes[expr.attribute].kind == model::AttributeKind::boolean;
  }
  // The bits of a flag, not shifted down.
  [[nodiscard]] std::string masked(const Expr& expr) const {
    const unsigned bit = static_cast<unsigned>(expr.number);
    const model::Int128 mask = ((model::Int128{1} << expr.width) - 1) << bit;
    const Expr& word = expr.args[0];
    return "(" + (is_signed(word) ? unsigned_number(word) : number(word, true)) + " & " +
           literal(mask) + ")";
  }
  [[nodiscard]] std::string flag(const Expr& expr) const {
    const unsigned bit = static_cast<unsigned>(expr.number);
    return bit == 0 ? masked(expr) : masked(expr) + " >> " + std::to_string(bit);
  }
  // Whether its text surely is a std::uint64_t or std::int64_t, as its range says; others may be
  // narrower, or of a type that isn't a number's.
  [[nodiscard]] bool is_wide(const Expr& expr) const {
    if (expr.op == Op::field) return spelling_.has_wide_fields;
    if (expr.op == Op::flag) return is_wide(expr.args[0]);
    constexpr auto others = std::to_array<Op>(
        {Op::param,    Op::index,    Op::file_size,  Op::item,          Op::last_item, Op::product,
         Op::sum,      Op::list,     Op::param_list, Op::section_begin, Op::add,       Op::subtract,
         Op::multiply, Op::divide,   Op::modulo,     Op::negate,        Op::align_up,  Op::ceil_div,
         Op::minimum,  Op::maximum,  Op::bits,       Op::bit_or,        Op::bit_xor,   Op::bit_and,
         Op::choose,   Op::argument, Op::shift_left, Op::shift_right});
    return is_condition(expr.op) || std::ranges::find(others, expr.op) != others.end();
  }
  // A primary expression that is 64 bits wide and has the sign asked for.
  [[nodiscard]] std::string wide(const Expr& expr, bool to_signed) const {
    const std::string type = to_signed ? "std::int64_t" : "std::uint64_t";
    const bool fits = to_signed ? expr.range.fits_i64() : expr.range.fits_u64();
    if (is_signed(expr) != to_signed && !fits)
      return "schemac::impl::checked_as<" + type + ">(" + as_argument(expr) + ", " +
             overflow_flag() + ")";
    if (expr.op == Op::constant) return type + "{" + constant(expr.number, to_signed) + "}";
    if (is_signed(expr) == to_signed && is_wide(expr)) return number(expr, true);
    return "static_cast<" + type + ">(" + number(expr, false) + ")";
  }
  // The same beside an operand that is 64 bits wide.
  [[nodiscard]] std::string converted(const Expr& expr, bool to_signed) const {
    if (expr.op != Op::constant) return wide(expr, to_signed);
    return parenthesized(constant(expr.number, to_signed), expr.number < 0);
  }
  static std::string constant(model::Int128 number, bool to_signed) {
    const bool is_long = number > INT32_MAX && number <= model::max_i64;
    return to_signed && is_long ? model::to_text(number) : literal(number);
  }
  // Two operands in one type, at least one of which has it surely.
  [[nodiscard]] std::string joined(const Expr& x, const std::string& between, const Expr& y,
                                   bool to_signed) const {
    const bool is_typed = y.op != Op::constant;
    return (is_typed ? converted(x, to_signed) : wide(x, to_signed)) + between +
           converted(y, to_signed);
  }
  [[nodiscard]] std::string checked_call(const Expr& expr, std::string_view function) const {
    const bool is_typed = expr.op != Op::add && expr.op != Op::subtract && expr.op != Op::multiply;
    const auto operand = [&](const Expr& arg) {
      return is_typed ? wide(arg, is_signed(arg)) : as_argument(arg);
    };
    return "schemac::impl::" + std::string(function) + "<" + type_of(expr) + ">(" +
           operand(expr.args[0]) + ", " + operand(expr.args[1]) + ", " + overflow_flag() + ")";
  }
  // As an argument of a function that takes any numbers.
  [[nodiscard]] std::string as_argument(const Expr& expr) const {
    return expr.op == Op::constant ? number(expr, false) : wide(expr, is_signed(expr));
  }
  [[nodiscard]] std::string extreme(const Expr& expr, const std::string& which) const {
    return "schemac::impl::" + which + "_of<" + type_of(expr) + ">(" + as_argument(expr.args[0]) +
           ", " + as_argument(expr.args[1]) + ")";
  }
  [[nodiscard]] std::string arithmetic(const Expr& expr, std::string_view op,
                                       std::string_view checked, bool is_operand) const {
    const bool needs_sign = is_signed(expr) || is_signed(expr.args[0]) || is_signed(expr.args[1]);
    if (expr.is_checked) return checked_call(expr, checked);
    const std::string text =
        joined(expr.args[0], " " + std::string(op) + " ", expr.args[1], needs_sign);
    if (needs_sign && !is_signed(expr)) return "static_cast<std::uint64_t>(" + text + ")";
    return parenthesized(text, is_operand);
  }
  [[nodiscard]] std::string bits(const Expr& expr, bool is_operand) const {
    std::string text;
    for (const Expr& arg : expr.args) text += (text.empty() ? "" : " | ") + number(arg, true);
    return expr.args.size() > 1 ? parenthesized(text, is_operand) : text;
  }
  // C++ shifts by fewer than 64 bits, and what is shifted says how many bits there are.
  [[nodiscard]] std::string shift(const Expr& expr, std::string_view op, bool is_operand) const {
    return parenthesized(
        wide(expr.args[0], false) + std::string(op) + converted(expr.args[1], false), is_operand);
  }
  [[nodiscard]] std::string shift_left(const Expr& expr, bool is_operand) const {
    return expr.is_checked ? checked_call(expr, "checked_shift_left")
                           : shift(expr, " << ", is_operand);
  }
  [[nodiscard]] std::string shift_right(const Expr& expr, bool is_operand) const {
    if (expr.args[1].range.max < 64) return shift(expr, " >> ", is_operand);
    return "schemac::impl::shifted_right(" + converted(expr.args[0], false) + ", " +
           converted(expr.args[1], false) + ")";
  }
  [[nodiscard]] std::string negate(const Expr& expr, bool is_operand) const {
    if (expr.is_checked)
      return "schemac::impl::checked_subtract<" + type_of(expr) + ">(0, " +
             as_argument(expr.args[0]) + ", " + overflow_flag() + ")";
    const std::string text = "-" + wide(expr.args[0], true);
    if (!is_signed(expr)) return "static_cast<std::uint64_t>(" + text + ")";
    return parenthesized(text, is_operand);
  }
  // align_up and ceil_div of the runtime.
  [[nodiscard]] std::string call(const Expr& expr, std::string_view function) const {
    if (expr.is_checked) return checked_call(expr, "checked_" + std::string(function));
    return "schemac::impl::" + std::string(function == "align_up" ? "padded_size" : function) +
           "(" + converted(expr.args[0], false) + ", " + converted(expr.args[1], false) + ")";
  }
  [[nodiscard]] std::string connective(const Expr& expr, std::string_view op,
                                       bool is_operand) const {
    const Expr& second = spelled(expr.args[1]);
    const std::string right = leaves_nothing_open(expr.op, spelled(expr.args[0]), second)
                                  ? plain_comparison(second)
                                  : condition(expr.args[1], true);
    return parenthesized(condition(expr.args[0], true) + std::string(op) + right, is_operand);
  }
  // For a question whether something is there: the condition that is spelled instead.
  [[nodiscard]] const Expr& spelled(const Expr& expr) const {
    if (expr.op != Op::is_present || !spelling_.presence) return expr;
    const Expr* presence = spelling_.presence(expr.id);
    return presence == nullptr ? expr : spelled(*presence);
  }
  // Two comparisons of one number with constants that never hold together (or always, one of them),
  // such as x < 3 && x > 5: compilers warn of them.
  [[nodiscard]] bool leaves_nothing_open(Op op, const Expr& first, const Expr& second) const {
    const auto x = with_constant(first), y = with_constant(second);
    if (!x || !y || !are_same(number(*x->number, true), number(*y->number, true))) return false;
    const bool is_and = op == Op::logical_and;
    for (const model::Int128 at : {x->constant, y->constant})
      for (const model::Int128 number : {at - 1, at, at + 1})
        if (is_and ? x->holds(number) && y->holds(number) : !x->holds(number) && !y->holds(number))
          return false;
    return true;
  }
  // One that compilers don't look into.
  [[nodiscard]] std::string plain_comparison(const Expr& expr) const {
    return std::string(comparison_of(expr.op)->function) + "(" + as_argument(expr.args[0]) + ", " +
           as_argument(expr.args[1]) + ")";
  }
  // Whether texts say the same but for parentheses: a question about C++ alone, since compilers
  // warn of texts, and different questions may be spelled in the same way.
  static bool are_same(std::string x, std::string y) {
    const auto is_parenthesis = [](char ch) { return ch == '(' || ch == ')'; };
    std::erase_if(x, is_parenthesis);
    std::erase_if(y, is_parenthesis);
    return x == y;
  }
  [[nodiscard]] std::string comparison(const Expr& expr, bool is_operand) const {
    const Expr& x = expr.args[0];
    const Expr& y = expr.args[1];
    const std::string sign(plan::traits_of(expr.op).sign);
    const bool is_equality = expr.op == Op::equal || expr.op == Op::not_equal;
    if (is_equality && is_condition(x.op) && is_condition(y.op)) {
      const std::string left = condition(x, true), right = condition(y, true);
      if (!are_same(left, right)) return parenthesized(left + sign + right, is_operand);
    }
    const std::string left = number(x, true), right = number(y, true);
    // What a compiler would find out by itself it warns of.
    if (would_warn(expr) || are_same(left, right)) return plain_comparison(expr);
    return parenthesized(left + sign + right, is_operand);
  }
  [[nodiscard]] std::string one_of(const Expr& expr, bool is_operand) const {
    std::string text;
    for (std::size_t i = 1; i < expr.args.size(); ++i) {
      Expr equal;
      equal.op = Op::equal;
      equal.args = {expr.args[0], expr.args[i]};
      if (i > 1) text += " || ";
      text += condition(equal, expr.args.size() > 2);
    }
    if (text.empty()) return "false";
    return expr.args.size() > 2 ? parenthesized(text, is_operand)
           : is_operand         ? "(" + text + ")"
                                : text;
  }

  Spelling spelling_;
};

}  // namespace

std::string text_of(const Expr& expr, const Spelling& spelling, bool is_operand) {
  return Writer(spelling).number(expr, is_operand);
}
std::string condition_of(const Expr& expr, const Spelling& spelling, bool is_operand) {
  return Writer(spelling).condition(expr, is_operand);
}

std::string number_argument(const Expr& argument, const Spelling& spelling) {
  const bool is_plain = argument.op == Op::argument || !may_fail(argument, spelling);
  return is_plain ? text_of(argument, spelling) : Writer(spelling).argument(argument);
}

std::string list_argument(const Expr& argument, const Spelling& spelling) {
  if (argument.op == Op::param_list) return spelling.param(argument.id);
  return "schemac::impl::NumberList(" + text_of(argument, spelling) + ")";
}

std::string attribute_function(const plan::Plan& plan, plan::EnumId id, std::uint32_t attribute) {
  const plan::Enum& enumeration = plan.enums[id];
  return snake_case(enumeration.name) + "_" + snake_case(enumeration.attributes[attribute].name);
}

}  // namespace schemac::emit::cpp
