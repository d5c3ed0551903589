// Members of large JSON objects, found by name.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

#include "direct/json/element_json.h"

namespace schemac::direct {

/// The members of an object by name, without a search among many for each.
class MemberIndex {
 public:
  explicit MemberIndex(const Json& object) : object_(object) {
    if (object.size() <= few) return;
    for (const auto& [name, value] : object.get_ref<const Json::object_t&>())
      values_.emplace(name, &value);
  }
  [[nodiscard]] const Json* find(const std::string& name) const {
    if (object_.size() > few) {
      const auto found = values_.find(name);
      return found == values_.end() ? nullptr : found->second;
    }
    const auto found = object_.find(name);
    return found == object_.end() ? nullptr : &*found;
  }

 private:
  static constexpr std::size_t few = 16;

  const Json& object_;
  std::unordered_map<std::string_view, const Json*> values_;
};

}  // namespace schemac::direct
