#include "direct/value.h"

#include <algorithm>

#include "model/overload.h"

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
  using Found = const Content*;
  if (value == nullptr) return nullptr;
  return std::visit(model::Overload{
                        [](const Absent&) -> Found { return nullptr; },
                        [](const Number&) -> Found { return nullptr; },
                        [](const Real&) -> Found { return nullptr; },
                        [](const Boolean&) -> Found { return nullptr; },
                        [](const Characters& text) { return &text.content; },
                        [](const RawBytes& raw) { return &raw.content; },
                        [](const EncodedContent&) -> Found { return nullptr; },
                        [](const OpenValue& open) { return &open.content; },
                        [](const Scalars& list) { return &list.content; },
                        [](const Elements&) -> Found { return nullptr; },
                        [](const Payload& payload) { return &payload.content; },
                        [](const Joined&) -> Found { return nullptr; },
                        [](const Chosen&) -> Found { return nullptr; },
                        [](const Members&) -> Found { return nullptr; },
                    },
                    value->kind);
}

}  // namespace schemac::direct
