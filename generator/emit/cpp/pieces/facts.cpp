#include "emit/cpp/pieces/facts.h"

#include <algorithm>
#include <cctype>

#include "emit/cpp/names.h"
#include "schemac/core/dtype.h"

namespace schemac::emit::cpp {
namespace {

using model::FileExpression;
using model::FileOp;

void for_each_path(const FileExpression& from,
                   const std::function<void(const FileExpression&)>& visit) {
  if (from.op == FileOp::path) visit(from);
  for (const FileExpression& operand : from.operands) for_each_path(operand, visit);
}

// A value, or a pointer to one.
std::string value_text(const SpellPath& spell, const FileExpression& from) {
  if (from.op == FileOp::text) return "schemac::FreeValue(" + text_literal(from.text) + ")";
  if (from.op != FileOp::path) return "schemac::FreeValue(" + model::to_text(from.number) + ")";
  return spell(from);
}
std::string condition_text(const SpellPath& spell, const FileExpression& from) {
  const auto call = [&](const std::string& function, const auto& text_of) {
    std::string text;
    for (const FileExpression& operand : from.operands)
      text += (text.empty() ? "" : ", ") + text_of(spell, operand);
    return "schemac::impl::" + function + "(" + text + ")";
  };
  if (from.op == FileOp::equal) return call("same", value_text);
  if (from.op == FileOp::not_equal)
    return "schemac::impl::negation(" + call("same", value_text) + ")";
  if (from.op == FileOp::logical_and) return call("both", condition_text);
  if (from.op == FileOp::logical_or) return call("either", condition_text);
  if (from.op == FileOp::logical_not) return call("negation", condition_text);
  return "schemac::impl::truth_of(" + value_text(spell, from) + ")";
}

bool is_value(const FileExpression& from) {
  return from.op == FileOp::path || from.op == FileOp::text || from.op == FileOp::number ||
         from.op == FileOp::boolean;
}
bool is_spelled(const FileExpression& condition) {
  const FileOp op = condition.op;
  if (op == FileOp::equal || op == FileOp::not_equal)
    return std::ranges::all_of(condition.operands, is_value);
  if (op == FileOp::logical_and || op == FileOp::logical_or || op == FileOp::logical_not)
    return std::ranges::all_of(condition.operands, is_spelled);
  return is_value(condition);
}

std::string endian_text(Endian endian) {
  return endian == Endian::big ? "schemac::Endian::big" : "schemac::Endian::little";
}

// Prints
//
//   if (schemac::impl::same(schemac::impl::find_in(metadata_fact, {"order"}),
//   schemac::FreeValue("F")).value_or(false)) {
//     if (joiner.as(schemac::impl::type_in(...), schemac::impl::dims_in(...), true)) return
//     std::move(joiner).take();
//   }
void emit_form(Printer& out, const SpellPath& spell, const model::JoinedForm& form) {
  const std::string element =
      form.dtype
          ? "schemac::ElementType(schemac::Dtype::" + std::string(schemac::name(*form.dtype)) +
                ", " + endian_text(form.endian) + ")"
          : "schemac::impl::type_in(" + value_text(spell, *form.dtype_text) +
                ", schemac::impl::TypeSpelling::" + (form.is_repr ? "repr" : "name") + ")";
  const std::string dims =
      form.dims ? ", schemac::impl::dims_in(" + value_text(spell, *form.dims) + ")" : "";
  const auto take = [&] {
    out.emit(
        {{"element", element}, {"dims", dims}, {"order", form.is_column_major ? "true" : "false"}},
        "if (joiner.as($element$$dims$, $order$)) return std::move(joiner).take();");
  };
  if (!form.condition) return take();
  out.emit({{"condition", condition_text(spell, *form.condition)}, {"take", take}},
           R"cc(
             if ($condition$.value_or(false)) {
               $take$;
             }
           )cc");
}

}  // namespace

const plan::Field* field_named(const plan::Record& record, const std::string& name) {
  const auto found = std::ranges::find(record.fields, name, &plan::Field::name);
  return found == record.fields.end() ? nullptr : &*found;
}

const plan::Record* record_in(const plan::Plan& plan, const plan::Field& field) {
  const auto* nested = std::get_if<plan::Nested>(&field.body.kind);
  return nested == nullptr || field.codec ? nullptr : &plan.records[nested->record];
}

FactPath::FactPath(const plan::Plan& plan, const plan::Record& record,
                   const std::vector<model::FileStep>& steps) {
  const plan::Record* at = &record;
  for (const model::FileStep& step : steps) {
    if (at == nullptr) {
      names.push_back(step.member);
      continue;
    }
    fields.push_back(field_named(*at, step.member));
    at = record_in(plan, *fields.back());
  }
}

void append_step(std::string& local, std::string step) {
  if (!local.empty())
    step.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(step.front())));
  local += step;
}

std::string FactPath::fact() const {
  std::string name;
  for (const plan::Field* field : fields) append_step(name, field->identifier);
  return name + "_fact";
}

std::string FactPath::find_in(const std::string& fact) const {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + text_literal(name);
  return "schemac::impl::find_in(" + fact + ", {" + text + "})";
}

void for_each_fact(const model::JoinedArray& array,
                   const std::function<void(const FileExpression&)>& visit) {
  for (const model::JoinedForm& form : array.forms)
    for (const auto* expression : {&form.condition, &form.dtype_text, &form.dims})
      if (*expression) for_each_path(**expression, visit);
}

bool can_be_spelled(const model::JoinedArray& array) {
  return std::ranges::all_of(array.forms, [](const model::JoinedForm& form) {
    return !form.condition || is_spelled(*form.condition);
  });
}

void emit_array_forms(Printer& out, const SpellPath& spell, const model::JoinedArray& array) {
  for (const model::JoinedForm& form : array.forms) emit_form(out, spell, form);
  out.emit("return joiner.untyped();");
}

}  // namespace schemac::emit::cpp
