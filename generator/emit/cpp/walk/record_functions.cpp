#include "emit/cpp/walk/record_functions.h"

#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/print/given_sizes.h"
#include "emit/cpp/print/kept_views.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/walk/message_walk.h"
#include "plan/facts/inline_items.h"
#include "steps/lower.h"

namespace schemac::emit::cpp {
namespace {

using steps::Job;

// What the view of a record keeps.
steps::Kept kept_of(const plan::Plan& plan, const plan::Record& record) {
  steps::Kept kept;
  if (record.message() != nullptr) return kept;
  const Symbols symbols(plan, record);
  kept.addresses = symbols.kept_anchors();
  for (const KeptLength& each : symbols.kept_lengths()) {
    const bool is_number =
        std::holds_alternative<plan::Scalar>(record.fields[each.field].body.kind);
    (is_number ? kept.numbers : kept.lengths).push_back(each.field);
    if (has_given_size(symbols, each.field)) kept.given.push_back(each.field);
  }
  kept.products = symbols.kept_products();
  for (const plan::FieldId id : symbols.kept_views()) {
    if (!is_kept_in_place(symbols, id)) kept.records.push_back(id);
    if (is_tried_alone(symbols, id)) kept.tried.push_back(id);
  }
  return kept;
}

std::optional<steps::Kept> seen_of(const plan::Plan& plan, const plan::Record& record) {
  return record.is_shown ? std::optional(kept_of(plan, record)) : std::nullopt;
}

void print_function(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id,
                    Job job) {
  const plan::Record& record = plan.records[id];
  const steps::Routine routine = steps::lower(plan, record, job, seen_of(plan, record));
  StepPrinter(out, plan, forms, routine).print_function();
}

// A walk, and before it what it calls.
void print_walk(Printer& out, const plan::Plan& plan, Forms& forms, const steps::Routine& routine,
                const std::string& name, bool is_inlined) {
  StepPrinter printer(out, plan, forms, routine);
  const auto functions = [&] { printer.print_functions(); };
  if (printer.has_functions())
    out.emit({{"functions", functions}},
             R"cc(
               namespace detail {

               $functions$;

               }  // namespace detail
             )cc");
  printer.print_walk(name, is_inlined ? "SCHEMAC_INLINE" : "inline");
}

// The head of a record with sections. Of one that places content the file is handed over.
void print_start(Printer& out, const plan::Plan& plan, Forms& forms, const plan::Record& record) {
  const steps::Routine routine = steps::lower(plan, record, Job::start, kept_of(plan, record));
  print_walk(out, plan, forms, routine, "walk_", false);
  if (!routine.takes_file) return;
  const Symbols symbols(plan, record);
  for (std::uint32_t i = 0; i < record.sections.size(); ++i) {
    const plan::Section& file = record.sections[i];
    if (!file.is_whole_file) continue;
    out.blank_line();
    out.emit(
        {{"View", view_name(record)},
         {"section", symbols.section({false, i})},
         {"checks", "{" + forms.pointer(file.gap) + ", " + forms.pointer(file.unclaimed) + ", " +
                        forms.pointer(file.trailing) + ", " + forms.pointer(file.place) + "}"}},
        R"h(
               inline const std::byte* $View$::walk_(schemac::impl::Context& context, const schemac::impl::Frame& frame, const std::byte* begin, const std::byte* end) {
                 schemac::impl::FileExtents $section$(context, $checks$, frame);
                 return walk_(context, frame, begin, end, $section$);
               }
             )h");
  }
}

}  // namespace

void emit_record_declaration(Printer& out, const plan::Plan& plan, const plan::Record& record) {
  const auto id = plan::id_of(plan, record);
  const Symbols symbols(plan, record);
  std::string outer;
  for (std::uint32_t i = 0; i < record.section_params.size(); ++i) {
    const std::string section = symbols.section({true, i});
    outer += ", " + symbols.section_type(section) + "& " + section;
  }
  for (plan::ParamId i = 0; i < record.params.size(); ++i)
    outer += ", " + symbols.param_type(i) + " " + symbols.param(i);
  out.emit({{"record", record_name(record)},
            {"outer", outer},
            {"key", key_of(plan, id) ? ", " + key_type(plan, id) + "& key" : ""},
            {"seen", record.is_shown ? ", " + view_name(record) + "* seen" : ""}},
           R"cc(
             inline const std::byte* check_$record$(schemac::impl::Context& context, const schemac::impl::Frame& frame$outer$$key$$seen$, const std::byte* begin, const std::byte* end);
           )cc");
}

void emit_record_check(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  print_function(out, plan, forms, id, Job::check);
}

void emit_record_reader(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  print_function(out, plan, forms, id, Job::read);
}

void emit_record_walk(Printer& out, const plan::Plan& plan, Forms& forms, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  const Symbols symbols(plan, record);
  if (record.message() != nullptr) return emit_message_walk(out, symbols);
  for (plan::FieldId field = 0; field < record.fields.size(); ++field) {
    const plan::Switch* choice = plan::switch_of(record.fields[field]);
    if (choice == nullptr || !std::holds_alternative<plan::List>(record.fields[field].body.kind))
      continue;
    const steps::Routine routine = steps::lower_element(plan, record, field);
    ReadScope scope(symbols, SpelledIn::content);
    StepPrinter(out, plan, forms, routine, &scope).print_element_walk(choice->view);
  }
  if (symbols.has_sections()) return print_start(out, plan, forms, record);
  const bool is_root_alone = is_root(plan, record) && !record.is_held();
  const steps::Kept kept = kept_of(plan, record);
  print_walk(out, plan, forms,
             steps::lower(plan, record, is_root_alone ? Job::open : Job::view, kept), "walk_",
             !record.is_recursive && !record.has_quick_walk);
  if (record.has_quick_walk) {
    const steps::Routine quick = steps::lower_quick(plan, record, kept);
    StepPrinter(out, plan, forms, quick).print_quick_walk();
  }
  if (record.is_looked_at)
    print_walk(out, plan, forms, steps::lower(plan, record, Job::look, kept), "look_", true);
  if (is_opened_apart(plan, id))
    print_walk(out, plan, forms, steps::lower(plan, record, Job::open, kept), "open_", false);
}

bool is_opened_apart(const plan::Plan& plan, plan::RecordId id) {
  const plan::Record& record = plan.records[id];
  return is_root(plan, record) && record.is_held() && record.message() == nullptr &&
         !Symbols(plan, record).has_sections();
}

}  // namespace schemac::emit::cpp
