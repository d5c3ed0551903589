#include "direct/value.h"

#include <algorithm>

namespace schemac::direct {

const Value* Members::find(const std::string& name) const {
  for (const auto* members : {&given, &choices}) {
    const auto found = std::find_if(members->begin(), members->end(),
                                    [&](const auto& m) { return m.name == name; });
    if (found != members->end()) return &found->value;
  }
  return nullptr;
}

Content own(std::vector<std::byte> bytes) {
  auto owner = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  return {Bytes(*owner), owner};
}

const Content* content_of(const Value* value) {
  if (value == nullptr) return nullptr;
  if (const auto* text = std::get_if<Characters>(&value->kind)) return &text->content;
  if (const auto* raw = std::get_if<RawBytes>(&value->kind)) return &raw->content;
  if (const auto* open = std::get_if<OpenValue>(&value->kind)) return &open->content;
  if (const auto* list = std::get_if<Scalars>(&value->kind)) return &list->content;
  if (const auto* payload = std::get_if<Payload>(&value->kind)) return &payload->content;
  return nullptr;
}

}  // namespace schemac::direct
