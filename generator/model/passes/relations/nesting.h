// Where records are used, by their types and one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/model.h"

namespace schemac::model {

/// A use of a record.
struct User {
  TypeIndex type = 0;
  const RecordReference* record = nullptr;
};

/// Who uses each type. Of one that can hold itself none: what it hands down to itself is another
/// record's, so that its values don't need themselves.
[[nodiscard]] std::vector<std::vector<User>> users_of_types(const Format& format);

/// Which records are in which. What is passed to one is not passed to another, though both are of
/// one type.
class Nesting {
 public:
  static constexpr std::uint32_t any = 0, most = 10000;

  Nesting(const Format& format, const std::vector<std::vector<User>>& users)
      : format_(format), users_(users), instances_(1) {
    for (TypeIndex type = 0; type < format.types.size(); ++type) {
      const bool is_root = std::any_of(format.roots.begin(), format.roots.end(),
                                       [&](const Root& root) { return root.type == type; });
      if (!is_root && !users[type].empty()) continue;
      outermost_[type] = static_cast<std::uint32_t>(instances_.size());
      instances_.push_back({any, type, nullptr});
    }
  }

  [[nodiscard]] const std::map<TypeIndex, std::uint32_t>& outermost() const { return outermost_; }
  [[nodiscard]] std::uint32_t outermost(TypeIndex type) const {
    const auto found = outermost_.find(type);
    return found == outermost_.end() ? any : found->second;
  }
  /// How the record around it refers to it, with what it passes; null where there is none.
  [[nodiscard]] const RecordReference* told(std::uint32_t instance) const {
    return instances_[instance].record;
  }
  [[nodiscard]] TypeIndex type(std::uint32_t instance) const { return instances_[instance].type; }
  [[nodiscard]] std::uint32_t around(std::uint32_t instance, std::uint32_t up) const {
    for (; up > 0; --up) instance = instances_[instance].around;
    return instance;
  }
  /// The record that a field there holds; any of its type where that isn't said.
  [[nodiscard]] std::uint32_t inside(std::uint32_t instance, std::uint32_t field, TypeIndex type);
  [[nodiscard]] std::uint32_t inside(std::uint32_t instance, const RecordReference& record);
  /// The record that an expression there is about.
  [[nodiscard]] std::uint32_t of(const Expression& record, std::uint32_t instance);

 private:
  struct Instance {
    std::uint32_t around = any;
    TypeIndex type = 0;
    const RecordReference* record = nullptr;
  };

  static void add_held(const Body& body, TypeIndex type, std::vector<const RecordReference*>& held);
  std::optional<std::pair<std::uint32_t, std::uint32_t>> holder_of(const Expression& record,
                                                                   std::uint32_t instance);

  const Format& format_;
  const std::vector<std::vector<User>>& users_;
  std::vector<Instance> instances_;  ///< the first one is `any`
  std::map<TypeIndex, std::uint32_t> outermost_;
  std::map<std::pair<std::uint32_t, const RecordReference*>, std::uint32_t> known_;
};

}  // namespace schemac::model
