// Values of no type, put together in the order in which a text has their parts.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "schemac/core/free_value.h"

namespace schemac::impl {

class FreeTree {
 public:
  /// Adds a value to what is open; or it is all there is.
  FreeValue& add(FreeValue value) {
    if (open_.empty()) return root_ = std::move(value);
    FreeValue& parent = *open_.back();
    if (auto* map = parent.as<FreeValue::Map>()) return map->back().value = std::move(value);
    return elements_of(parent).emplace_back(std::move(value));
  }
  /// Adds a list, tuple or map, to which what follows belongs.
  void open(FreeValue container) { open_.push_back(&add(std::move(container))); }
  /// The key of the pair whose value comes next, of an open map.
  void add_key(FreeValue key) {
    open_.back()->as<FreeValue::Map>()->push_back({std::move(key), {}});
  }
  void close() { open_.pop_back(); }
  /// Closes a tuple that was no more than parentheses around one value.
  void unwrap() {
    FreeValue& group = *open_.back();
    FreeValue inner = std::move(elements_of(group).front());
    group = std::move(inner);
    open_.pop_back();
  }

  /// What is open, the innermost last.
  [[nodiscard]] const std::vector<FreeValue*>& open_values() const { return open_; }
  [[nodiscard]] FreeValue take() && { return std::move(root_); }

 private:
  static FreeValue::List& elements_of(FreeValue& value) {
    auto* tuple = value.as<FreeValue::Tuple>();
    return tuple != nullptr ? tuple->elements : *value.as<FreeValue::List>();
  }

  FreeValue root_;
  std::vector<FreeValue*> open_;  // nothing grows around what is open
};

}  // namespace schemac::impl
