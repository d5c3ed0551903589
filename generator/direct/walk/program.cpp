#include "direct/walk/program.h"

#include "plan/checks.h"

namespace schemac::direct {

MembersByValue::MembersByValue(const plan::Enum& enumeration)
    : enumeration_(enumeration),
      members_(enumeration, [](const plan::EnumMember& member) { return &member; }) {}

Program::Program(const plan::Plan& plan)
    : plan_(plan), telling_(plan.records.size()), silent_(plan.records.size()) {
  checks_.reserve(plan.checks.size());
  for (const plan::Check& check : plan.checks) checks_.push_back(plan::view_of(check));
  for (const plan::Enum& each : plan.enums) members_.emplace_back(each);
}

const RecordWalk& Program::walk(plan::RecordId record, bool tells) {
  std::unique_ptr<const RecordWalk>& walk = (tells ? telling_ : silent_)[record];
  if (walk == nullptr)
    walk = std::make_unique<const RecordWalk>(plan_, plan_.records[record], tells);
  return *walk;
}

const JsonTexts& Program::texts() {
  if (texts_ == nullptr) texts_ = std::make_unique<JsonTexts>(plan_);
  return *texts_;
}

const impl::CharacterSet& Program::characters(const plan::Text& text) {
  return characters_.try_emplace(&text, text.charset).first->second;
}

}  // namespace schemac::direct
