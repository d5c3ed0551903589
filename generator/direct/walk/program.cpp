#include "direct/walk/program.h"

#include "plan/checks.h"

namespace schemac::direct {

MembersByValue::MembersByValue(const plan::Enum& enumeration) : enumeration_(enumeration) {
  constexpr Int128 most = 4096;
  if (enumeration.by_value.empty()) return;
  const auto member = [&](std::uint32_t index) { return &enumeration.members[index]; };
  first_ = member(enumeration.by_value.front())->value;
  const Int128 count = member(enumeration.by_value.back())->value - first_ + 1;
  if (count > most) return;
  members_.resize(static_cast<std::size_t>(count));
  for (const std::uint32_t index : enumeration.by_value)
    members_[static_cast<std::size_t>(member(index)->value - first_)] = member(index);
}

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
