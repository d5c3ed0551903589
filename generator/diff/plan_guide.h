// What the plan says of the parts of a value: their bodies, and the keys of their elements.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::diff {

class PlanGuide {
 public:
  explicit PlanGuide(const plan::Plan& plan) : plan_(plan) {}

  /// Of a member of a record; null if it has none of its own (a flag). `near` is about where it is
  /// among the record's fields, and set after it: members in order are found at once.
  [[nodiscard]] const plan::Body* member(const plan::Body* record, const std::string& name,
                                         std::size_t& near) const;
  [[nodiscard]] const plan::Body* element(const plan::Body* list) const;
  [[nodiscard]] const plan::Body* alternative(const plan::Body* choice,
                                              const std::string& name) const;
  /// What distinguishes an element of a list from all others, as text: "\"day\"", "id: 7". Nothing
  /// where the list doesn't demand that they differ, or where the key wasn't read.
  [[nodiscard]] std::optional<std::string> key_of(const plan::Body* list,
                                                  const direct::Value& element) const;

 private:
  const plan::Plan& plan_;
};

}  // namespace schemac::diff
