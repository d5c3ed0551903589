#include "emit/cpp/refuse/value_check.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/measure/along.h"
#include "emit/cpp/measure/message_fields.h"
#include "emit/cpp/measure/scope.h"
#include "emit/cpp/measure/stated_size.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/body_check.h"
#include "emit/cpp/refuse/scalar_check.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/preview.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/spell/types.h"
#include "emit/cpp/wire/json.h"
#include "model/range_arithmetic.h"
#include "plan/facts/derive_order.h"
#include "plan/facts/measuring.h"
#include "plan/facts/own_offset.h"

namespace schemac::emit::cpp {
namespace {

// What the statements of a function need beside the value: derived fields as locals, and whether an
// operation can fail.
struct Needs {
  std::vector<plan::FieldId> fields;
  bool can_fail = false;

  void add_fields(const plan::Expr& expr) {
    for (const plan::FieldId id : fields_of(expr))
      if (plan::asks_for_number(expr, id)) fields.push_back(id);
  }
  void add(const WriteScope& scope, const plan::Expr& expr, const plan::Record* element = nullptr) {
    add_fields(expr);
    can_fail = can_fail || scope.can_fail(expr, element);
  }
};

bool follows_from_presence(const WriteScope& scope, plan::FieldId id, const plan::Expr& condition);

// Whether the writer has to check the rule: what states where something lies holds by construction.
bool is_checked(const WriteScope& scope, const plan::Require& require) {
  if (!is_refused(scope.plan(), require.check) || holds_by_derivation(scope, require.condition))
    return false;
  return !scope.asks_layout(require.condition);
}

// What can't be computed is none of the dims, and says so in a function of its own.
void add_needs(const plan::Dims& dims, Needs& needs) {
  for (const plan::Expr* expr : dims.expressions()) needs.add_fields(*expr);
}

void add_needs(const WriteScope& scope, plan::FieldId id, const plan::Body& body, Needs& needs) {
  const auto add_stated = [&](const std::optional<plan::Expr>& stated) {
    if (stated && !scope.follows_from(*stated, id) && !scope.asks_layout(*stated))
      needs.add(scope, *stated);
  };
  if (const auto* text = std::get_if<plan::Text>(&body.kind)) add_stated(text->size);
  if (const auto* raw = std::get_if<plan::Raw>(&body.kind)) add_stated(raw->size);
  if (const auto* array = std::get_if<plan::Array>(&body.kind)) {
    needs.add(scope, array->dtype);
    if (array->dims && !scope.asks_layout(*array->dims)) add_needs(*array->dims, needs);
  }
  if (checks_local(scope, id, body)) needs.fields.push_back(id);
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
    for (std::size_t i = 0; i < nested->args.size(); ++i)
      if (!scope.plan().records[nested->record].params[i].is_known_late)
        needs.add_fields(nested->args[i]);
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    add_stated(list->count);
    for (const plan::EachRule& rule : list->each)
      if (is_checked(scope, *list, rule))
        needs.add(scope, rule.condition, record_of_elements(scope.plan(), *list));
    add_needs(scope, id, list->element.front(), needs);
  }
}

// A derived field that may be too narrow for what it states.
bool can_be_large(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr) return false;
  if (bit_count(scalar->dtype) == 64)
    return scalar->dtype == Dtype::i64 && field.source.kind == plan::SourceKind::expression &&
           !scope.states_place(id) && !field.source.expression->range.fits_i64();
  const plan::SourceKind kind = field.source.kind;
  if (kind == plan::SourceKind::count_of || kind == plan::SourceKind::size_of ||
      kind == plan::SourceKind::plain_size_of)
    return true;
  return kind == plan::SourceKind::expression && !scope.states_place(id);
}

