// What the walk of each record of a plan consists of, lowered when it is first asked for.
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "direct/json_texts.h"
#include "plan/plan.h"
#include "schemac/base/character_set.h"
#include "schemac/check/check.h"
#include "steps/routine.h"

namespace schemac::direct {

class Program {
 public:
  /// Borrows the plan.
  explicit Program(const plan::Plan& plan);

  [[nodiscard]] const plan::Plan& plan() const { return plan_; }
  [[nodiscard]] const steps::Routine& routine(plan::RecordId record);
  [[nodiscard]] const schemac::impl::Check& check(plan::CheckId id) const { return checks_[id]; }
  [[nodiscard]] const JsonTexts& texts();
  /// The characters that a text of the plan may have.
  [[nodiscard]] const impl::CharacterSet& characters(const plan::Text& text);

 private:
  const plan::Plan& plan_;
  std::vector<std::unique_ptr<const steps::Routine>> routines_;  // by record
  std::vector<schemac::impl::Check> checks_;
  std::unique_ptr<JsonTexts> texts_;
  std::unordered_map<const plan::Text*, impl::CharacterSet> characters_;
};

}  // namespace schemac::direct
