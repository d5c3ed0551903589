#include "emit/cpp/header.h"

#include <algorithm>
#include <vector>

#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/public/enums.h"
#include "emit/cpp/public/functions.h"
#include "emit/cpp/public/includes.h"
#include "emit/cpp/public/leading_comment.h"
#include "emit/cpp/public/values.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/rules.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/view/read.h"
#include "emit/cpp/view/views.h"
#include "emit/cpp/walk/checked_elements.h"
#include "emit/cpp/walk/readers.h"
#include "emit/cpp/walk/record_access.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/checks.h"
#include "emit/cpp/wire/codecs.h"
#include "emit/cpp/wire/digests.h"
#include "emit/cpp/wire/forms.h"
#include "emit/cpp/wire/json.h"
#include "emit/cpp/wire/message_forms.h"
#include "emit/cpp/wire/objects.h"
#include "emit/cpp/write/growth.h"
#include "emit/cpp/write/writer.h"
#include "plan/facts/measuring.h"
#include "plan/writing/written_plan.h"

namespace schemac::emit::cpp {
namespace {

void emit_public(Printer& out, const plan::Plan& plan) {
  emit_enums(out, plan);
  out.blank_line();
  emit_value_declarations(out, plan);
  out.blank_line();
  emit_view_names(out, plan);
  emit_view_classes(out, plan);
  emit_function_declarations(out, plan);
  emit_cut_declarations(out, plan);
}

// A group of the insides, if there is anything in it.
void emit_group(Printer& out, const std::string& heading, const Printer::Callback& print) {
  const Printer::Block group = out.set_aside(print, 0);
  if (group.is_empty()) return;
  out.blank_line();
  out.emit({{"heading", heading}}, "// ---- $heading$ ----");
  out.blank_line();
  out.put(group);
}

// A record with sections checks its head where it is walked, and with that the records in it.
void emit_declarations(Printer& out, const plan::Plan& plan) {
  std::vector<bool> is_head(plan.records.size());
  for (const plan::Record& record : plan.records) {
    const Symbols symbols(plan, record);
    if (!symbols.has_sections()) continue;
    for (plan::FieldId id = 0; id < record.fields.size(); ++id)
      if (symbols.position(id))
        for (const plan::Nested* nested : plan::nested_in(record.fields[id].body))
          is_head[nested->record] = true;
  }
  const auto declarations = [&] {
    for (plan::RecordId id = 0; id < plan.records.size(); ++id)
      if (is_head[id]) emit_record_declaration(out, plan, plan.records[id]);
  };
  if (std::find(is_head.begin(), is_head.end(), true) == is_head.end()) return;
  out.blank_line();
  out.emit({{"declarations", declarations}},
           R"cc(
             namespace detail {
             $declarations$;
             }  // namespace detail
           )cc");
}

void emit_walks(Printer& out, const plan::Plan& plan, Forms& forms) {
  const auto access = [&] {
    for (const plan::Record& record : plan.records) emit_record_access(out, plan, record);
  };
  if (plan.uses.shown_records)
    out.emit({{"parts", access}},
             R"cc(
               namespace detail {

               $parts$;

               }  // namespace detail
             )cc");
  emit_group(out, "accessors of views", [&] { emit_view_bodies(out, plan, forms); });
  emit_declarations(out, plan);
  out.blank_line();
  out.emit(R"cc(
    // ---- walks of views, which the runtime calls (schemac/walk/view.h) ----
    // `walk_` finds what accessors need, and where the record ends; null: the context knows why not.
    // `try_walk_` does that quickly for elements of lists; null: `walk_` has to look.
  )cc");
  if (std::ranges::any_of(plan.records, &plan::Record::is_looked_at))
    out.emit("// `look_` is `walk_` where nobody asks for the end.");
  out.blank_line();
  for (plan::RecordId id = 0; id < plan.records.size(); ++id)
    emit_record_walk(out, plan, forms, id);
  emit_late_accessors(out, plan, forms);
  emit_joined_bodies(out, plan);
  emit_part_accessors(out, plan);
  const auto checks = [&] {
    for (const plan::Record& record : plan.records)
      if (record.is_recursive) emit_record_declaration(out, plan, record);
    for (plan::RecordId id = 0; id < plan.records.size(); ++id)
      emit_record_check(out, plan, forms, id);
  };
  out.blank_line();
  out.emit({{"checks", checks}},
           R"cc(
             namespace detail {

             // ---- checks of records: each returns where the record at `begin` ends, or null ----

             $checks$;

             }  // namespace detail
           )cc");
  emit_checked_elements(out, plan);
}

void emit_insides(Printer& out, const plan::Plan& plan, const plan::Plan& written) {
  // Walks ask for constants while they are printed; they are put after these.
  Forms forms(plan);
  const Printer::Block walks = out.set_aside([&] { emit_walks(out, plan, forms); }, 0);
  const Printer::Block readers = out.set_aside([&] { emit_readers(out, plan, forms); }, 0);
  const auto tables = [&] {
    emit_group(out, "enumerations", [&] { emit_enum_tables(out, plan); });
    emit_codec_table(out, plan);
    emit_digest_table(out, plan);
    out.blank_line();
    out.emit("// ---- what violations say, and how things lie in the bytes ----");
    out.blank_line();
    emit_checks(out, plan);
    emit_message_forms(out, plan);
    emit_json_forms(out, plan);
    emit_object_checks(out, plan);
    std::vector<ListedText> texts;
    for (const plan::Record& record : plan.records)
      for (const ListedText& text : listed_texts(Symbols(plan, record))) {
        (void)forms.text(text.name, *text.text, "");
        texts.push_back(text);
      }
    forms.emit(out);
    emit_rule_functions(out, plan);
    for (const ListedText& text : texts)
      out.emit({{"Tag", text.tag}, {"name", text.name}},
               R"cc(
                 struct $Tag$ {
                   static constexpr const schemac::impl::TextForm& form = $name$;
                 };
               )cc");
  };
  out.emit({{"tables", tables}},
           R"cc(
             namespace detail {

             $tables$;

             }  // namespace detail
           )cc");
  emit_enum_bodies(out, plan);
  emit_value_bodies(out, plan);
  out.blank_line();
  out.put(walks);
  emit_group(out, "values from views", [&] { emit_read_values(out, plan); });
  out.blank_line();
  out.put(readers);
  out.blank_line();
  emit_writer(out, written, plan);
  emit_function_bodies(out, plan);
  emit_cut_bodies(out, plan);
}

}  // namespace

std::string emit_header(const plan::Plan& plan) {
  const plan::Plan written = plan::written_plan(plan);
  Printer out;
  emit_leading_comment(out, plan);
  emit_includes(out, plan);
  out.blank_line();
  out.emit({{"format", namespace_name(plan)},
            {"public", [&] { emit_public(out, plan); }},
            {"insides",
             [&] {
               out.abbreviate("schemac::impl::", "impl::");
               emit_insides(out, plan, written);
               out.abbreviate("", "");
             }}},
           R"cc(
             namespace $format$ {

             $public$;

             // ---- insides ----

             namespace impl = schemac::impl;

             $insides$;

             }  // namespace $format$
           )cc");
  emit_format_traits(out, plan);
  emit_growth_traits(out, written);
  return out.take();
}

}  // namespace schemac::emit::cpp
