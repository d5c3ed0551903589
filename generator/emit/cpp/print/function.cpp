// The function that a routine is.
#include <algorithm>

#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/listed_texts.h"
#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {

StepPrinter::StepPrinter(Printer& out, const plan::Plan& plan, Forms& forms,
                         const steps::Routine& routine, ReadScope* view)
    : out_(out),
      plan_(plan),
      forms_(forms),
      routine_(routine),
      symbols_(plan, *routine.record),
      view_(view),
      message_(symbols_, "message."),
      all_(steps::uses_of(routine)) {}

// What the list around a record compares.
void StepPrinter::print_key(FieldId key) {
  const plan::Body& body = field(key).body;
  if (std::holds_alternative<plan::List>(body.kind))
    out_.emit({{"at", at(routine_.key)}, {"limit", name(routine_.limit)}},
              "key = {$at$, $limit$};");
  else if (std::holds_alternative<plan::Text>(body.kind))
    out_.emit({{"text", symbols_.local(key)}}, "key = $text$.text();");
  else
    out_.emit(
        {{"at", at(routine_.key)}, {"size", std::get<plan::Scalar>(body.kind).bit_count() / 8}},
        "key = schemac::impl::text_at($at$, $size$);");
}

// Gives out what expressions around the record look into.
void StepPrinter::print_kept() {
  if (is_message()) return;  // its view was filled
  const steps::Kept& kept = *routine_.kept;
  std::string values;
  for (const AddressId id : kept.addresses) values += ", " + name(id);
  for (const KeptLength& each : symbols_.kept_lengths()) {
    const bool is_number = std::holds_alternative<plan::Scalar>(field(each.field).body.kind);
    values += ", " + (is_number ? symbols_.local(each.field) : length(each.field));
  }
  for (const FieldId id : kept.products) values += ", " + symbols_.product_local(id);
  for (const FieldId id : kept.records) values += ", " + symbols_.local(id);
  out_.emit({{"Parts", access_name(*routine_.record)}, {"values", values}},
            "if (seen != nullptr) $Parts$::keep(*seen, begin$values$);");
}

std::string StepPrinter::outer_parameters() const {
  const plan::Record& record = *routine_.record;
  std::string outer;
  for (std::uint32_t i = 0; i < record.section_params.size(); ++i) {
    const std::string section = symbols_.section({true, i});
    const bool is_used =
        std::ranges::find(all_.sections, plan::SectionRef{true, i}) != all_.sections.end();
    outer += ", " + symbols_.section_type(section) + "&" + (is_used ? " " + section : "");
  }
  for (plan::ParamId i = 0; i < record.params.size(); ++i)
    outer += ", " + symbols_.param_type(i) +
             (all_.has(SlotKind::param, i) ? " " + symbols_.param(i) : "");
  return outer;
}

// What makes a value, and the value: named where steps use them.
std::string StepPrinter::reader_parameters() const {
  return std::string("schemac::impl::ValueReader&") + (all_.reader ? " reader" : "") + ", " +
         routine_.record->name + "&" + (all_.out ? " out" : "");
}

void StepPrinter::print_function() {
  const plan::Record& record = *routine_.record;
  const auto id = plan::id_of(plan_, record);
  const auto key = is_read() ? std::nullopt : key_of(plan_, id);
  const auto body = [&] {
    if (!key && !routine_.kept && !routine_.has_sections)
      return print_and_return(routine_.steps, routine_.end);
    print(routine_.steps);
    if (key) print_key(*key);
    if (routine_.kept) print_kept();
    out_.emit({{"end", routine_.has_sections ? "context.space().data() + context.space().size()"
                                             : at(routine_.end)}},
              "return $end$;");
  };
  print_functions(routine_.steps);
  out_.blank_line();
  out_.emit({{"verb", is_read() ? "read" : "check"},
             {"made", is_read() ? ", " + reader_parameters() : ""},
             {"inlined", is_inlined(plan_, id) ? "SCHEMAC_INLINE" : "inline"},
             {"record", record_name(record)},
             {"context", all_.context ? " context" : ""},
             {"frame", all_.frame ? " frame" : ""},
             {"outer", outer_parameters()},
             {"key", key ? ", " + key_type(plan_, id) + "& key" : ""},
             {"seen", routine_.kept ? ", " + view_name(record) + "* seen" : ""},
             {"begin", all_.has(SlotKind::address, 0) ? " begin" : ""},
             {"end", all_.has(SlotKind::address, routine_.limit) ? " end" : ""},
             {"steps", body}},
            R"cc(
              $inlined$ const std::byte* $verb$_$record$(schemac::impl::Context&$context$, const schemac::impl::Frame&$frame$$made$$outer$$key$$seen$, const std::byte*$begin$, const std::byte*$end$) {
                $steps$;
              }
            )cc");
}

}  // namespace schemac::emit::cpp
