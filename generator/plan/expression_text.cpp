#include <string_view>

#include "plan/expression.h"
#include "plan/operators.h"

namespace schemac::plan {
namespace {

class ExpressionText {
 public:
  explicit ExpressionText(const std::vector<std::string>& names) : names_(names) {}

  std::string of(const Expr& expr, int outer = 0) const {
    if (expr.op == Op::not_equal && !expr.text.empty())
      return expr.text + "(" + of(expr.args[0]) + ")";
    const OpTraits infix = traits_of(expr.op);
    if (infix.precedence == 0) return other(expr, outer);
    const int comparison = traits_of(Op::equal).precedence;  // which doesn't chain
    const int left = infix.precedence == comparison ? comparison + 1 : infix.precedence;
    const std::string text =
        of(expr.args[0], left) + std::string(infix.sign) + of(expr.args[1], infix.precedence + 1);
    return in_parentheses(text, infix.precedence < outer);
  }

 private:
  static std::string in_parentheses(const std::string& text, bool is_needed) {
    return is_needed ? "(" + text + ")" : text;
  }
  std::string name(const Expr& expr) const {
    if (expr.id == no_field) return expr.text;
    return expr.id < names_.size() ? names_[expr.id] : "#" + std::to_string(expr.id);
  }
  std::string call(std::string_view function, const Expr& expr, std::size_t first = 0) const {
    std::string text = std::string(function) + "(";
    for (std::size_t i = first; i < expr.args.size(); ++i)
      text += (i > first ? ", " : "") + of(expr.args[i]);
    return text + ")";
  }
  std::string about_field(std::string_view function, const Expr& expr) const {
    return std::string(function) + "(" + name(expr) + ")";
  }
  // The leaf below, which has no name of its own.
  std::string about_param(const Expr& expr) const {
    Expr leaf = expr.args.front();
    leaf.text = expr.text;
    return other(leaf, 0);
  }
  // "flags.has_data", or by its place where it has no name.
  std::string inner(const Expr& expr) const {
    return of(expr.args[0], 12) + "." +
           (expr.text.empty() ? "bit " + model::to_text(expr.number) : expr.text);
  }

  std::string other(const Expr& expr, int outer) const {
    switch (expr.op) {
      case Op::constant:
        return model::to_text(expr.number);
      case Op::field:
        return name(expr);
      case Op::param:
        return expr.text.empty() ? "parameter " + std::to_string(expr.id) : expr.text;
      case Op::element:
        return "_";
      case Op::index:
        return "_index";
      case Op::is_last:
        return "_last";
      case Op::file_size:
        return "size(file)";
      case Op::length:
        return about_field("len", expr);
      case Op::size_of:
        return about_field("size", expr);
      case Op::offset_of:
        return about_field("offset", expr);
      case Op::is_present:
        return about_field("present", expr);
      case Op::item:
        return name(expr) + "[" + of(expr.args[0]) + "]";
      case Op::last_item:
        return about_field("last", expr);
      case Op::product:
        return about_field("product", expr);
      case Op::sum:
        return about_field("sum", expr);
      case Op::list:
        return name(expr);
      case Op::inside:
        return expr.text;
      case Op::param_list:
        return about_param(expr);
      case Op::text_is:
        return name(expr) + " == '" + expr.text + "'";
      case Op::attribute:
        return inner(expr);
      case Op::has_attribute:
        return "has(" + inner(expr) + ")";
      case Op::digest_size:
        return call("digest_size", expr);
      case Op::plain_size:
        return about_field("size", expr);
      case Op::size_of_last:
        return "size(last(" + name(expr) + ")." + expr.text + ")";
      case Op::flag:
        return inner(expr);
      case Op::given:
        return about_field("given", expr);
      case Op::tag_of:
        return about_field("tag", expr);
      case Op::section_begin:
        return "begin(section " + std::to_string(expr.id) + ")";
      case Op::bits:
        return call("bits", expr);
      case Op::negate:
        return "-" + of(expr.args[0], 11);
      case Op::argument:
        return of(expr.args[0], outer);
      case Op::align_up:
        return call("align_up", expr);
      case Op::ceil_div:
        return call("ceil_div", expr);
      case Op::minimum:
        return call("min", expr);
      case Op::maximum:
        return call("max", expr);
      case Op::logical_not:
        if (expr.args[0].op == Op::text_is)
          return name(expr.args[0]) + " != '" + expr.args[0].text + "'";
        return in_parentheses("not " + of(expr.args[0], 4), outer > 3);
      case Op::is_one_of:
        return in_parentheses(of(expr.args[0], 5) + " in " + list(expr), outer > 4);
      case Op::choose:
        if (is_zero_if_absent(expr)) return of(expr.args[1], outer);
        return in_parentheses(
            "if " + of(expr.args[0], 1) + " then " + of(expr.args[1]) + " else " + of(expr.args[2]),
            outer > 0);
      // These have a sign, and were spelled by it.
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_and:
      case Op::shift_left:
      case Op::shift_right:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
      case Op::logical_and:
      case Op::logical_or:
        break;
    }
    return {};
  }
  std::string list(const Expr& expr) const {
    std::string text = call("", expr, 1);
    text.front() = '[';
    text.back() = ']';
    return text;
  }

  const std::vector<std::string>& names_;
};

}  // namespace

std::string to_text(const Expr& expr, const std::vector<std::string>& names) {
  return ExpressionText(names).of(expr);
}

}  // namespace schemac::plan
