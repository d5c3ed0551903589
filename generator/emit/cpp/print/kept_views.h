// What a view keeps of what its walk has found.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {

/// Whether the view of a field's record is filled where it is kept: it needs nothing from around
/// it, and a copy, made of what was just stored, would wait for that.
[[nodiscard]] bool is_kept_in_place(const Symbols& symbols, plan::FieldId id);

/// A member of a view that a walk fills.
struct KeptMember {
  std::string type, member;
};
[[nodiscard]] std::vector<KeptMember> kept_members(const Symbols& symbols);

}  // namespace schemac::emit::cpp