// The same of one that may be below what fits.
bool can_be_small(const WriteScope& scope, plan::FieldId id) {
  const auto* scalar = std::get_if<plan::Scalar>(&scope.field(id).body.kind);
  if (scalar == nullptr || scope.states_place(id)) return false;
  const plan::Source& source = scope.field(id).source;
  const bool is_signed = (source.kind == plan::SourceKind::expression && source.expression &&
                          source.expression->range.min < model::range_of(scalar->dtype).min) ||
                         scope.is_reduced(id);
  return is_signed && scalar->dtype != Dtype::i64;
}

bool derivation_can_fail(const WriteScope& scope, plan::FieldId id) {
  const auto& expression = scope.field(id).source.expression;
  return expression && !scope.states_place(id) && scope.can_fail(*expression);
}

Needs needs_of(const WriteScope& scope) {
  Needs needs;
  const plan::Record& record = scope.record();
  for (plan::FieldId id = 0; id < record.fields.size(); ++id) {
    const plan::Field& field = record.fields[id];
    if (can_be_large(scope, id) || can_be_small(scope, id) || derivation_can_fail(scope, id))
      needs.fields.push_back(id);
    if (!field.has_member()) continue;
    if (!std::holds_alternative<plan::Switch>(field.body.kind))
      add_needs(scope, id, field.body, needs);
    if (field.presence && record.message() == nullptr &&
        !follows_from_presence(scope, id, field.presence->condition))
      needs.add_fields(field.presence->condition);
    if (field.availability) needs.add(scope, field.availability->version);
    if (const plan::Expr* size = region_to_check(scope, id)) needs.add(scope, *size);
  }
  for (const plan::Item& item : record.items)
    if (const auto* later = std::get_if<plan::CheckElements>(&item))
      for (const plan::EachRule& rule : later->list.each)
        if (is_checked(scope, later->list, rule))
          needs.add(scope, rule.condition, record_of_elements(scope.plan(), later->list));
  for (const plan::Item& item : record.items)
    if (const auto* require = std::get_if<plan::Require>(&item);
        require != nullptr && is_checked(scope, *require)) {
      needs.add(scope, require->condition);
      for (const plan::Expr& fact : require->facts) needs.add(scope, fact);
    }
  return needs;
}

// What is stated divided is a multiple of the divisor.
void emit_remainder_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Source& source = scope.field(id).source;
  const bool needs_presence =
      scope.field(source.field).presence && source.offset % source.divisor != 0;
  const std::string undivided = scope.undivided(id);
  out.emit(
      {{"is_there", needs_presence ? scope.is_there(source.field) + " && " : ""},
       {"x", undivided},
       {"held", scope.is_reduced(id) ? "static_cast<std::uint64_t>(" + undivided + ")" : undivided},
       {"divisor", literal(source.divisor)},
       {"path", quoted(scope.field(source.field).name)}},
      R"(if ($is_there$($x$) % $divisor$ != 0) return out.reject_remainder(frame, $path$, $held$, $divisor$);)");
}

void emit_derived_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Source& source = scope.field(id).source;
  if (source.divisor != 1 && source.kind != plan::SourceKind::begin_of)
    emit_remainder_check(out, scope, id);
  const plan::Field& field = scope.field(id);
  // What isn't there states nothing, whatever it would follow from.
  const bool may_lack = field.presence && scope.record().message() == nullptr;
  const std::string is_there = may_lack ? "(" + scope.is_there(id) + ") && " : "";
  if (can_be_small(scope, id))
    out.emit(
        {{"x", scope.local(id)},
         {"is_there", is_there},
         {"path", quoted(field.name)},
         {"least", literal(model::range_of(std::get<plan::Scalar>(field.body.kind).dtype).min)}},
        R"cc(if ($is_there$$x$ < $least$) return out.reject_small(frame, $path$, $x$, $least$);)cc");
  if (!can_be_large(scope, id)) return;
  const Dtype dtype = std::get<plan::Scalar>(field.body.kind).dtype;
  out.emit(
      {{"x", scope.local(id)},
       {"is_there", is_there},
       {"path", quoted(field.name)},
       {"most", literal(model::range_of(dtype).max)}},
      R"cc(if ($is_there$$x$ > $most$) return out.reject_large(frame, $path$, $x$, $most$);)cc");
}

