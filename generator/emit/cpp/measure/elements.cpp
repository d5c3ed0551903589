#include "emit/cpp/measure/elements.h"

#include <cctype>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/spell/versions.h"

namespace schemac::emit::cpp {

void emit_split_records(Printer& out, const WriteScope& scope, std::string_view verb,
                        plan::FieldId id, const plan::Body& element,
                        const std::function<void(const WriteScope&)>& loop) {
  const auto split = version_split(scope.plan(), element);
  if (!split) return loop(scope);
  const std::string version = scope.text_of_argument(split->version);
  WriteScope inner = scope;
  inner.name_arguments({{version, known_version}});
  emit_split_loop(out, std::string(verb) + "_" + scope.field(id).identifier, version, split->limit,
                  [&] { loop(inner); });
}

std::string beside_elements(std::string argument) {
  const std::string name = "element", other = "each";
  if (argument.find("const auto& " + name) == std::string::npos) return argument;
  const auto is_in_name = [&](std::size_t at, std::string_view more) {
    if (at >= argument.size()) return false;
    const char ch = argument[at];
    return std::isalnum(static_cast<unsigned char>(ch)) != 0 || more.find(ch) != more.npos;
  };
  for (std::size_t at = 0; (at = argument.find(name, at)) != std::string::npos; at += other.size())
    if (!(at > 0 && is_in_name(at - 1, "_.:>")) && !is_in_name(at + name.size(), "_"))
      argument.replace(at, name.size(), other);
  return argument;
}

std::string element_name(const plan::Field& field, const plan::List& list) {
  const auto* own = std::get_if<plan::List>(&field.body.kind);
  return own == nullptr || own == &list ? "element" : "item";
}

const plan::Record* record_of_elements(const plan::Plan& plan, const plan::List& list) {
  const auto* nested = std::get_if<plan::Nested>(&list.element.front().kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

}  // namespace schemac::emit::cpp
