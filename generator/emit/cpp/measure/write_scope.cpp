#include "emit/cpp/measure/write_scope.h"

#include "emit/cpp/measure/part_places.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/streams.h"
#include "plan/facts/asked_layout.h"

namespace schemac::emit::cpp {

bool is_streamed(const WriteScope& scope, plan::FieldId id) {
  const plan::Stream* stream = stream_of(scope.plan(), scope.record());
  return stream != nullptr && stream->list == id;
}

std::string in_parentheses(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : "(" + text + ")";
}

bool knows_presence(const plan::Field& field) { return field.has_member() && field.is_optional(); }

std::string access(const std::string& object, std::string_view member) {
  if (object.starts_with('*')) return object.substr(1) + "->" + std::string(member);
  return object + "." + std::string(member);
}

std::string section_variable(std::string_view name) { return snake_case(name) + "_section"; }

std::string WriteScope::member(plan::FieldId id) const {
  if (record_.part && record_.part->is_stated_by(id)) return stated_place(record_, id, own_value());
  if (field(id).is_of_parts)
    return "detail::" + member_parts(record_, field(id)) + "{" + own_value() + "}";
  const bool is_choice = field(id).role == model::RoleKind::choice;
  return own_value() + (is_choice ? ".choices." : ".") + field(id).identifier;
}

std::string WriteScope::content(plan::FieldId id) const {
  // A table of offsets has no member: it has as many elements as the list that it is about.
  const auto* list = std::get_if<plan::List>(&field(id).body.kind);
  if (list != nullptr && list->starts_of) return content(*list->starts_of);
  if (field(id).source.kind == plan::SourceKind::constant) return scalar(id);
  const std::string held = (field(id).is_optional() ? "*" : "") + member(id);
  return field(id).codec ? access(held, "stored()") : held;
}

std::string WriteScope::is_there(plan::FieldId id) const {
  if (!knows_presence(field(id)))
    return presence_of(field(id).presence->condition, inline_spelling());
  return in_its_versions(id, member(id));
}

// Checked values have no member that their version lacks; saying so costs other versions nothing.
std::string WriteScope::in_its_versions(plan::FieldId id, const std::string& is_there) const {
  if (!field(id).availability) return is_there;
  return condition_of(field(id).availability->condition, inline_spelling(), true) + " && " +
         is_there;
}

std::string WriteScope::is_there(const plan::Run& run) const {
  for (const plan::RunField& each : run.fixed)
    if (knows_presence(field(*each.field))) return member(*each.field);
  return presence_of(*run.condition, inline_spelling());
}

std::string WriteScope::scalar(plan::FieldId id) const {
  const plan::Field& what = field(id);
  if (what.states_section()) return text_of(*what.derivation, spelling());
  if (is_derived(id)) return has_locals_ ? local(id) : in_parentheses(derivation(id));
  if (what.source.kind == plan::SourceKind::constant) {
    const auto* scalar = std::get_if<plan::Scalar>(&what.body.kind);
    return literal(scalar != nullptr ? scalar->constant.value_or(0) : 0);
  }
  if (what.may_be_unknown()) return member(id) + ".value_or(" + literal(what.unknown->value) + ")";
  if (!what.is_optional()) return member(id);
  const auto* scalar = std::get_if<plan::Scalar>(&what.body.kind);
  std::string otherwise = "0";
  const bool is_of_message = record_.message() != nullptr && !record_.json;
  const model::Int128 number = is_of_message ? what.default_value.value_or(0) : 0;
  if (scalar != nullptr && scalar->enumeration)
    otherwise = plan_.enums[*scalar->enumeration].name + "{" +
                (number == 0 ? std::string() : literal(number)) + "}";
  else if (number != 0)
    otherwise = literal(number);
  else if (scalar != nullptr && is_short_float(scalar->dtype))
    otherwise = scalar_type(scalar->dtype) + "()";
  return member(id) + ".value_or(" + otherwise + ")";
}

std::string WriteScope::parameters() const {
  std::string out;
  for (const plan::Param& param : record_.params)
    out += ", " + parameter(param_type(param), param_name(param));
  return out;
}

std::string WriteScope::name_of_local(plan::FieldId id) const {
  return local_name(plan(), record_, field(id).identifier);
}

std::string WriteScope::local_type(plan::FieldId id) const {
  if (is_enumerator(id)) return "auto";
  const bool is_signed = (field(id).derivation && field(id).derivation->range.min < 0) ||
                         (field(id).unknown && field(id).unknown->value < 0);
  return is_signed ? "std::int64_t" : "std::uint64_t";
}

bool WriteScope::is_enumerator(plan::FieldId id) const {
  const auto* what = std::get_if<plan::Scalar>(&field(id).body.kind);
  return what != nullptr && what->enumeration && field(id).has_member() && !is_derived(id);
}

bool WriteScope::is_derived(plan::FieldId id) const {
  switch (field(id).source.kind) {
    case plan::SourceKind::member:
    case plan::SourceKind::constant:
      return false;
    case plan::SourceKind::count_of:
    case plan::SourceKind::size_of:
    case plan::SourceKind::plain_size_of:
    case plan::SourceKind::begin_of:
    case plan::SourceKind::section_begin:
    case plan::SourceKind::tag_of:
    case plan::SourceKind::flags:
    case plan::SourceKind::expression:
      return true;
  }
  return false;
}

bool WriteScope::states_place(plan::FieldId id) const { return field(id).states_place; }

bool WriteScope::asks_layout(const plan::Expr& expr) const {
  return plan::asks_layout(plan_, record_, expr);
}

bool WriteScope::asks_layout(const plan::List& list, const plan::EachRule& rule) const {
  return plan::asks_layout(plan_, record_, list, rule.condition);
}

bool WriteScope::asks_layout(const plan::Dims& dims) const {
  return plan::asks_layout(plan_, record_, dims);
}

bool WriteScope::tells_presence(plan::FieldId id) const {
  const plan::Source& source = field(id).source;
  return source.kind == plan::SourceKind::begin_of && field(source.field).presence.has_value();
}

std::string WriteScope::presence_number(plan::FieldId id) const {
  const model::Int128 absent = field(id).source.absent;
  const std::string unit = absent < 0 ? "" : "u";
  return "(" + is_there(field(id).source.field) + " ? " + (absent == 0 ? "1" : "0") + unit + " : " +
         model::to_text(absent) + unit + ")";
}

std::string WriteScope::function(std::string_view verb, plan::FieldId id) const {
  return std::string(verb) + "_" + snake_case(record_.name) + "_" + snake_case(field(id).name);
}

std::string WriteScope::digester(plan::FieldId id) const {
  return "digester_of_" + field(id).identifier;
}

std::string WriteScope::section(const plan::SectionRef& reference) const {
  return use(section_variable(reference.is_param ? record_.section_params[reference.index]
                                                 : record_.sections[reference.index].name) +
             (is_ahead_ ? "_ahead" : ""));
}

}  // namespace schemac::emit::cpp
