#include "emit/cpp/walk/record_functions.h"

#include "emit/cpp/names.h"
#include "emit/cpp/print/routine.h"
#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/preview.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/made.h"
#include "emit/cpp/steps/own_functions.h"
#include "emit/cpp/steps/record_calls.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/steps/walk.h"
#include "emit/cpp/walk/field_functions.h"
#include "emit/cpp/walk/items.h"
#include "emit/cpp/walk/kept_members.h"
#include "emit/cpp/walk/message_walk.h"
#include "emit/cpp/walk/section_checks.h"
#include "emit/cpp/walk/try_walk.h"
#include "emit/cpp/wire/forms.h"
#include "steps/lower.h"

namespace schemac::emit::cpp {
namespace {

// What the list around a record compares: the characters of a text, else the bytes of a scalar.
void emit_key(Printer& out, Walk& walk, plan::FieldId key) {
  const plan::Body& body = walk.layout.field(key).body;
  const auto* scalar = std::get_if<plan::Scalar>(&body.kind);
  if (std::holds_alternative<plan::List>(body.kind)) {
    out.emit({{"begin", walk.scope.at(key)}}, "key = {$begin$, end};");
  } else if (std::holds_alternative<plan::Text>(body.kind)) {
    out.emit({{"text", walk.scope.text(key)}}, "key = $text$;");
  } else {
    out.emit({{"at", walk.scope.at(key)}, {"size", bit_count(scalar->dtype) / 8}},
             "key = schemac::impl::text_at($at$, $size$);");
  }
}

// The walk of a view checks what stands inline before sections.
bool is_checked_with_head(const Layout& layout, plan::FieldId field) {
  return layout.has_sections() && layout.position(field);
}

void emit_check_body(Printer& out, Walk& walk, std::optional<plan::FieldId> key) {
  if (walk.layout.record().message() != nullptr) {
    emit_depth(out, walk);
    return emit_message_check(out, walk.layout, walk.forms, walk.mode);
  }
  emit_steps(out, walk);
  if (key) emit_key(out, walk, *key);
  if (walk.layout.record().is_looked_into) emit_seen(out, walk);
  out.blank_line();
  out.emit({{"end", walk.scope.at(walk.layout.record().end)}}, "return $end$;");
}

void emit_walk_body(Printer& out, Walk& walk) {
  emit_params(out, walk);
  emit_steps(out, walk);
  emit_members(out, walk);
  out.emit({{"end", walk.scope.at(walk.layout.record().end)}}, "return $end$;");
}

template <class Emit>
Uses uses_of(const Layout& layout, Forms& forms, Mode mode, Emit emit) {
  Printer unread(Printer::Width::any);
  Scope scope(layout);
  Walk walk{layout, scope, forms, mode};
  emit(unread, walk);
  return scope.uses();
}

// Prints the walk of a view: `opens` as Walk has it.
void emit_walk(Printer& out, const Layout& layout, Forms& forms, const std::string& name,
               bool is_out_of_line, bool opens) {
  const auto body = [opens](Printer& printer, Walk& walk) {
    walk.opens = opens;
    emit_walk_body(printer, walk);
  };
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::walk};
  scope.use(uses_of(layout, forms, Mode::walk, body));
  out.blank_line();
  out.emit({{"inlined", is_out_of_line ? "" : "[[gnu::always_inline]] "},
            {"View", view_name(layout.record())},
            {"name", name},
            {"body", [&] { body(out, walk); }}},
           R"cc(
             $inlined$inline const std::byte* $View$::$name$([[maybe_unused]] schemac::impl::Context& context, [[maybe_unused]] const schemac::impl::Frame& frame, const std::byte* begin, [[maybe_unused]] const std::byte* end) {
               $body$;
             }
           )cc");
}

}  // namespace

// The parameter by which a check gives out the view of what it has checked.
std::string seen_parameter(const plan::Record& record) {
  return record.is_looked_into ? ", [[maybe_unused]] " + view_name(record) + "* seen" : "";
}

void emit_record_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const auto id = plan::id_of(plan, record);
  out.emit({{"record", record_name(record)},
            {"outer", outer_parameters(Layout(plan, record))},
            {"key", key_of(plan, id) ? ", " + key_type(plan, id) + "& key" : ""},
            {"seen", record.is_looked_into ? ", " + view_name(record) + "* seen" : ""}},
           R"cc(
             inline const std::byte* check_$record$(schemac::impl::Context& context, const schemac::impl::Frame& frame$outer$$key$$seen$, const std::byte* begin, const std::byte* end);
           )cc");
}

// "schemac::impl::Context& context", without its name where nothing is looked at.
template <class Body>
std::string context_parameter(const Layout& layout, Scope& scope, Forms& forms, Mode mode,
                              const Body& body) {
  const auto steps = [&](Printer& printer) {
    Walk walk{layout, scope, forms, mode};
    body(printer, walk);
  };
  return Preview(steps).parameter("schemac::impl::Context&", "context");
}

