#include "emit/cpp/view/coded_accessor.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/coded_bytes.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/view_types.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {
namespace {

// The stored bytes by what the view of the record keeps.
std::string kept_bytes(const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  const std::string at = symbols.at(*symbols.position(id), "", "_");
  const bool has_length =
      std::holds_alternative<plan::Raw>(field.body.kind) && !field.presence && !field.region;
  if (has_length)
    return "schemac::Bytes(" + at + ", static_cast<std::size_t>(" + symbols.length_member(id) +
           "))";
  const auto end = symbols.end_of(id);
  return "schemac::Bytes(" + at + ", " +
         (end ? symbols.at({*end, 0}, "", "_")
              : at + " + " + std::to_string(field.body.fixed_size.value_or(0))) +
         ")";
}

}  // namespace

void emit_coded_declaration(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  out.emit(
      {{"doc", field.doc},
       {"name", field.identifier},
       {"type", field.presence ? "schemac::Result<schemac::CodedBytes>" : "schemac::CodedBytes"}},
      R"cc(
             /// $doc$ As stored, to be decoded.
             [[nodiscard]] $type$ $name$() const;
           )cc");
}

void emit_coded_accessor(Printer& out, const Symbols& symbols, plan::FieldId id) {
  const plan::Field& field = symbols.field(id);
  ReadScope scope(symbols, std::string());
  const auto absent = [&] {
    if (field.presence)
      out.emit({{"query", presence_query(symbols.record(), field)}, {"name", quoted(field.name)}},
               "if (!$query$()) return schemac::impl::absent_at(origin_, $name$, begin_);");
  };
  out.emit(
      {{"type", field.presence ? "schemac::Result<schemac::CodedBytes>" : "schemac::CodedBytes"},
       {"View", view_name(symbols.record())},
       {"name", field.identifier},
       {"absent", absent},
       {"coded", coded_bytes(scope, *field.codec, kept_bytes(symbols, id))}},
      R"cc(
             inline $type$ $View$::$name$() const {
               $absent$;
               return $coded$;
             }
           )cc");
}

}  // namespace schemac::emit::cpp
