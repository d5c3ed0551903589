#include "direct/walk/program.h"

#include "plan/checks.h"
#include "steps/lower.h"

namespace schemac::direct {

Program::Program(const plan::Plan& plan) : plan_(plan), routines_(plan.records.size()) {
  checks_.reserve(plan.checks.size());
  for (const plan::Check& check : plan.checks) checks_.push_back(plan::view_of(check));
}

const steps::Routine& Program::routine(plan::RecordId record) {
  std::unique_ptr<const steps::Routine>& routine = routines_[record];
  if (routine == nullptr)
    routine = std::make_unique<const steps::Routine>(
        steps::lower(plan_, plan_.records[record], steps::Job::watch, {}));
  return *routine;
}

const JsonTexts& Program::texts() {
  if (texts_ == nullptr) texts_ = std::make_unique<JsonTexts>(plan_);
  return *texts_;
}

const impl::CharacterSet& Program::characters(const plan::Text& text) {
  return characters_.try_emplace(&text, text.charset).first->second;
}

}  // namespace schemac::direct