// What the view of a record keeps.
std::optional<steps::Kept> kept_of(const plan::Plan& plan, const plan::Record& record) {
  if (!record.is_looked_into) return std::nullopt;
  steps::Kept kept;
  if (record.message() != nullptr) return kept;
  const Layout layout(plan, record);
  kept.addresses = layout.kept_anchors();
  for (const KeptLength& each : layout.kept_lengths()) {
    const bool is_number =
        std::holds_alternative<plan::Scalar>(record.fields[each.field].body.kind);
    (is_number ? kept.numbers : kept.lengths).push_back(each.field);
  }
  kept.products = layout.kept_products();
  for (const plan::FieldId id : layout.kept_views())
    if (!is_kept_in_place(layout, id)) kept.records.push_back(id);
  return kept;
}

void emit_record_check(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  if (const auto routine = steps::lower(plan, record, steps::Job::check, kept_of(plan, record)))
    return print_routine(out, plan, forms, *routine);
  const Layout layout(plan, record);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    if (record.message() == nullptr && !is_checked_with_head(layout, field))
      emit_field_functions(out, layout, forms, Mode::check, field);
  if (layout.has_sections()) return emit_section_checks(out, layout, forms);
  const auto key = key_of(plan, id);
  const auto body = [&](Printer& printer, Walk& walk) { emit_check_body(printer, walk, key); };
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::check};
  scope.use(uses_of(layout, forms, Mode::check, body));
  out.blank_line();
  out.emit({{"Record", record.name},
            {"inlined", is_inlined(plan, id) ? "[[gnu::always_inline]] " : ""},
            {"record", record_name(record)},
            {"outer", outer_parameters(layout)},
            {"key", key ? ", " + key_type(plan, id) + "& key" : ""},
            {"seen", seen_parameter(record)},
            {"context", context_parameter(layout, scope, forms, Mode::check, body)},
            {"body", [&] { body(out, walk); }}},
           R"cc(
             /// Checks the record $Record$ at `begin`; returns where it ends, or null.
             $inlined$inline const std::byte* check_$record$($context$, [[maybe_unused]] const schemac::impl::Frame& frame$outer$$key$$seen$, const std::byte* begin, [[maybe_unused]] const std::byte* end) {
               $body$;
             }
           )cc");
}

void emit_record_reader(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  if (const auto routine = steps::lower(plan, record, steps::Job::read, kept_of(plan, record)))
    return print_routine(out, plan, forms, *routine);
  const Layout layout(plan, record);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    if (record.message() == nullptr) emit_field_functions(out, layout, forms, Mode::read, field);
  const auto body = [&](Printer& printer, Walk& walk) {
    emit_check_body(printer, walk, std::nullopt);
  };
  Scope scope(layout);
  Walk walk{layout, scope, forms, Mode::read};
  scope.use(uses_of(layout, forms, Mode::read, body));
  out.blank_line();
  out.emit({{"inlined", is_inlined(plan, id) ? "[[gnu::always_inline]] " : ""},
            {"record", record_name(record)},
            {"made", made_parameters(record)},
            {"outer", outer_parameters(layout)},
            {"seen", seen_parameter(record)},
            {"context", context_parameter(layout, scope, forms, Mode::read, body)},
            {"body", [&] { body(out, walk); }}},
           R"cc(
             $inlined$inline const std::byte* read_$record$($context$, [[maybe_unused]] const schemac::impl::Frame& frame$made$$outer$$seen$, const std::byte* begin, [[maybe_unused]] const std::byte* end) {
               $body$;
             }
           )cc");
}

void emit_record_walk(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const Layout layout(plan, record);
  if (record.message() != nullptr) return emit_message_walk(out, layout);
  // Of what stands in a section only accessors of fields after it need a walk, and elements that
  // are unions, over which a list's view walks.
  const auto is_walked = [&](plan::FieldId field) {
    const auto section = layout.in_section(field);
    if (is_list_of_unions(record.fields[field])) return true;
    return !section || section->index + 1 < layout.fields_in_section(section->section).size();
  };
  const auto walked_functions = [&](Printer& printer) {
    for (plan::FieldId field = 0; field < record.fields.size(); ++field) {
      if (is_walked(field)) emit_field_functions(printer, layout, forms, Mode::walk, field);
      if (is_checked_with_head(layout, field))
        emit_field_functions(printer, layout, forms, Mode::check, field);
    }
  };
  const auto functions = [&] { walked_functions(out); };
  Printer probe(Printer::Width::any);
  walked_functions(probe);
  if (!probe.take().empty())
    out.emit({{"functions", functions}},
             R"cc(
               namespace detail {

               $functions$;

               }  // namespace detail
             )cc");
  if (layout.has_sections()) return emit_section_walk(out, layout, forms);
  const bool is_rare = has_try_walk(plan, id);
  const bool is_root_alone = is_root(plan, record) && !record.is_held();
  emit_walk(out, layout, forms, "walk_", record.is_recursive || is_rare, is_root_alone);
  if (is_rare) emit_try_walk(out, layout, forms);
  if (is_opened_apart(plan, id)) emit_walk(out, layout, forms, "open_", true, true);
}

bool is_opened_apart(const plan::Plan& plan, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  return is_root(plan, record) && record.is_held() && record.message() == nullptr &&
         !Layout(plan, record).has_sections();
}

}  // namespace schemac::emit::cpp
