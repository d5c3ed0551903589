#include "emit/cpp/write/offsets.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/names.h"
#include "plan/facts/item_needs.h"

namespace schemac::emit::cpp {
namespace {

// The size of a placed field: the local that states it, if there is one.
std::string placed_size(const WriteScope& scope, plan::FieldId id) {
  for (const plan::FieldId other : scope.record().derive_order) {
    const plan::Source& source = scope.field(other).source;
    const bool is_plain = source.factor == 1 && source.offset == 0 && source.divisor == 1;
    if (source.kind != plan::SourceKind::size_of || source.field != id || !is_plain ||
        scope.field(other).unknown)
      continue;
    const bool has_sign = scope.local_type(other) == "std::int64_t";
    return has_sign ? "static_cast<std::uint64_t>(" + scope.local(other) + ")" : scope.local(other);
  }
  return scope.size_of_content(id);
}

// Where the content of a field goes: into the local of what states it.
void emit_offset(Printer& out, const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const plan::Jump& jump = *field.jump;
  if (jump.is_given) return emit_place_field(out, scope, id);
  const std::string offset = scope.number_of_place(
      jump.stated_by, scope.section(jump.section) + ".take(" + placed_size(scope, id) + ", " +
                          std::to_string(jump.align) + ")");
  out.emit({{"type", scope.local_type(jump.stated_by)},
            {"name", scope.name_of_local(jump.stated_by)},
            {"x", offset}},
           R"cc(const $type$ $name$ = $x$;)cc");
  if (!plan::places_content(field.body)) return;
  const auto calls = [&] { emit_place_calls(out, scope, id, field.body, scope.content(id)); };
  if (!field.presence) return calls();
  out.emit({{"is_there", scope.is_there(id)}, {"calls", calls}},
           R"cc(
             if ($is_there$) {
               $calls$;
             }
           )cc");
}

// The variables that run through sections.
std::vector<std::string> placings_of(const plan::Record& record) {
  std::vector<std::string> names;
  for (const std::string& section : record.section_params)
    names.push_back(section_variable(section));
  for (std::uint32_t i = 0; i < record.sections.size(); ++i)
    if (record.sections[i].has_payloads) names.push_back(section_variable(record.sections[i].name));
  return names;
}

}  // namespace

void emit_offsets(Printer& out, const WriteScope& scope) {
  const auto& fields = scope.record().fields;
  const bool is_ahead = scope.record().places_ahead;
  const WriteScope places = is_ahead ? scope.ahead() : scope;
  const auto steps = [&] {
    for (const plan::FieldId id : scope.record().visit_order) {
      if (fields[id].jump)
        emit_offset(out, places, id);
      else if (is_ahead)
        emit_place_field(out, places, id);
    }
  };
  if (!is_ahead) return steps();
  const Printer::Block placed = out.set_aside(steps, 0);
  for (const std::string& name : placings_of(scope.record()))
    if (scope.uses(name + "_ahead"))
      out.emit({{"name", scope.use(name)}}, R"cc(schemac::impl::Placing $name$_ahead = $name$;)cc");
  out.put(placed);
}

void emit_passed(Printer& out, const WriteScope& scope, PassedFields& passed,
                 std::optional<plan::FieldId> until) {
  if (!scope.record().places_ahead) return;
  const std::vector<plan::FieldId>& order = scope.record().visit_order;
  for (; passed < order.size() && order[passed] != until; ++passed)
    if (scope.field(order[passed]).jump) emit_place_field(out, scope, order[passed]);
}

}  // namespace schemac::emit::cpp
