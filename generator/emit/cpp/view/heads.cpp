#include "emit/cpp/view/heads.h"

#include <functional>

#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "emit/cpp/view/accessors.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

// Calls `visit(name, type, field)` for each accessor: numbers, and heads of records inside.
void for_each_accessor(
    const Symbols& symbols,
    const std::function<void(const std::string&, const std::string&, plan::FieldId)>& visit) {
  for (const plan::FieldId id : symbols.record().head->fields) {
    const plan::Field& field = symbols.field(id);
    if (std::holds_alternative<plan::Nested>(field.body.kind))
      visit(stored_accessor(field), head_name(held_record(symbols.plan(), field)), id);
    else if (const auto type = accessor_type(symbols, id))
      visit(field.identifier, *type, id);
  }
}

}  // namespace

std::string head_name(const plan::Record& record) { return record.name + "Head"; }

// Prints
//
//   /// What a Buffer begins with: all that says how long it is.
//   class BufferHead : public schemac::HeadBytes<16> {
//    public:
//     using HeadBytes::HeadBytes;
//     /// Bytes of the data.
//     [[nodiscard]] std::uint32_t nbytes() const;
//   };
void emit_head_class(Printer& out, const Symbols& symbols) {
  const plan::Record& record = symbols.record();
  if (!record.head) return;
  const auto accessors = [&] {
    for_each_accessor(symbols,
                      [&](const std::string& name, const std::string& type, plan::FieldId id) {
                        out.emit({{"doc", symbols.field(id).doc}, {"type", type}, {"name", name}},
                                 R"cc(
                     /// $doc$
                     [[nodiscard]] $type$ $name$() const;
                   )cc");
                      });
  };
  out.blank_line();
  out.emit({{"Record", record.name},
            {"Head", head_name(record)},
            {"size", record.head->size},
            {"accessors", accessors}},
           R"h(
             /// What a $Record$ begins with, all that says how long it is: a copy, see schemac/io/heads.h.
             class $Head$ : public schemac::HeadBytes<$size$> {
              public:
               using HeadBytes::HeadBytes;
               $accessors$;
             };
           )h");
}

void emit_head_alias(Printer& out, const plan::Record& record) {
  if (record.head)
    out.emit({{"Head", head_name(record)}},
             R"cc(
               /// What it begins with, by itself.
               using head_type = $Head$;
             )cc");
}

void emit_head_bodies(Printer& out, const Symbols& symbols, Forms& forms) {
  const plan::Record& record = symbols.record();
  if (!record.head) return;
  out.blank_line();
  for_each_accessor(
      symbols, [&](const std::string& name, const std::string& type, plan::FieldId id) {
        const bool is_record = std::holds_alternative<plan::Nested>(symbols.field(id).body.kind);
        const auto body = [&] {
          if (!is_record) return emit_accessor(out, symbols, forms, id);
          out.emit({{"type", type}, {"at", symbols.at(*symbols.position(id), "", "_")}},
                   "return $type$($at$);");
        };
        out.emit({{"type", type}, {"Head", head_name(record)}, {"name", name}, {"body", body}},
                 "inline $type$ $Head$::$name$() const { $body$; }");
      });
}

}  // namespace schemac::emit::cpp