// What isn't there needn't be computed either.
void emit_computed_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const bool may_lack = field.presence && scope.record().message() == nullptr;
  out.emit({{"is_there", may_lack ? " && (" + scope.is_there(id) + ")" : ""},
            {"path", quoted(field.name)}},
           R"cc(if (!fits$is_there$) return out.reject_overflow(frame, $path$);)cc");
  if (may_lack) out.emit(R"cc(fits = true;)cc");
}

enum class Numbers : std::uint8_t { fit, are_checked };

// Numbers that others are calculated with have to fit first, where it matters.
void emit_locals(Printer& out, const WriteScope& scope, const Needs& needs,
                 Numbers numbers = Numbers::fit) {
  const std::vector<plan::FieldId> needed = scope.needed(needs.fields);
  const bool any_fails =
      std::ranges::any_of(needed, [&](plan::FieldId id) { return derivation_can_fail(scope, id); });
  if (needs.can_fail || any_fails) out.emit(R"cc(bool fits = true;)cc");
  for (const plan::FieldId id : needed) {
    if (scope.states_place(id) && !scope.tells_presence(id)) continue;
    const bool is_for_check = scope.record().json.has_value();  // what is written comes later
    const bool may_be_unused = is_for_check || derivation_can_fail(scope, id);
    out.emit({{"unused", may_be_unused ? "[[maybe_unused]] " : ""},
              {"type", scope.local_type(id)},
              {"name", scope.local(id)},
              {"x", scope.tells_presence(id) ? scope.presence_number(id) : scope.derivation(id)}},
             R"cc($unused$const $type$ $name$ = $x$;)cc");
    if (derivation_can_fail(scope, id)) emit_computed_check(out, scope, id);
    if (numbers == Numbers::are_checked && scope.field(id).is_checked_first)
      emit_derived_check(out, scope, id);
  }
}

// A condition on the field's presence that is derived from it: a flag or a number made of it.
bool follows_from_presence(const WriteScope& scope, plan::FieldId id, const plan::Expr& condition) {
  if (scope.field(id).availability && condition.op == plan::Op::logical_and)
    return follows_from_presence(scope, id, condition.args.back());  // the version is checked apart
  if (plan::is_own_offset(scope.record(), id, condition)) return true;
  if (condition.op == plan::Op::not_equal)
    return follows_from_presence(scope, id, condition.args.front());
  const plan::Expr& source = condition.op == plan::Op::flag ? condition.args.front() : condition;
  if (source.op != plan::Op::field || scope.field(source.id).source.kind != plan::SourceKind::flags)
    return false;
  // Flags that may be absent then tell of nothing, though a value may have it.
  if (scope.field(source.id).has_member() && scope.field(source.id).is_optional()) return false;
  // Of several fields that one flag tells of, it follows from the first.
  const auto& flags = std::get<plan::Scalar>(scope.field(source.id).body.kind).flags;
  if (flags.empty()) return scope.field(source.id).source.field == id;
  return std::ranges::any_of(flags, [&](const plan::Flag& flag) {
    return flag.presence_of == id && condition.op == plan::Op::flag &&
           model::Int128{flag.bit} == condition.number;
  });
}

// In a version without the field there is no value, or none but the default.
void emit_availability(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  std::string is_there = scope.member(id);
  if (!field.is_optional())
    is_there = "static_cast<" + number_type(std::get<plan::Scalar>(field.body.kind)) + ">(" +
               is_there + ") != " + literal(*field.default_value);
  out.emit(
      {{"is_there", is_there},
       {"is_without", condition_of(negated(field.availability->condition), scope.spelling(), true)},
       {"check", check_of(scope.plan(), *field.availability->check)},
       {"version", text_of(field.availability->version, scope.spelling())}},
      R"cc(
             if ($is_there$ && $is_without$)
               return out.reject($check$, frame, schemac::facts($version$));
           )cc");
}

