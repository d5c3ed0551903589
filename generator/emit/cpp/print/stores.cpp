// What becomes of what was read: members of a value.
#include "emit/cpp/names.h"
#include "emit/cpp/print/step_printer.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/types.h"

namespace schemac::emit::cpp {
namespace {

std::string element_type(const plan::Plan& plan, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  return nested == nullptr ? "std::string" : plan.records[nested->record].name;
}

}  // namespace

std::string StepPrinter::value(const steps::Target& target) const {
  const plan::Field& of = field(target.field);
  const std::string member = "out." + of.identifier;
  switch (target.kind) {
    case steps::Target::Kind::member:
      return member;
    case steps::Target::Kind::element: {
      const auto& list = std::get<plan::List>(of.body.kind);
      const bool is_text = std::holds_alternative<plan::Text>(list.element.front().kind);
      return is_text ? member + ".emplace_back()" : "item";
    }
    case steps::Target::Kind::alternative:
      break;
  }
  const auto types = alternative_types(plan_, *routine_.record, of, *plan::switch_of(of));
  return member + ".emplace<" + std::to_string(target.alternative) + ">()" +
         (types[target.alternative].is_wrapped ? ".value" : "");
}

void StepPrinter::print(const steps::StoreNumber& step) {
  const auto& scalar = std::get<plan::Scalar>(field(step.field).body.kind);
  const std::string type =
      scalar.enumeration ? plan_.enums[*scalar.enumeration].name : scalar_type(scalar.dtype);
  std::string content = "static_cast<" + type + ">(" + symbols_.local(step.field) + ")";
  if (scalar.coding == plan::Coding::token) {
    content = load_of(scalar, at(step.at), "");
  } else if (!scalar.varies()) {
    content = load_as(scalar, type, at(step.at), order(scalar));
  }
  out_.emit({{"member", "out." + field(step.field).identifier}, {"content", content}},
            "$member$ = $content$;");
}

void StepPrinter::print(const steps::StoreSpelling& step) {
  const plan::Field& number = field(step.field);
  const auto& scalar = std::get<plan::Scalar>(number.body.kind);
  out_.emit(
      {{"respelled", integer_function(scalar, "respelled", true)},
       {"found", symbols_.local(step.field) + "_at"},
       {"choice", number.spelling->choice_identifier}},
      R"cc(if (!reader.read($respelled$($found$), out.choices.$choice$)) [[unlikely]] return nullptr;)cc");
}

void StepPrinter::print(const steps::StoreText& step) {
  out_.emit({{"text", base(step.of)}, {"target", value(step.target)}},
            "if (!reader.read($text$.text(), $target$)) [[unlikely]] return nullptr;");
}

void StepPrinter::print(const steps::StoreBytes& step) {
  const std::string size = length(step.length);
  const std::string content =
      step.element != nullptr
          ? list_type(plan_, *step.element) + "(" + at(step.at) + ", " + size +
                order(*step.element) + ")"
          : "schemac::Bytes(" + at(step.at) + ", static_cast<std::size_t>(" + size + "))";
  out_.emit({{"content", content}, {"target", value(step.target)}},
            "if (!reader.read($content$, $target$)) [[unlikely]] return nullptr;");
}

void StepPrinter::print(const steps::MakeRoom& step) {
  const std::string list = value(step.target);
  if (!step.length)
    return out_.emit({{"list", list},
                      {"begin", at(step.begin)},
                      {"next", at(step.at)},
                      {"limit", name(step.limit)}},
                     R"cc(
                       if (!reader.make_room($list$, schemac::impl::distance($begin$, $next$),
                                             schemac::impl::distance($next$, $limit$))) [[unlikely]]
                         return nullptr;
                     )cc");
  out_.emit(
      {{"count", length(*step.length)}, {"type", element_type(plan_, *step.list)}, {"list", list}},
      R"cc(
              if (!reader.take($count$, sizeof($type$))) [[unlikely]] return nullptr;
              $list$.reserve(static_cast<std::size_t>($count$));
            )cc");
}

void StepPrinter::print(const steps::AddElement& step) {
  out_.emit({{"type", element_type(plan_, *step.list)}, {"list", value(step.target)}},
            "$type$& item = $list$.emplace_back();");
}

void StepPrinter::print(const steps::StoreMessage&) {
  out_.emit("if (!read_value(reader, message, out)) [[unlikely]] return nullptr;");
}

}  // namespace schemac::emit::cpp
