#include "emit/cpp/spell/listed_texts.h"

#include "emit/cpp/names.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {
namespace {

// "_2": of several alternatives that are lists of texts each has a form of its own.
std::string suffix_of(const plan::Field& field, const plan::Text& text) {
  const plan::Switch* choice = plan::switch_of(field);
  if (choice == nullptr) return "";
  std::size_t number = 0;
  for (const plan::Alternative& alternative : choice->alternatives) {
    const auto* list = std::get_if<plan::List>(&alternative.body.front().kind);
    if (list == nullptr) continue;
    const auto* each = std::get_if<plan::Text>(&list->element.front().kind);
    if (each == nullptr) continue;
    ++number;
    if (each == &text) break;
  }
  return number > 1 ? "_" + std::to_string(number) : "";
}

}  // namespace

ListedText listed_text(const Symbols& symbols, plan::FieldId id, const plan::Text& text) {
  const plan::Field& field = symbols.field(id);
  const std::string name = record_name(symbols.record()) + "_" + snake_case(field.identifier) +
                           "_element_text" + suffix_of(field, text);
  return {camel_case(name), name, &text};
}

std::vector<ListedText> listed_texts(const Symbols& symbols) {
  std::vector<ListedText> out;
  const auto add = [&](plan::FieldId id, const plan::Body& body) {
    const auto* list = std::get_if<plan::List>(&body.kind);
    if (list == nullptr) return;
    if (const auto* text = std::get_if<plan::Text>(&list->element.front().kind))
      out.push_back(listed_text(symbols, id, *text));
  };
  for (plan::FieldId id = 0; id < symbols.record().fields.size(); ++id) {
    const plan::Body& body = symbols.field(id).body;
    add(id, body);
    if (const plan::Switch* choice = plan::switch_of(symbols.field(id)))
      for (const plan::Alternative& alternative : choice->alternatives)
        add(id, alternative.body.front());
  }
  return out;
}

std::string key_type(const plan::Plan& plan, plan::RecordId record) {
  const plan::Record& keyed = plan.records[record];
  const auto key = key_of(plan, record);
  const auto* list = key ? std::get_if<plan::List>(&keyed.fields[*key].body.kind) : nullptr;
  if (list == nullptr) return "std::string_view";
  const Symbols symbols(plan, keyed);
  return "schemac::impl::TextList<detail::" +
         listed_text(symbols, *key, std::get<plan::Text>(list->element.front().kind)).tag + ">";
}

}  // namespace schemac::emit::cpp