void emit_presence(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (field.availability) emit_availability(out, scope, id);
  if (!field.is_optional() || follows_from_presence(scope, id, field.presence->condition)) return;
  if (scope.record().message() != nullptr) return;  // its presence follows from nothing
  std::string call =
      "reject_presence(frame, " + quoted(field.name) + ", " + scope.member(id) + ".has_value()";
  // One that is there in a version without it was told above.
  if (field.availability)
    call += ", " + check_of(scope.plan(), *field.availability->check) + ", " +
            text_of(field.availability->version, scope.spelling());
  out.emit({{"member", scope.member(id)},
            {"condition", presence_of(field.presence->condition, scope.spelling(), true)},
            {"call", call}},
           "if ($member$.has_value() != $condition$) return out.$call$);");
}

// What people give for content that isn't there is the number that says so.
void emit_absent_numbers(Printer& out, const WriteScope& scope, plan::FieldId id) {
  for (const plan::AbsentScalar& zero : scope.field(id).presence->zeros) {
    const plan::Field& number = scope.field(zero.field);
    if (!number.has_member() || !is_refused(scope.plan(), zero.check)) continue;
    plan::Expr stated;
    stated.op = plan::Op::field;
    stated.id = zero.field;
    const std::string x = text_of(stated, scope.spelling());
    const std::string is_given = number.presence ? " && (" + scope.is_there(zero.field) + ")" : "";
    out.emit({{"is_there", "(" + scope.is_there(id) + ")"},
              {"is_given", is_given},
              {"x", x},
              {"absent", literal(zero.value)},
              {"check", check_of(scope.plan(), zero.check)},
              {"path", quoted(number.name)}},
             R"cc(
               if (!$is_there$$is_given$ && $x$ != $absent$)
                 return out.reject_at($check$, frame, $path$, schemac::facts($x$));
             )cc");
  }
}

// A value that is the number which says nothing would be read as none.
void emit_unknown(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  out.emit({{"member", scope.member(id)},
            {"unknown", literal(field.unknown->value)},
            {"path", quoted(field.name)}},
           R"cc(
             if ($member$ && *$member$ == $unknown$)
               return out.reject_at(schemac::refusals::unknown, frame, $path$);
           )cc");
}

// The checks of one member, if it is there.
void emit_member_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (field.presence) emit_absent_numbers(out, scope, id);
  if (!field.has_member()) return;
  if (field.may_be_unknown()) emit_unknown(out, scope, id);
  if (field.presence) emit_presence(out, scope, id);
  const bool has_region = region_to_check(scope, id) != nullptr;
  if (!has_region && !has_check(scope, field.body)) return;
  const bool is_apart = field.jump && !std::holds_alternative<plan::Array>(field.body.kind) &&
                        !std::holds_alternative<plan::Nested>(field.body.kind) &&
                        !std::holds_alternative<plan::List>(field.body.kind) &&
                        !std::holds_alternative<plan::Switch>(field.body.kind);
  const std::string apart = "at_" + field.identifier;
  const BodyPlace at{scope,
                     id,
                     scope.content(id),
                     is_apart ? apart : "frame",
                     is_apart ? "" : field.name,
                     plan::is_measured_with_head(scope.record(), field)};
  const auto checks = [&](Printer& inner) {
    emit_region_check(inner, scope, id);
    if (has_check(scope, field.body)) emit_body_check(inner, at, field.body);
  };
  const auto steps = [&] {
    if (is_apart && !Preview(checks).parameter("", apart).empty())
      out.emit({{"apart", apart}, {"path", quoted(field.name)}},
               R"cc(const schemac::FrameOf<Out> $apart${&frame, $path$};)cc");
    checks(out);
  };
  if (Preview(checks).is_empty()) return;
  if (field.is_optional()) {
    out.emit({{"member", scope.member(id)}, {"steps", steps}},
             R"cc(
               if ($member$) {
                 $steps$;
               }
             )cc");
  } else {
    steps();
  }
}

