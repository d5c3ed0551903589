#include "emit/cpp/write/texts.h"

#include <string>

#include "emit/cpp/measure/size.h"
#include "emit/cpp/names.h"
#include "emit/cpp/spell/local_names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/wire/json.h"

namespace schemac::emit::cpp {
namespace {

// What a text's function gets besides its value: what members follow from, and where the text
// begins, if it is filled up to a multiple that counts from the start of the file.
struct TextParameters {
  std::string declared, passed, place;
  explicit TextParameters(const plan::Record& record) {
    if (record.written.depends_on_params)
      for (const plan::Param& param : record.params) {
        declared += ", " + param_type(param) + " " + escaped(param.name);
        passed += ", " + escaped(param.name);
      }
    if (!record.json->style.is_from_file) return;
    declared += ", std::uint64_t begin";
    place = ", begin";
  }
};

}  // namespace

void emit_text_declarations(Printer& out, const plan::Plan& plan) {
  for (const plan::RecordId id : whole_texts(plan))
    out.emit({{"Type", plan.records[id].name},
              {"parameters", TextParameters(plan.records[id]).declared}},
             R"cc(inline std::string text_of(const $Type$& value$parameters$);)cc");
}

void emit_text_functions(Printer& out, const plan::Plan& plan) {
  for (const plan::RecordId id : whole_texts(plan)) {
    const TextParameters parameters(plan.records[id]);
    out.blank_line();
    out.emit({{"Type", plan.records[id].name},
              {"name", record_name(plan.records[id])},
              {"parameters", parameters.declared},
              {"passed", parameters.passed},
              {"place", parameters.place}},
             R"cc(
               inline std::string text_of(const $Type$& value$parameters$) {
                 return schemac::impl::json::written($name$_text, size_of(value$passed$), [&](schemac::impl::Room& out) { emit(value$passed$, out); }$place$);
               }
             )cc");
  }
}

}  // namespace schemac::emit::cpp
