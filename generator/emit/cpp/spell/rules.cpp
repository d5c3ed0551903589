#include "emit/cpp/spell/rules.h"

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {
namespace {

using plan::Expr;
using plan::Op;

// What the function of a rule gets: a number, or a list.
struct Argument {
  enum class Kind : std::uint8_t {
    field,
    boolean,  ///< a field that any byte of a broken file can be: 1 unless it is 0
    param,
    length,
    list,
    param_list
  } kind = Kind::field;
  std::uint32_t id = 0;
  bool is_signed = false;

  bool operator==(const Argument& other) const { return kind == other.kind && id == other.id; }
};

// Finds what a condition asks for. False: also for something that is known only where it is
// checked.
class Arguments {
 public:
  explicit Arguments(const plan::Record& record) : record_(record) {}

  [[nodiscard]] bool find(const Expr& expr) {
    using Kind = Argument::Kind;
    switch (expr.op) {
      case Op::field:
        add({is_boolean(expr.id) ? Kind::boolean : Kind::field, expr.id, expr.range.min < 0});
        return true;
      case Op::param:
        add({Kind::param, expr.id, expr.range.min < 0});
        return true;
      case Op::length:
        add({Kind::length, expr.id, false});
        return true;
      case Op::item:
      case Op::last_item:
      case Op::sum:
        add({Kind::list, expr.id, false});
        return find_all(expr);
      case Op::param_list:
        if (expr.args.front().op == Op::product) return false;
        add({Kind::param_list, expr.id, false});
        return find_all(expr.args.front());
      case Op::element:
      case Op::index:
      case Op::is_last:
      case Op::file_size:
      case Op::size_of:
      case Op::offset_of:
      case Op::is_present:
      case Op::product:
      case Op::list:
      case Op::text_is:
      case Op::inside:
      case Op::plain_size:
      case Op::size_of_last:
      case Op::given:
      case Op::tag_of:
      case Op::section_begin:
        return false;
      case Op::constant:
      case Op::attribute:
      case Op::has_attribute:
      case Op::digest_size:
      case Op::flag:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::negate:
      case Op::align_up:
      case Op::ceil_div:
      case Op::minimum:
      case Op::maximum:
      case Op::bits:
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
      case Op::logical_not:
      case Op::is_one_of:
      case Op::choose:
      case Op::argument:
        return find_all(expr);
    }
    return false;
  }
  [[nodiscard]] const std::vector<Argument>& found() const { return found_; }

 private:
  bool find_all(const Expr& expr) {
    return std::ranges::all_of(expr.args, [this](const Expr& arg) { return find(arg); });
  }
  void add(const Argument& argument) {
    if (std::ranges::find(found_, argument) == found_.end()) found_.push_back(argument);
  }

  [[nodiscard]] bool is_boolean(plan::FieldId id) const {
    const auto* scalar = std::get_if<plan::Scalar>(&record_.fields[id].body.kind);
    return scalar != nullptr && may_be_any_byte(*scalar);
  }

  const plan::Record& record_;
  std::vector<Argument> found_;
};

std::optional<std::vector<Argument>> arguments_of(const plan::Plan& plan,
                                                  const plan::Record& record,
                                                  const plan::Require& rule) {
  Arguments arguments(record);
  if (plan.checks[rule.check].name.empty() || !arguments.find(rule.condition)) return std::nullopt;
  return arguments.found();
}

std::string name_of(const plan::Plan& plan, const plan::Require& rule) {
  constexpr std::string_view kind = "_condition";
  std::string name = plan.checks[rule.check].identifier;
  if (name.ends_with(kind)) name.resize(name.size() - kind.size());
  return name + "_holds";
}

// ", when broken: a row has no cells": the schema's own words, or else the expression.
std::string words_of(const plan::Record& record, const plan::Require& rule) {
  if (!rule.words.empty()) return ", when broken: " + rule.words;
  std::vector<std::string> names;
  for (const plan::Field& field : record.fields) names.push_back(field.name);
  return ": " + plan::to_text(rule.condition, names);
}

// How the function calls what it gets.
Spelling own_spelling(const plan::Plan& plan, const Symbols& symbols) {
  Spelling own;
  own.plan = &plan;
  own.open_flags = std::make_shared<OpenFlags>();
  own.has_wide_fields = true;
  own.field = [&symbols](plan::FieldId id) { return symbols.local(id); };
  own.param = [&symbols](plan::ParamId id) { return symbols.param(id); };
  own.list = own.field;
  own.length = [&symbols](plan::FieldId id) { return symbols.length_local(id); };
  own.fits = "fits";
  return own;
}

std::string spelled_argument(const Argument& argument, const Spelling& spelling) {
  switch (argument.kind) {
    case Argument::Kind::field:
      return spelling.field(argument.id);
    case Argument::Kind::boolean:
      return spelling.truth ? "std::uint64_t{" + spelling.truth(argument.id) + "}"
                            : spelling.field(argument.id);
    case Argument::Kind::param:
    case Argument::Kind::param_list:
      return spelling.param(argument.id);
    case Argument::Kind::length:
      return spelling.length(argument.id);
    case Argument::Kind::list:
      return spelling.list(argument.id);
  }
  return {};
}

std::string parameter_of(const Argument& argument, const Spelling& spelling) {
  const bool is_list =
      argument.kind == Argument::Kind::list || argument.kind == Argument::Kind::param_list;
  const std::string type = is_list              ? "const auto&"
                           : argument.is_signed ? "std::int64_t"
                                                : "std::uint64_t";
  return type + " " + spelled_argument(argument, spelling);
}

void emit_rule_function(Printer& out, const plan::Plan& plan, const plan::Record& record,
                        const plan::Require& rule) {
  const auto arguments = arguments_of(plan, record, rule);
  if (!arguments) return;
  const plan::Check& check = plan.checks[rule.check];
  const Symbols symbols(plan, record);
  const Spelling own = own_spelling(plan, symbols);
  std::string parameters;
  for (const Argument& argument : *arguments)
    parameters += (parameters.empty() ? "" : ", ") + parameter_of(argument, own);
  const bool may_fail = can_fail(rule.condition);
  const auto body = [&] {
    if (may_fail) out.emit("bool fits = true;");
    out.emit({{"condition", condition_of(rule.condition, own, may_fail)},
              {"fits", may_fail ? " && fits" : ""}},
             "return $condition$$fits$;");
  };
  out.blank_line();
  out.emit({{"rule", check.name},
            {"words", words_of(record, rule)},
            {"name", name_of(plan, rule)},
            {"parameters", parameters},
            {"body", body}},
           R"cc(
             // Rule `$rule$`$words$
             SCHEMAC_INLINE bool $name$($parameters$) { $body$; }
           )cc");
}

}  // namespace

void emit_rule_functions(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records)
    for (const plan::Item& item : record.items)
      if (const auto* rule = std::get_if<plan::Require>(&item))
        emit_rule_function(out, plan, record, *rule);
}

std::optional<std::string> rule_call(const plan::Plan& plan, const plan::Record& record,
                                     plan::CheckId check, const Spelling& spelling) {
  for (const plan::Item& item : record.items) {
    const auto* rule = std::get_if<plan::Require>(&item);
    if (rule == nullptr || rule->check != check) continue;
    const auto arguments = arguments_of(plan, record, *rule);
    if (!arguments) return std::nullopt;
    std::string list;
    for (const Argument& argument : *arguments)
      list += (list.empty() ? "" : ", ") + spelled_argument(argument, spelling);
    return "detail::" + name_of(plan, *rule) + "(" + list + ")";
  }
  return std::nullopt;
}

}  // namespace schemac::emit::cpp