void emit_field(Printer& out, const WriteScope& scope, plan::FieldId id) {
  if (!scope.field(id).is_checked_first) emit_derived_check(out, scope, id);
  emit_member_check(out, scope, id);
  emit_flags_of_versions(out, scope, id);
}

// A value that is told by its kind is one of them. Prints
//
//   if (!schemac::json::check_kinds({value.name.has_value(), !value.pairs.empty()}, true, frame,
//                                   out))
//     return false;
void emit_kinds(Printer& out, const WriteScope& scope, const plan::MessageFields& message) {
  std::string held;
  bool has_list = false;
  for (const plan::MessageField& each : message.fields) {
    if (scope.field(each.field).role == model::RoleKind::choice) continue;  // how it is spelled
    const bool is_list = std::holds_alternative<plan::List>(scope.field(each.field).body.kind);
    has_list = has_list || is_list;
    const auto* raw = std::get_if<plan::Raw>(&scope.field(each.field).body.kind);
    const std::string member = scope.member(each.field);
    held += (held.empty() ? "" : ", ") +
            (is_list                       ? "!" + access(scope.content(each.field), "empty()")
             : raw != nullptr && raw->free ? "schemac::json::has_value(" + member + ")"
                                           : member + ".has_value()");
  }
  out.emit({{"held", held}, {"none", has_list ? "true" : "false"}},
           R"cc(if (!schemac::json::check_kinds({$held$}, $none$, frame, out)) return false;)cc");
}

// Of a value that a field before it may take, that none does. Prints
//
//   if (value.other && !schemac::json::check_kind(detail::json_records, 3, 2,
//                                                 schemac::FreeValue(*value.other), frame, "other",
//                                                 out))
//     return false;
void emit_kind_checks(Printer& out, const WriteScope& scope) {
  for (const auto& path : scope.record().json->may_be_taken) {
    const plan::Field* field = &scope.field(path.front());
    std::string member = scope.member(path.front()), is_there = member, name = field->name;
    for (std::size_t i = 1; i < path.size(); ++i) {
      const auto& nested = std::get<plan::Nested>(field->body.kind);
      field = &scope.plan().records[nested.record].fields[path[i]];
      member += "->" + field->identifier;
      is_there += " && " + member;
      name += "." + field->name;
    }
    const bool is_text = std::holds_alternative<plan::Text>(field->body.kind);
    out.emit({{"is_there", is_there},
              {"place", place_of_form(scope.plan(), scope.record())},
              {"number", path.front() + 1},
              {"value", is_text ? "schemac::FreeValue(*" + member + ")" : member + "->value"},
              {"path", quoted(name)}},
             R"cc(
                 if ($is_there$ && !schemac::json::check_kind(detail::json_records, $place$, $number$, $value$, frame, $path$, out))
                   return false;
               )cc");
  }
}

// One overload a kind of item.
struct EmitItem {
  Printer& out;
  const WriteScope& scope;

  void operator()(const plan::Run& run) const {
    for (const plan::RunPart& part : run.parts)
      if (part.field) emit_field(out, scope, *part.field);
    if (run.counted) emit_field(out, scope, run.counted->list);
    for (const plan::RunPart& part : run.behind)
      if (part.field) emit_field(out, scope, *part.field);
  }
  void operator()(const plan::Place& place) const { emit_field(out, scope, place.field); }
  void operator()(const plan::Pad&) const {}
  void operator()(const plan::Require& require) const {
    if (!is_checked(scope, require)) return;
    out.emit({{"condition", condition_of(require.condition, scope.spelling(), true)},
              {"fits", scope.can_fail(require.condition) ? " || !fits" : ""},
              {"check", check_of(scope.plan(), require.check)},
              {"facts", facts_of(require.facts, scope.spelling())}},
             R"cc(if (!$condition$$fits$) return out.reject($check$, frame$facts$);)cc");
  }
  void operator()(const plan::CheckElements& item) const {
    emit_rules_check(out, {scope, item.field, scope.content(item.field), "frame", ""}, item.list);
  }
  void operator()(const plan::CheckDigest&) const {}
  void operator()(const plan::CheckCodec&) const {}
  void operator()(const plan::FindSections&) const {}
  void operator()(const plan::InSection& section) const {
    for (const plan::Place& place : section.places) emit_field(out, scope, place.field);
  }
  void operator()(const plan::FinishSections&) const {}
  void operator()(const plan::MessageFields& message) const {
    if (scope.record().json && scope.record().json->shape == model::JsonShape::one_of) {
      emit_kinds(out, scope, message);
      emit_kind_checks(out, scope);
    }
    for (const plan::MessageField& field : message.fields) emit_field(out, scope, field.field);
    emit_unknown_check(out, scope, message);
  }
};

