#include "emit/cpp/refuse/locals.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "model/range_arithmetic.h"
#include "plan/writing/refusals.h"

namespace schemac::emit::cpp {
namespace {

plan::NumberRefusals refusals_of(const WriteScope& scope, plan::FieldId id) {
  return plan::number_refusals(scope.plan(), scope.record(), id);
}

// What is stated divided is a multiple of the divisor.
void emit_remainder_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const std::string whole = scope.whole(id);
  const bool has_sign = field.multiple->whole.range.min < 0;
  out.emit(
      {{"x", whole},
       {"held", has_sign ? "static_cast<std::uint64_t>(" + whole + ")" : whole},
       {"divisor", literal(field.multiple->divisor)},
       {"frame", scope.use("frame")},
       {"path", quoted(scope.field(field.source.field).name)}},
      R"(if (($x$) % $divisor$ != 0) return out.reject_remainder($frame$, $path$, $held$, $divisor$);)");
}

// What isn't there needn't be computed either.
void emit_computed_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const bool may_lack = field.presence && scope.record().message() == nullptr;
  out.emit({{"is_there", may_lack ? " && (" + scope.is_there(id) + ")" : ""},
            {"fits", scope.use("fits")},
            {"frame", scope.use("frame")},
            {"path", quoted(field.name)}},
           R"cc(if (!$fits$$is_there$) return out.reject_overflow($frame$, $path$);)cc");
  if (may_lack) out.emit(R"cc(fits = true;)cc");
}

bool checks_first(const WriteScope& scope, plan::FieldId id) {
  return scope.field(id).is_checked_first && scope.is_derived(id);
}

void emit_local(Printer& out, const WriteScope& scope, plan::FieldId id, Numbers numbers) {
  if (scope.states_place(id) && !scope.tells_presence(id)) return;
  const bool may_fail = refusals_of(scope, id).may_overflow;
  const Printer::Block checks = out.set_aside(
      [&] {
        if (may_fail) emit_computed_check(out, scope, id);
        if (numbers == Numbers::are_checked && scope.field(id).is_checked_first)
          emit_derived_check(out, scope, id);
      },
      0);
  const std::string x = scope.tells_presence(id) ? scope.presence_number(id) : scope.derivation(id);
  if (scope.uses_local(id))
    out.emit({{"type", scope.local_type(id)}, {"name", scope.name_of_local(id)}, {"x", x}},
             R"cc(const $type$ $name$ = $x$;)cc");
  else if (may_fail)
    out.emit({{"x", x}}, R"cc((void)($x$);)cc");  // nobody asks for it
  out.put(checks);
}

}  // namespace

void emit_derived_check(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (field.multiple) emit_remainder_check(out, scope, id);
  const plan::NumberRefusals refusals = refusals_of(scope, id);
  if (!refusals.may_be_small && !refusals.may_be_large) return;
  // What isn't there states nothing, whatever it would follow from.
  const bool may_lack = field.presence && scope.record().message() == nullptr;
  const std::string is_there = may_lack ? "(" + scope.is_there(id) + ") && " : "";
  if (refusals.may_be_small)
    out.emit(
        {{"x", scope.local(id)},
         {"is_there", is_there},
         {"frame", scope.use("frame")},
         {"path", quoted(field.name)},
         {"least", literal(model::range_of(std::get<plan::Scalar>(field.body.kind)).min)}},
        R"cc(if ($is_there$$x$ < $least$) return out.reject_small($frame$, $path$, $x$, $least$);)cc");
  if (!refusals.may_be_large) return;
  const model::Int128 most = model::range_of(std::get<plan::Scalar>(field.body.kind)).max;
  // The local may have a sign, which a constant of 64 bits without one doesn't go with.
  const bool is_wide = most > UINT32_MAX && most <= INT64_MAX;
  out.emit(
      {{"x", scope.local(id)},
       {"is_there", is_there},
       {"frame", scope.use("frame")},
       {"path", quoted(field.name)},
       {"most", is_wide ? model::to_text(most) : literal(most)}},
      R"cc(if ($is_there$$x$ > $most$) return out.reject_large($frame$, $path$, $x$, $most$);)cc");
}

void emit_locals(Printer& out, const WriteScope& scope, Numbers numbers) {
  const plan::Record& record = scope.record();
  const bool are_checked = numbers == Numbers::are_checked;
  std::vector<plan::FieldId> wanted;
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (scope.uses_local(id) ||
        (are_checked && (refusals_of(scope, id).may_overflow || checks_first(scope, id))))
      wanted.push_back(id);
  const std::vector<plan::FieldId> needed = scope.needed(wanted);
  // Each is computed before those that ask for it, of which one knows what they use first.
  std::vector<Printer::Block> blocks;
  for (auto id = needed.rbegin(); id != needed.rend(); ++id)
    blocks.push_back(out.set_aside([&] { emit_local(out, scope, *id, numbers); }, 0));
  if (scope.uses("fits")) out.emit(R"cc(bool fits = true;)cc");
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) out.put(*block);
}

}  // namespace schemac::emit::cpp
