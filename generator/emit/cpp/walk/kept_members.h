// What a walk establishes and a view keeps.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"

namespace schemac::emit::cpp {

/// A member of a view that a walk establishes.
struct KeptMember {
  std::string type, member, value;
};

/// Stores what a walk has found in the members of its view.
void emit_members(Printer& out, Walk& walk);

/// The same at the end of a check, for a record that expressions look into.
void emit_seen(Printer& out, Walk& walk);

/// What a walk stores in the members of its view.
[[nodiscard]] std::vector<KeptMember> kept_members(Walk& walk);

}  // namespace schemac::emit::cpp