std::string parameters_of(const plan::Record& record) {
  std::string text;
  for (const plan::Param& param : record.params)
    text += ", [[maybe_unused]] " + param_type(param) + " " + param_name(param);
  return text;
}

// The alternative at hand fits the tag, where that doesn't follow from it.
void emit_tag_check(Printer& out, const WriteScope& scope, plan::FieldId id,
                    const plan::Switch& choice, const plan::Alternative& alternative) {
  if (scope.tag_follows_from(choice, id)) return;
  std::string condition;
  const std::string tag = tag_of(choice, scope.spelling());
  for (const plan::Alternative& other : choice.alternatives) {
    if (!alternative.tags.empty() && &other != &alternative) continue;
    for (const model::Int128 number : other.tags)
      condition += (condition.empty()          ? ""
                    : alternative.tags.empty() ? " || "
                                               : " && ") +
                   (tag + (alternative.tags.empty() ? " == " : " != ")) +
                   literal(static_cast<std::uint64_t>(number));
  }
  if (can_fail(choice.tag) && alternative.tags.empty())
    condition = "!" + is_number(choice.tag, scope.spelling()) +
                (condition.empty() ? "" : " || " + condition);
  if (condition.empty()) return;
  out.emit({{"condition", condition}, {"name", quoted(alternative.name)}},
           R"cc(if ($condition$) return out.reject_dtype(inner, "", $name$);)cc");
}

// The checks of an alternative; one that has none is only recognised.
void emit_alternative(Printer& out, const std::string& type, const std::string& content,
                      const std::function<void(Printer&)>& steps) {
  const bool is_used = !Preview(steps).parameter("", "held").empty();
  const std::string test = is_used
                               ? "const auto* held = std::get_if<" + type + ">(&" + content + ")"
                               : "std::holds_alternative<" + type + ">(" + content + ")";
  out.emit({{"test", test}, {"steps", [&] { steps(out); }}},
           R"cc(
             if ($test$) {
               $steps$;
               return true;
             }
           )cc");
}

