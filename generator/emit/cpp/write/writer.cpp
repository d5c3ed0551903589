#include "emit/cpp/write/writer.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/measure/places.h"
#include "emit/cpp/measure/size.h"
#include "emit/cpp/measure/tags.h"
#include "emit/cpp/measure/writers.h"
#include "emit/cpp/names.h"
#include "emit/cpp/pieces/joined.h"
#include "emit/cpp/pieces/part_members.h"
#include "emit/cpp/pieces/parts.h"
#include "emit/cpp/refuse/open_ends.h"
#include "emit/cpp/refuse/places.h"
#include "emit/cpp/refuse/value_check.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/streams.h"
#include "emit/cpp/wire/codecs.h"
#include "emit/cpp/write/emit.h"
#include "emit/cpp/write/encoders.h"
#include "emit/cpp/write/growth.h"
#include "emit/cpp/write/payloads.h"
#include "emit/cpp/write/root.h"
#include "emit/cpp/write/texts.h"
#include "model/range_arithmetic.h"

namespace schemac::emit::cpp {
namespace {

// Recursive records call functions of records that come after them.
void emit_forward_declarations(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records) {
    if (!record.is_recursive) continue;
    const std::string params = param_types(record);
    std::string sections;
    for (std::size_t i = 0; i < record.section_params.size(); ++i)
      sections += ", schemac::impl::Placing&";
    out.emit({{"Type", record.name},
              {"params", params},
              {"sizing", record.written.depends_on_params ? params : ""},
              {"emitting", takes_params(record) ? params : ""},
              {"sections", sections}},
             R"(
               template <class Out>
               inline bool check(const $Type$& value$params$, const schemac::impl::FrameOf<Out>& frame, Out& out);
               inline std::uint64_t size_of(const $Type$& value$sizing$);
               void emit(const $Type$& value$emitting$, auto& out$sections$);
             )");
    if (record.places_outside())
      out.emit({{"Type", record.name}, {"params", params}, {"sections", sections}},
               "inline void place(const $Type$& value$params$$sections$);");
    declare_payload_writers(out, plan, record);
  }
}

}  // namespace

void emit_writer(Printer& out, const plan::Plan& plan, const plan::Plan& whole) {
  out.emit(R"cc(
    namespace detail {

    // ---- writing: check, measure, place, emit ----
  )cc");
  emit_forward_declarations(out, plan);
  std::vector<const plan::Record*> records;  // of which there are values
  for (const plan::Record& record : plan.records)
    if (!record.is_made_by_codec) records.push_back(&record);
  emit_text_declarations(out, plan);
  emit_streamed_types(out, plan);
  emit_encoders(out, plan, whole);
  for (const plan::Record* record : records) emit_tag_functions(out, plan, *record);
  for (const plan::Record* record : records) emit_size_functions(out, plan, *record);
  emit_open_functions(out, plan);
  for (const plan::Record* record : records) emit_value_check(out, plan, *record);
  for (const plan::Record* record : records) emit_place_function(out, plan, *record);
  for (const plan::Root& root : plan.roots) emit_file_layout(out, plan, plan.records[root.record]);
  for (const plan::Record* record : records)
    if (record->is_recursive) emit_places_declaration(out, plan, *record);
  for (const plan::Record* record : records) emit_places_check(out, plan, *record);
  for (const plan::Root& root : plan.roots) {
    emit_starts_check(out, plan, plan.records[root.record]);
    emit_file_places_check(out, plan, plan.records[root.record]);
  }
  for (const plan::Record* record : records)
    if (!is_root(plan, *record) || record->is_held()) emit_record_writer(out, plan, *record);
  emit_text_functions(out, plan);
  for (const plan::Record* record : records) emit_payload_writers(out, plan, *record);
  for (const plan::Root& root : plan.roots) emit_file_writer(out, plan, plan.records[root.record]);
  for (const plan::Record* record : records)
    if (stream_of(plan, *record) != nullptr) {
      emit_elements_check(out, plan, *record);
      emit_elements_writer(out, plan, *record);
      emit_place_of_table(out, plan, *record);
    }
  for (const plan::Root& root : plan.roots) {
    if (!plan.is_verified) emit_joined_value_checks(out, plan, plan.records[root.record]);
    emit_value_part_finders(out, plan, plan.records[root.record]);
  }
  out.blank_line();
  for (const plan::Root& root : whole.roots)
    emit_part_finders(out, whole, whole.records[root.record]);
  out.blank_line();
  out.emit("// ---- how the runtime reads and writes whole files ----");
  for (const plan::Root& root : whole.roots) {
    out.blank_line();
    emit_root(out, plan, whole, root);
  }
  out.blank_line();
  out.emit(R"cc(}  // namespace detail)cc");
}

}  // namespace schemac::emit::cpp
