// What the walk of each record of a plan consists of, lowered when it is first asked for.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "direct/by_value.h"
#include "direct/evaluate.h"
#include "direct/json_texts.h"
#include "direct/walk/record_walk.h"
#include "plan/plan.h"
#include "schemac/base/character_set.h"
#include "schemac/check/check.h"
#include "steps/routine.h"

namespace schemac::direct {

/// The members of an enumeration by their values.
class MembersByValue {
 public:
  explicit MembersByValue(const plan::Enum& enumeration);
  /// The member with this value, or null.
  [[nodiscard]] const plan::EnumMember* find(Int128 value) const {
    if (members_.is_empty()) return member_of(enumeration_, value);
    const auto* const found = members_.find(static_cast<std::uint64_t>(value));
    return found == nullptr ? nullptr : *found;
  }

 private:
  const plan::Enum& enumeration_;
  ByValue<const plan::EnumMember*> members_;
};

class Program {
 public:
  /// Borrows the plan.
  explicit Program(const plan::Plan& plan);

  [[nodiscard]] const plan::Plan& plan() const { return plan_; }
  /// `tells`: whether its steps also say what is there.
  [[nodiscard]] const RecordWalk& walk(plan::RecordId record, bool tells);
  [[nodiscard]] const schemac::impl::Check& check(plan::CheckId id) const { return checks_[id]; }
  [[nodiscard]] const MembersByValue& members(plan::EnumId id) const { return members_[id]; }
  [[nodiscard]] const JsonTexts& texts();
  /// The characters that a text of the plan may have.
  [[nodiscard]] const impl::CharacterSet& characters(const plan::Text& text);

 private:
  const plan::Plan& plan_;
  using Walks = std::vector<std::unique_ptr<const RecordWalk>>;  // by record
  Walks telling_, silent_;
  std::vector<schemac::impl::Check> checks_;
  std::vector<MembersByValue> members_;  // by enumeration
  std::unique_ptr<JsonTexts> texts_;
  std::unordered_map<const plan::Text*, impl::CharacterSet> characters_;
};

}  // namespace schemac::direct