// For `value` of Metadata it prints
//
//   template <class Out>
//   inline bool check_metadata_value(const Metadata& value, const schemac::FrameOf<Out>& frame,
//                                    Out& out) {
//     const schemac::FrameOf<Out> inner{&frame, "value"};
//     if (const auto* held = std::get_if<Bitset>(&value.value)) {
//       return check(*held, inner, out);
//     }
//     ...
//     return out.reject_dtype(inner, "", "nothing");
//   }
//
// and for the elements of a list a function that gets the element and its frame, `inner`.
void emit_switch_check(Printer& out, const WriteScope& scope, plan::FieldId id,
                       const plan::Switch& choice) {
  const plan::Field& field = scope.field(id);
  const auto types = alternative_types(scope.plan(), scope.record(), field, choice);
  const bool is_element = std::holds_alternative<plan::List>(field.body.kind);
  const std::string content = is_element ? "item" : scope.content(id);
  const bool has_own_tag = scope.tag_follows_from(choice, id);
  Needs needs;
  if (!has_own_tag)
    for (const plan::FieldId tag : fields_of(choice.tag)) needs.fields.push_back(tag);
  for (const plan::Alternative& alternative : choice.alternatives)
    if (!alternative.tag_by_dtype || !has_own_tag)
      add_needs(scope, id, alternative.body.front(), needs);
  const auto alternatives = [&] {
    for (std::size_t i = 0; i < choice.alternatives.size(); ++i) {
      const plan::Alternative& alternative = choice.alternatives[i];
      const BodyPlace at{scope, id, types[i].is_wrapped ? "held->value" : "*held", "inner", ""};
      const auto steps = [&](Printer& inner) {
        emit_tag_check(inner, scope, id, choice, alternative);
        if (alternative.tag_by_dtype)
          inner.emit(
              {{"tag", scope.function("tag_of", id)}, {"x", content}},
              R"(if (!$tag$($x$)) return out.reject_dtype(inner, "", schemac::name(held->dtype()));)");
        emit_body_check(inner, at, alternative.body.front());
      };
      emit_alternative(out, qualified_type(scope.record(), types[i]), content, steps);
    }
  };
  out.blank_line();
  if (is_element)
    return out.emit({{"function", scope.function("check", id)},
                     {"Type", scope.record().name},
                     {"Variant", variant_name(scope.plan(), scope.record(), field)},
                     {"parameters", parameters_of(scope.record())},
                     {"locals", [&] { emit_locals(out, scope, needs); }},
                     {"alternatives", alternatives}},
                    R"(
          template <class Out>
          inline bool $function$([[maybe_unused]] const $Type$& value$parameters$, const $Type$::$Variant$& item, [[maybe_unused]] const schemac::FrameOf<Out>& frame, const schemac::FrameOf<Out>& inner, Out& out) {
            $locals$;
            $alternatives$;
            return out.reject_dtype(inner, "", "nothing");
          }
        )");
  const bool is_called_once = is_root(scope.plan(), scope.record()) && !scope.record().is_held();
  out.emit({{"function", scope.function("check", id)},
            {"Type", scope.record().name},
            {"parameters", parameters_of(scope.record())},
            {"inline", is_called_once ? "[[gnu::always_inline]] inline" : "inline"},
            {"path", quoted(field.name)},
            {"locals", [&] { emit_locals(out, scope, needs); }},
            {"alternatives", alternatives}},
           R"(
             template <class Out>
             $inline$ bool $function$(const $Type$& value$parameters$, const schemac::FrameOf<Out>& frame, Out& out) {
               const schemac::FrameOf<Out> inner{&frame, $path$};
               $locals$;
               $alternatives$;
               return out.reject_dtype(inner, "", "nothing");
             }
           )");
}

}  // namespace

namespace {

// Where a value lacks what a condition asks for, its count says with a number below 0 that it isn't
// there: so the count itself is wrong, if it must not be below 0.
bool may_miss_wrongly(const WriteScope& scope, const plan::Expr& is_there,
                      const plan::Expr& condition) {
  if (condition.op != plan::Op::greater_equal || condition.args.front().op != plan::Op::field)
    return false;
  const plan::Source& source = scope.field(condition.args.front().id).source;
  return source.absent < 0 && !follows_from_presence(scope, source.field, is_there);
}

}  // namespace

bool holds_by_derivation(const WriteScope& scope, const plan::Expr& condition) {
  // One that may be unknown: it then isn't what it follows from, as the schema allows.
  if (condition.op == plan::Op::logical_or && condition.args.front().op == plan::Op::equal &&
      condition.args.front().args.front().op == plan::Op::field &&
      scope.field(condition.args.front().args.front().id).has_known_choice())
    return holds_by_derivation(scope, condition.args.back());
  // One that may be absent.
  if (condition.op == plan::Op::logical_or && condition.args.front().op == plan::Op::logical_not)
    return !may_miss_wrongly(scope, condition.args.front().args.front(), condition.args.back()) &&
           holds_by_derivation(scope, condition.args.back());
  // A count or a size that follows from what it is of is no number below 0.
  if (condition.op == plan::Op::greater_equal && condition.args.front().op == plan::Op::field &&
      condition.args.back().op == plan::Op::constant && condition.args.back().number == 0) {
    const plan::SourceKind kind = scope.field(condition.args.front().id).source.kind;
    return kind == plan::SourceKind::count_of || kind == plan::SourceKind::size_of ||
           kind == plan::SourceKind::plain_size_of;
  }
  const bool may_be_equal = condition.op == plan::Op::equal ||
                            condition.op == plan::Op::less_equal ||
                            condition.op == plan::Op::greater_equal;
  if (!may_be_equal || condition.args.front().op != plan::Op::field) return false;
  const plan::Source& source = scope.field(condition.args.front().id).source;
  if (source.kind != plan::SourceKind::expression) return false;
  std::vector<std::string> names;
  for (const plan::Field& field : scope.record().fields) names.push_back(field.name);
  return plan::to_text(*source.expression, names) == plan::to_text(condition.args.back(), names);
}

