// Other records: their checks, and the views by which expressions look into them.
#include "emit/cpp/names.h"
#include "emit/cpp/print/kept_views.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {

// The view that shows a record to expressions. One that the view of the record at hand holds is
// filled there, if somebody wants that.
void StepPrinter::declare_record(const steps::Call& call) {
  const FieldId id = call.of.field;
  if (!declared_.insert({SlotKind::record, id}).second) return;
  if (is_view()) return print_record_of_view(call);
  const std::string view = held_view(plan_, *call.nested);
  if (routine_.kept && is_kept_in_place(symbols_, id))
    return out_.emit({{"View", view},
                      {"name", symbols_.local(id)},
                      {"Parts", access_name(*routine_.record)},
                      {"member", field(id).identifier}},
                     R"cc(
                       $View$ unseen_$name$(schemac::impl::Origin{context.space()});
                       $View$& $name$ = seen != nullptr ? $Parts$::view_of_$member$(*seen) : unseen_$name$;
                     )cc");
  // The view of a file with sections is made by this walk: what it keeps is there.
  if (routine_.job == steps::Job::start && is_tried_alone(symbols_, id))
    return out_.emit(
        {{"View", view}, {"name", symbols_.local(id)}, {"member", symbols_.member(id)}},
        "$View$& $name$ = $member$;");
  std::string args;
  for (const Expr& arg : call.args) args += ", " + argument(arg);
  out_.emit({{"View", view}, {"name", symbols_.local(id)}, {"args", args}},
            "$View$ $name$(schemac::impl::Origin{context.space()}$args$);");
}

std::string StepPrinter::call_of(const steps::Call& step, const std::string& frame,
                                 const std::string& begin, const std::string& end,
                                 const std::string& view, const std::string& key) const {
  const plan::Record& record = plan_.records[step.nested->record];
  std::string args;
  for (const plan::SectionRef& reference : step.nested->sections) args += ", " + section(reference);
  for (std::size_t i = 0; i < step.args.size(); ++i) {
    const bool is_known = step.is_element && known_argument_ == i;
    args += ", " + (is_known ? std::string(known_version) : argument(step.args[i]));
  }
  if (!key.empty()) args += ", " + key;
  if (record.is_shown) args += view.empty() ? ", nullptr" : ", &" + view;
  const std::string made = step.target ? ", reader, " + value(*step.target) : "";
  return "detail::" + std::string(is_read() && !is_message() ? "read_" : "check_") +
         record_name(record) + "(context, " + frame + made + args + ", " + begin + ", " + end + ")";
}

// Whether a list around it compares its key.
bool StepPrinter::has_key(const steps::Call& step) const {
  return !is_read() && !is_view() && key_of(plan_, step.nested->record).has_value();
}

std::string StepPrinter::text_of_call(const steps::Call& step, const std::string& view,
                                      const std::string& key) const {
  if (is_view()) return walk_of(step);
  const std::string at = this->at(step.at), limit = name(step.limit);
  if (!step.nested->json) return call_of(step, frame(step.frame), at, limit, view, key);
  // It is decoded, then its message is checked as any other record.
  return "schemac::impl::json::check_text<" + text_arguments(plan_, *step.nested) + ">(context, " +
         frame(step.frame) + ", " + at + ", " + limit + (view.empty() ? "" : ", " + view) +
         ", [&](const schemac::impl::Frame& text_frame, const std::byte* first, const std::byte* "
         "last) { return " +
         call_of(step, "text_frame", "first", "last", view, key) + "; })";
}

std::string StepPrinter::call_alone(const steps::Call& step) const {
  return text_of_call(step, "", "");
}

// What a call needs before it: the view that it fills, the key that it finds.
void StepPrinter::print_before_call(const steps::Call& step) {
  if (step.keep == steps::Call::Keep::field) declare_record(step);
  if (has_key(step) && !step.is_element)
    out_.emit({{"type", key_type(plan_, step.nested->record)}, {"key", "key_of_" + base(step.of)}},
              "$type$ $key$;");
}

std::string StepPrinter::whole_call(const steps::Call& step) const {
  using Keep = steps::Call::Keep;
  const std::string view = step.keep == Keep::field     ? symbols_.local(step.of.field)
                           : step.keep == Keep::element ? seen(step.frame)
                                                        : "";
  std::string key;
  if (has_key(step))
    key = step.is_element ? list_base(step.of) + "_key" : "key_of_" + base(step.of);
  return text_of_call(step, view, key);
}

void StepPrinter::print(const steps::Call& step) {
  if (step.is_tried) return print_tried(step);
  print_before_call(step);
  const bool is_new = !is_declared(SlotKind::address, step.end);
  out_.emit({{"type", is_new ? "const std::byte* const " : ""},
             {"end", name(step.end)},
             {"call", whole_call(step)}},
            R"cc(
              $type$$end$ = $call$;
              if ($end$ == nullptr) [[unlikely]] return nullptr;
            )cc");
}

}  // namespace schemac::emit::cpp
