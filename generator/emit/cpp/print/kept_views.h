// What a view keeps of what its walk has found.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/symbols.h"

namespace schemac::emit::cpp {

/// Whether the view of a field's record is filled where it is kept: it needs nothing from around
/// it, and a copy, made of what was just stored, would wait for that.
[[nodiscard]] bool is_kept_in_place(const Symbols& symbols, plan::FieldId id);

/// Whether a view keeps that of a field from the start, all but its place, and tries to walk it.
[[nodiscard]] bool is_tried_alone(const Symbols& symbols, plan::FieldId id);

/// A stretch that isn't in every version. A view that has a quick walk keeps its size, or 0, from
/// when it is made, so the walk needn't ask for the version at each record.
struct LimitedStretch {
  std::string name;       ///< "after_quant_offset_size"
  std::string condition;  ///< over the parameters of the view
  std::uint64_t size = 0;
};
[[nodiscard]] std::vector<LimitedStretch> limited_stretches(const Symbols& symbols);

/// A member of a view that a walk fills.
struct KeptMember {
  std::string type, member;
};
[[nodiscard]] std::vector<KeptMember> kept_members(const Symbols& symbols);

}  // namespace schemac::emit::cpp
