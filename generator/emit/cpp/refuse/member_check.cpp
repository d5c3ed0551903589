#include "emit/cpp/refuse/member_check.h"

#include <string>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/body_check.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/questions.h"
#include "emit/cpp/spell/scalars.h"
#include "model/overload.h"
#include "plan/facts/measuring.h"
#include "plan/writing/refusals.h"
#include "plan/writing/written_facts.h"

namespace schemac::emit::cpp {
namespace {

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
       {"frame", scope.use("frame")},
       {"version", text_of(field.availability->version, scope.spelling())}},
      R"cc(
             if ($is_there$ && $is_without$)
               return out.reject($check$, $frame$, schemac::impl::facts($version$));
           )cc");
}

void emit_presence(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  std::string call = "reject_presence(" + scope.use("frame") + ", " + quoted(field.name) + ", " +
                     scope.member(id) + ".has_value()";
  // One that is there in a version without it was reported above.
  if (field.availability)
    call += ", " + check_of(scope.plan(), *field.availability->check) + ", " +
            text_of(field.availability->version, scope.spelling());
  out.emit({{"member", scope.member(id)},
            {"condition", presence_of(field.presence->condition, scope.spelling(), true)},
            {"call", call}},
           "if ($member$.has_value() != $condition$) return out.$call$);");
}

// What people give for content that isn't there is the number that says so.
void emit_given_for_absent(Printer& out, const WriteScope& scope, plan::FieldId id,
                           const plan::AbsentScalar& zero) {
  const plan::Field& number = scope.field(zero.field);
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
            {"frame", scope.use("frame")},
            {"path", quoted(number.name)}},
           R"cc(
             if (!$is_there$$is_given$ && $x$ != $absent$)
               return out.reject_at($check$, $frame$, $path$, schemac::impl::facts($x$));
           )cc");
}

// A value that is the number which says nothing would be read as none.
void emit_unknown(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  out.emit({{"member", scope.member(id)},
            {"unknown", literal(field.unknown->value)},
            {"frame", scope.use("frame")},
            {"path", quoted(field.name)}},
           R"cc(
             if ($member$ && *$member$ == $unknown$)
               return out.reject_at(schemac::impl::refusals::unknown, $frame$, $path$);
           )cc");
}

void emit_held(Printer& out, const WriteScope& scope, plan::FieldId id, const plan::Held& held) {
  const plan::Field& field = scope.field(id);
  const bool is_apart = field.jump && !plan::makes_frame(field.body);
  const std::string apart = "at_" + field.identifier;
  CheckedBody at(
      scope, id, [&] { return scope.content(id); }, is_apart ? apart : "frame",
      is_apart ? "" : field.name);
  at.is_measured = plan::is_measured_with_head(scope.record(), field);
  const auto checks = [&] {
    if (held.region && !held.region->is_late)
      emit_size_check(out, scope, held.region->size, scope.size_of_content(id), scope.use("frame"),
                      field.name);
    emit_body_check(out, at, field.body);
  };
  const Printer::Block steps = out.set_aside(checks, field.is_optional() ? 2 : 0);
  if (steps.is_empty()) return;
  const auto all = [&] {
    if (scope.uses(apart))
      out.emit({{"apart", apart}, {"frame", scope.use("frame")}, {"path", quoted(field.name)}},
               R"cc(const schemac::impl::FrameOf<Out> $apart${&$frame$, $path$};)cc");
    out.put(steps);
  };
  if (!field.is_optional()) return all();
  out.emit({{"member", scope.member(id)}, {"steps", all}},
           R"cc(
             if ($member$) {
               $steps$;
             }
           )cc");
}

}  // namespace

void emit_member_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  for (const plan::FieldRefusal& refusal : plan::refusals_of(scope.plan(), scope.record(), id))
    std::visit(model::Overload{
                   [&](const plan::GivenForAbsent& given) {
                     emit_given_for_absent(out, scope, id, given.number);
                   },
                   [&](const plan::MeansUnknown&) { emit_unknown(out, scope, id); },
                   [&](const plan::OtherVersion&) { emit_availability(out, scope, id); },
                   [&](const plan::WrongPresence&) { emit_presence(out, scope, id); },
                   [&](const plan::Held& held) { emit_held(out, scope, id, held); },
               },
               refusal);
}

}  // namespace schemac::emit::cpp
