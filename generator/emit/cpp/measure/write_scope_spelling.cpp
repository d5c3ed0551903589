// Of WriteScope: how expressions spell fields, and what is passed to records.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/spelling.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/computed.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {
namespace {

// A place that a field says, as the readers take it.
std::string place_of(const plan::Expr& target, const Spelling& spelling) {
  if (target.range.min >= 0) return in_parentheses(text_of(target, spelling));
  const LambdaFlag flag(spelling, "is_offset");
  const std::string text = text_of(target, clearing(flag.name(), spelling));
  return "schemac::impl::offset_or_most([&](" + flag.parameter() + ") { return " + text + "; })";
}

}  // namespace

std::string WriteScope::number(plan::FieldId id) const {
  const auto* what = std::get_if<plan::Scalar>(&field(id).body.kind);
  const std::string type = what == nullptr ? "std::uint64_t" : number_type(*what);
  // What a signed field follows from is mostly a size; the number of a member has no sign.
  const bool lacks_sign = what != nullptr && is_derived(id) && type != local_type(id);
  const bool is_boolean = what != nullptr && what->dtype == Dtype::bool8;
  const bool has_local = is_enumerator(id) && has_locals_;
  const bool is_converted =
      has_local ? type == "std::int64_t" : is_enumerator(id) || is_boolean || lacks_sign;
  const std::string own = has_local ? local(id) : scalar(id);
  const std::string x = is_converted ? "static_cast<" + type + ">(" + own + ")" : own;
  // Others see a 0 where it isn't there. A member says so itself.
  const bool may_be_absent = field(id).presence && is_derived(id) && !field(id).has_member() &&
                             record_.message() == nullptr;
  return may_be_absent ? "(" + in_parentheses(is_there(id)) + " ? " + x + " : 0)" : x;
}

// Expressions may ask for an element of a list that isn't there.
std::string WriteScope::list(plan::FieldId id) const {
  const std::string held = content(id);
  return held.starts_with('*') ? "schemac::impl::list_or_none(" + held.substr(1) + ")"
                               : in_parentheses(held);
}

Spelling WriteScope::spelling() const {
  Spelling result;
  result.plan = &plan_;
  result.open_flags = open_flags_;
  result.names = names_;
  result.field = [this](plan::FieldId id) { return number(id); };
  result.param = [this](plan::ParamId id) {
    return told_ ? told_(id) : use(param_name(record_.params[id]));
  };
  result.list = [this](plan::FieldId id) { return list(id); };
  if (knows_products_)
    result.multiplied = [this](plan::FieldId id) {
      if (notes_product(*this, id)) return use("out") + ".multiplied(" + content(id) + ")";
      return list(id);
    };
  result.length = [this](plan::FieldId id) { return in_parentheses(length_of(id)); };
  result.size_of = [this](plan::FieldId id) { return in_parentheses(size_of_field(id)); };
  result.size_of_last = [this](plan::FieldId list, plan::FieldId measured) {
    const auto& elements = std::get<plan::List>(field(list).body.kind);
    const auto& nested = std::get<plan::Nested>(elements.element.front().kind);
    const plan::Record& element = plan().records[nested.record];
    const auto in_element = [&](plan::FieldId id) {
      return ", &" + element.name + "::" + element.fields[id].identifier;
    };
    return "schemac::impl::size_of_last(" + member(list) +
           (elements.order_by ? in_element(*elements.order_by) : "") + in_element(measured) + ")";
  };
  result.given = [this](plan::FieldId id) {
    return (field(id).is_optional() ? "*" : "") + member(id);
  };
  result.tag_of = [this](plan::FieldId id) {
    return "*" + function("tag_of", id) + "(" + content(id) + ")";
  };
  result.section_begin = [this](std::uint32_t id) {
    return use("layout") + "." + section_variable(record_.sections[id].name);
  };
  result.plain_size = [this](plan::FieldId id) { return in_parentheses(plain_size_of(id)); };
  result.offset_of = [this](plan::FieldId id) {
    if (field(id).jump) return place_of(field(id).jump->target, spelling());
    const std::string offset = inline_offset(*this, id);
    return in_parentheses(begin_ == "0" ? offset : begin() + " + " + offset);
  };
  result.is_present = [this](plan::FieldId id) {
    if (!field(id).presence) return std::string("true");
    return knows_presence(field(id)) ? member(id) + ".has_value()" : in_parentheses(is_there(id));
  };
  result.presence = [this](plan::FieldId id) -> const plan::Expr* {
    const plan::Field& asked = field(id);
    return knows_presence(asked) || !asked.presence ? nullptr : &asked.presence->condition;
  };
  result.text = [this](plan::FieldId id) { return "std::string_view(" + content(id) + ")"; };
  result.inside = [this](plan::FieldId id) {
    const auto inner = std::make_shared<WriteScope>(
        WriteScope::inside(plan_, held_record(plan_, field(id)), content(id),
                           field(id).jump ? "0" : spelling().offset_of(id)));
    inner->knows_products_ = knows_products_;
    inner->open_flags_ = open_flags_;
    inner->names_ = names_;
    inner->told_ = [this, nested = &std::get<plan::Nested>(field(id).body.kind)](
                       plan::ParamId param) { return told(*nested, param); };
    Spelling spelling = inner->spelling();
    spelling.owner = inner;
    return spelling;
  };
  result.file_size =
      is_root(plan_, record_) && !record_.is_held() ? "layout.size" : "out.file_size()";
  result.fits = fits_;
  result.clear = [this](Spelling& spelling, const std::string& flag) {
    spell_clearing(spelling, flag, false);
  };
  result.can_fail = [this](const plan::Expr& expr) { return can_fail(expr); };
  return result;
}

