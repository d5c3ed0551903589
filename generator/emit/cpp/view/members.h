// What views keep, and the constructors that they get it by.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/symbols.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// A private member of a view, which its constructor gets.
struct ViewMember {
  std::string type, name, initial;
  bool may_be_unused = false;
};

/// The member that keeps a parameter.
[[nodiscard]] ViewMember param_member(const Symbols& symbols, plan::ParamId id);

/// The parameters of a constructor that gets these members.
[[nodiscard]] std::string constructor_parameters(const std::vector<ViewMember>& members,
                                                 bool has_defaults);

/// Declares a member.
void emit_member(Printer& out, const ViewMember& member);

/// How that constructor initializes them.
[[nodiscard]] std::string initializers(const std::vector<ViewMember>& members);

/// What a view gets from outside and keeps: parameters, which checks alone may need, and sections.
[[nodiscard]] std::vector<ViewMember> given_members(const Symbols& symbols);

}  // namespace schemac::emit::cpp
