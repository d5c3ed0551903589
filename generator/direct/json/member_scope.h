// What expressions may ask while values are read from JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "direct/evaluate.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// What an array's element type may depend on: the members of its record that were read before.
class MemberScope final : public Scope {
 public:
  MemberScope(const plan::Record& record, const Members& members)
      : record_(record), members_(members) {}

  Outcome number(plan::FieldId field) const override {
    if (const auto* number = held<Number>(field)) return {number->value};
    if (const auto* boolean = held<Boolean>(field)) return {boolean->value ? 1 : 0};
    return unknown();
  }
  Outcome length(plan::FieldId field) const override {
    const auto* list = held<Scalars>(field);
    return list != nullptr ? Outcome{Int128{list->count}} : unknown();
  }
  Outcome size_of(plan::FieldId) const override { return unknown(); }
  Outcome offset_of(plan::FieldId) const override { return unknown(); }
  Outcome plain_size(plan::FieldId) const override { return unknown(); }
  Outcome is_present(plan::FieldId field) const override {
    const Value* value = members_.find(record_.fields[field].name);
    return {value != nullptr && !value->is_absent() ? 1 : 0};
  }
  Outcome item(plan::FieldId, std::uint64_t) const override { return unknown(); }
  std::optional<std::string_view> text(plan::FieldId) const override { return std::nullopt; }
  const Scope* inside(plan::FieldId) const override { return nullptr; }
  Outcome param(plan::ParamId) const override { return unknown(); }
  Outcome file_size() const override { return unknown(); }

 private:
  static Outcome unknown() { return Outcome::failed(Failure::unknown); }
  template <class Kind>
  const Kind* held(plan::FieldId field) const {
    const Value* value = members_.find(record_.fields[field].name);
    return value == nullptr ? nullptr : std::get_if<Kind>(&value->kind);
  }

  const plan::Record& record_;
  const Members& members_;
};

}  // namespace schemac::direct