// For `Item` it prints
//
//   template <class Out>
//   inline bool check(const Item& value, const schemac::FrameOf<Out>& frame, Out& out) {
//     if (value.name.size() > 0xffffffff) ...
//     return true;
//   }
void emit_value_check(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope = WriteScope(plan, record).knowing_products();
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (const plan::Switch* choice = plan::switch_of(record.fields[id]);
        choice != nullptr && record.fields[id].has_member())
      emit_switch_check(out, scope, id, *choice);
  const auto steps = [&](Printer& inner) {
    if (record.is_recursive && record.depth)
      inner.emit({{"check", check_of(plan, *record.depth)}},
                 R"cc(if (!out.enter()) return out.reject($check$, frame);)cc");
    const Needs needs = needs_of(scope);
    emit_locals(inner, scope, needs, Numbers::are_checked);
    for (const plan::Item& item : record.items) std::visit(EmitItem{inner, scope}, item);
    emit_measuring(inner, scope, scope.needed(needs.fields));
    if (record.is_recursive && record.depth) inner.emit(R"cc(out.leave();)cc");
  };
  const Preview preview(steps);
  out.blank_line();
  if (preview.is_empty())
    return out.emit({{"template", value_template(plan, record, "class Out")},
                     {"Type", value_type(plan, record)},
                     {"parameters", parameters_of(record)}},
                    R"(
          $template$
          inline bool check(const $Type$&$parameters$, const schemac::FrameOf<Out>&, Out&) { return true; }
        )");
  out.emit({{"template", value_template(plan, record, "class Out")},
            {"value", preview.parameter("const " + value_type(plan, record) + "&", "value")},
            {"parameters", parameters_of(record)},
            {"frame", preview.parameter("const schemac::FrameOf<Out>&", "frame")},
            {"out", preview.parameter("Out&", "out")},
            {"inline", inlining(plan, record)},
            {"steps", [&] { steps(out); }}},
           R"cc(
             $template$
             $inline$ bool check($value$$parameters$, $frame$, $out$) {
               $steps$;
               return true;
             }
           )cc");
}

void emit_elements_check(Printer& out, const plan::Plan& plan, const plan::Record& root) {
  const WriteScope scope(plan, root);
  const plan::FieldId id = root.stream->list;
  const plan::Body& body = root.fields[id].body;
  // How many there are isn't checked here.
  plan::Body uncounted = body;
  std::get<plan::List>(uncounted.kind).count.reset();
  const auto steps = [&](Printer& inner) {
    Needs needs;
    add_needs(scope, id, uncounted, needs);
    emit_locals(inner, scope, needs);
    emit_list_elements_check(inner, {scope, id, scope.content(id), "frame", root.fields[id].name},
                             std::get<plan::List>(body.kind));
  };
  const Preview preview(steps);
  out.blank_line();
  out.emit({{"value", preview.parameter("const " + streamed_type(root) + "&", "value")},
            {"frame", preview.parameter("const schemac::FrameOf<Out>&", "frame")},
            {"out", preview.parameter("Out&", "out")},
            {"steps", [&] { steps(out); }}},
           R"cc(
             template <class Out>
             inline bool check_elements($value$, $frame$, $out$) {
               $steps$;
               return true;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