bool WriteScope::can_fail(const plan::Expr& expr, const plan::Record* element) const {
  return plan::may_not_be_computed(plan_, record_, expr, element);
}

// What is passed to a record in it, of the type that functions of that record take. It is spelled
// inside expressions of that record, so it says itself what it is where it can't be computed.
std::string WriteScope::told(const plan::Nested& nested, plan::ParamId number) const {
  const plan::Param& param = plan_.records[nested.record].params[number];
  Spelling spelling = inline_spelling();
  spelling.can_fail = [this](const plan::Expr& expr) {
    return can_fail(expr) || std::ranges::any_of(fields_read(expr), [&](plan::FieldId id) {
             return plan::may_not_be_computed(plan_, record_, id);
           });
  };
  const std::string text = text_of_argument(nested.args[number], spelling);
  return param.is_list ? text : "static_cast<" + param_type(param) + ">(" + text + ")";
}

// What is computed on the spot clears the flag, too.
void WriteScope::spell_clearing(Spelling& spelling, const std::string& flag, bool is_inline) const {
  const auto scope = std::make_shared<WriteScope>(*this);
  scope->fits_ = flag;
  const Spelling clearing = is_inline ? scope->inline_spelling() : scope->spelling();
  spelling.field = clearing.field;
  spelling.is_present = clearing.is_present;
  spelling.length = clearing.length;
  spelling.size_of = clearing.size_of;
  spelling.owner = std::make_shared<std::pair<std::shared_ptr<const void>, decltype(scope)>>(
      spelling.owner, scope);
}

Spelling WriteScope::inline_spelling() const {
  Spelling result = spelling();
  result.clear = [this](Spelling& spelling, const std::string& flag) {
    spell_clearing(spelling, flag, true);
  };
  result.field = [this](plan::FieldId id) {
    if (is_enumerator(id)) return derivation(id);
    const auto* what = std::get_if<plan::Scalar>(&field(id).body.kind);
    const std::string type = what == nullptr ? "" : number_type(*what);
    const bool lacks_sign = type == "std::int64_t" && is_derived(id) && type != local_type(id);
    const auto converted = [&](const std::string& x) {
      return lacks_sign ? "static_cast<" + type + ">(" + x + ")" : in_parentheses(x);
    };
    if (tells_presence(id)) return converted(presence_number(id));
    if (!is_derived(id) || states_place(id)) return scalar(id);
    return converted(derivation(id));
  };
  return result;
}

std::string WriteScope::text_of_argument(const plan::Expr& argument) const {
  return text_of_argument(argument, inline_spelling());
}

std::string WriteScope::text_of_argument(const plan::Expr& argument, const Spelling& spelling) {
  return is_list(argument) ? list_argument(argument, spelling)
                           : number_argument(argument, spelling);
}

std::string WriteScope::argument(const plan::Expr& argument, const Spelling& spelling) const {
  const std::string text = text_of_argument(argument, spelling);
  const auto named = named_.find(text);
  return named != named_.end() ? named->second : text;
}

std::string WriteScope::arguments(const plan::Nested& nested) const {
  std::string out;
  for (const plan::Expr& argument : nested.args) out += ", " + known_argument(argument);
  return out;
}

std::string WriteScope::early_arguments(const plan::Nested& nested) const {
  const std::vector<plan::Param>& params = plan().records[nested.record].params;
  std::string out;
  for (std::size_t i = 0; i < nested.args.size(); ++i)
    out += ", " + (params[i].is_known_late ? "0" : known_argument(nested.args[i]));
  return out;
}

std::string WriteScope::known_argument(const plan::Expr& argument) const {
  const std::string text = text_of_argument(argument);
  const auto named = named_.find(text);
  return named != named_.end() ? named->second : text;
}

std::shared_ptr<WriteScope> WriteScope::of_element(const plan::Nested& nested,
                                                   std::string value) const {
  auto element =
      std::make_shared<WriteScope>(inside(plan_, plan_.records[nested.record], std::move(value)));
  element->open_flags_ = open_flags_;
  element->names_ = names_;
  element->told_ = [this, &nested](plan::ParamId param) { return told(nested, param); };
  return element;
}

}  // namespace schemac::emit::cpp
