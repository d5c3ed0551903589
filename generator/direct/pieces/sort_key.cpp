#include "direct/pieces/sort_key.h"

#include <variant>

namespace schemac::direct {

SortKey sort_key(const Value& value) {
  SortKey key;
  const auto add = [&](const Value& each) {
    const Content* text = content_of(&each);
    if (text != nullptr) key.texts.push_back(impl::text_at(text->bytes.data(), text->bytes.size()));
  };
  if (const auto* number = std::get_if<Number>(&value.kind)) key.number = number->value;
  if (const auto* boolean = std::get_if<Boolean>(&value.kind)) key.number = boolean->value;
  if (const auto* list = std::get_if<Elements>(&value.kind)) {
    for (const Value& each : list->values) add(each);
  } else {
    add(value);
  }
  return key;
}

}  // namespace schemac::direct
