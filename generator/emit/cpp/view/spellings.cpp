#include "emit/cpp/view/spellings.h"

#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/view_types.h"

namespace schemac::emit::cpp {

std::string spelling_accessor(const plan::Field& field) {
  return field.spelling->choice_identifier + "_";
}

void emit_spelling_declarations(Printer& out, const plan::Record& record) {
  for (const plan::Field& field : record.fields)
    if (field.spelling)
      out.emit({{"name", spelling_accessor(field)}},
               "[[nodiscard]] schemac::Bytes $name$() const;  // for values");
}

void emit_spelling_bodies(Printer& out, const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  for (plan::FieldId id = 0; id < record.fields.size(); ++id) {
    const plan::Field& field = record.fields[id];
    if (!field.spelling) continue;
    const auto& scalar = std::get<plan::Scalar>(field.body.kind);
    const std::string query = presence_query(record, field) + "()";
    out.emit({{"View", view_name(record)},
              {"name", spelling_accessor(field)},
              {"if_absent", field.presence ? "if (!" + query + ") return {};" : ""},
              {"function", integer_function(scalar, "respelled", true)},
              {"at", symbols.at(*symbols.position(id), "", "_")}},
             R"h(
               inline schemac::Bytes $View$::$name$() const {
                 $if_absent$
                 return $function$($at$, origin_.file.data() + origin_.file.size());
               }
             )h");
  }
}

}  // namespace schemac::emit::cpp
