// The quick half of a view's walk: `try_walk_`, for records in lists that are runs and texts alone.
//
// `walk_` looks at one stretch after the other, so that it can report which field is missing. Where
// nothing is missing that costs a comparison too many for each stretch; so a range first tries this
// one, which asks for the least size of the record at once and holds what varies against the rest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/cpp/spell/symbols.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the view of a record has `try_walk_`: it is the element of a list, or in another record
/// that looks into it, and simple enough.
[[nodiscard]] bool has_try_walk(const plan::Plan& plan, plan::RecordId id);

/// Whether a view keeps that of a field from the start, all but its place, and tries to walk it.
[[nodiscard]] bool is_tried_alone(const Symbols& symbols, plan::FieldId id);

/// A stretch that isn't in every version. A view that has `try_walk_` keeps its size, or 0, from
/// when it is made, so the walk needn't ask for the version at each record.
struct LimitedStretch {
  std::string name;       ///< "after_quant_offset_size"
  std::string condition;  ///< over the parameters of the view
  std::uint64_t size = 0;
};
[[nodiscard]] std::vector<LimitedStretch> limited_stretches(const Symbols& symbols);

/// Prints `XView::try_walk_`, for a record that has it.
void emit_try_walk(Printer& out, const Symbols& symbols, Forms& forms);

}  // namespace schemac::emit::cpp
