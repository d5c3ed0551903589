#include "emit/cpp/refuse/locals.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/scope.h"
#include "emit/cpp/names.h"
#include "emit/cpp/refuse/needs.h"
#include "model/range_arithmetic.h"

namespace schemac::emit::cpp {
namespace {

// What is stated divided is a multiple of the divisor.
void emit_remainder_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const std::string whole = scope.whole(id);
  const bool has_sign = field.multiple->whole.range.min < 0;
  out.emit(
      {{"x", whole},
       {"held", has_sign ? "static_cast<std::uint64_t>(" + whole + ")" : whole},
       {"divisor", literal(field.multiple->divisor)},
       {"path", quoted(scope.field(field.source.field).name)}},
      R"(if (($x$) % $divisor$ != 0) return out.reject_remainder(frame, $path$, $held$, $divisor$);)");
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

}  // namespace

void emit_derived_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (field.multiple) emit_remainder_check(out, scope, id);
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

void emit_locals(Printer& out, const WriteScope& scope, const Needs& needs, Numbers numbers) {
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

}  // namespace schemac::emit::cpp
