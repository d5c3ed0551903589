#include "syntax/node.h"

namespace schemac::syntax {

bool Node::is_word(std::string_view word) const { return form == Form::word && text == word; }

const Entry* Node::find_entry(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry;
  }
  return nullptr;
}

const Node* Node::find(std::string_view key) const {
  const Entry* entry = find_entry(key);
  return entry != nullptr ? &entry->value : nullptr;
}

std::optional<std::string> Node::text_of(std::string_view key) const {
  const Node* value = find(key);
  if (value == nullptr || !value->is_scalar()) return std::nullopt;
  return value->text;
}

ExpressionPtr Node::expression_of(std::string_view key) const {
  const Node* value = find(key);
  return value != nullptr ? value->expression : nullptr;
}

TypeReferencePtr Node::type_of(std::string_view key) const {
  const Node* value = find(key);
  return value != nullptr ? value->type : nullptr;
}

std::optional<Integer> Node::as_integer() const {
  if (!is_scalar() || is_quoted) return std::nullopt;
  return parse_integer(text);
}

std::optional<bool> Node::as_boolean() const {
  if (!is_scalar() || is_quoted) return std::nullopt;
  if (text == "true") return true;
  if (text == "false") return false;
  return std::nullopt;
}

std::string_view to_text(NodeKind kind) {
  switch (kind) {
    case NodeKind::empty:
      return "empty";
    case NodeKind::scalar:
      return "scalar";
    case NodeKind::list:
      return "list";
    case NodeKind::map:
      return "map";
  }
  return "";
}

std::string_view to_text(Form form) {
  switch (form) {
    case Form::unchecked:
      return "unchecked";
    case Form::name:
      return "name";
    case Form::word:
      return "word";
    case Form::text:
      return "text";
    case Form::quoted:
      return "quoted";
    case Form::integer:
      return "integer";
    case Form::boolean:
      return "boolean";
    case Form::expression:
      return "expression";
    case Form::type:
      return "type";
    case Form::list:
      return "list";
    case Form::record:
      return "record";
    case Form::names:
      return "names";
  }
  return "";
}

}  // namespace schemac::syntax
