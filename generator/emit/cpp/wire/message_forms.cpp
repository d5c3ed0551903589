#include "emit/cpp/wire/message_forms.h"

#include <string>

#include "emit/cpp/names.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/message_names.h"
#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/spell/versions.h"

namespace schemac::emit::cpp {
namespace {

// The scalar that a field's values are, or null.
const plan::Scalar* number_of(const plan::Field& field) {
  const plan::Scalar* element = scalar_element(field.body);
  return element != nullptr ? element : std::get_if<plan::Scalar>(&field.body.kind);
}

std::string fits_name(const plan::Scalar& scalar) {
  if (scalar.dtype == Dtype::i32) return "schemac::impl::protobuf::Fits::i32";
  if (scalar.dtype == Dtype::u32) return "schemac::impl::protobuf::Fits::u32";
  if (scalar.dtype == Dtype::bool8) return "schemac::impl::protobuf::Fits::boolean";
  return "";
}

// "desc_dims_hold"
std::string rules_function(const plan::Record& record, const plan::Field& field) {
  return record_name(record) + "_" + snake_case(field.identifier) + "_hold";
}

// Prints what each number of a list has to keep to:
//
//   constexpr bool desc_dims_hold(std::uint64_t bits) {
//     const auto element = static_cast<std::int64_t>(bits);
//     return element >= 0;
//   }
void emit_rules_function(Printer& out, const plan::Plan& plan, const plan::Record& record,
                         const plan::Field& field) {
  if (!has_element_rules(field)) return;
  const Symbols symbols(plan, record);
  ReadScope scope(symbols);
  std::string holds;
  const auto& rules = std::get<plan::List>(field.body.kind).each;
  for (const plan::EachRule& rule : rules)
    holds += (holds.empty() ? "" : " && ") +
             condition_of(rule.condition, scope.spelling(), rules.size() > 1);
  out.emit({{"name", rules_function(record, field)},
            {"type", number_type(*scalar_element(field.body))},
            {"holds", holds}},
           R"cc(
             constexpr bool $name$(std::uint64_t bits) {
               const auto element = static_cast<$type$>(bits);
               return $holds$;
             }
           )cc");
}

// One row of a form.
void emit_field_form(Printer& out, const plan::Plan& plan, const plan::Record& record,
                     const plan::MessageField& field) {
  const plan::Field& declared = record.fields[field.field];
  const plan::Scalar* scalar = number_of(declared);
  std::string options;
  const auto add = [&](std::string_view name, const std::string& value) {
    options += (options.empty() ? "." : ", .") + std::string(name) + " = " + value;
  };
  if (scalar != nullptr && !fits_name(*scalar).empty()) add("fits", fits_name(*scalar));
  if (field.is_repeated) add("is_repeated", "true");
  if (scalar != nullptr && is_closed(plan, *scalar))
    add("is_known", "&" + known_function(plan.enums[*scalar->enumeration]));
  if (field.missing) add("missing", "&" + plan.checks[*field.missing].constant);
  if (field.pieces) add("pieces", "&" + plan.checks[*field.pieces].constant);
  if (is_multiplied(declared)) add("is_multiplied", "true");
  if (is_multiplied(declared) && number_type(*scalar) == "std::int64_t") add("has_sign", "true");
  if (has_element_rules(declared)) add("holds", "&" + rules_function(record, declared));
  out.emit({{"number", field.number},
            {"coding", inner_coding_name(field.coding)},
            {"name", quoted(declared.name)},
            {"options", options.empty() ? "" : ", {" + options + "}"}},
           "{$number$, $coding$, $name$$options$},");
}

}  // namespace

void emit_message_forms(Printer& out, const plan::Plan& plan) {
  for (const plan::Record& record : plan.records) {
    const plan::MessageFields* message = record.message();
    if (message == nullptr) continue;
    const auto rows = [&] {
      for (const plan::MessageField& field : message->fields)
        emit_field_form(out, plan, record, field);
    };
    const std::string name = record_name(record) + "_message";
    for (const plan::MessageField& field : message->fields)
      emit_rules_function(out, plan, record, record.fields[field.field]);
    if (!message->fields.empty())
      out.emit({{"name", name}, {"rows", rows}},
               R"cc(
                 inline constexpr schemac::impl::MessageFieldForm $name$_fields[] = {
                     $rows$;
                 };
               )cc");
    out.emit(
        {{"name", name},
         {"fields", message->fields.empty() ? "{}" : name + "_fields"},
         {"malformed", plan.checks[message->malformed].constant},
         {"depth", plan.checks[message->depth].constant}},
        "inline constexpr schemac::impl::MessageForm $name${$fields$, &$malformed$, &$depth$};");
  }
}

}  // namespace schemac::emit::cpp
