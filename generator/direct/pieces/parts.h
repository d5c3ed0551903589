// The parts of bytes, as values say them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/walk/parts.h"

namespace schemac::direct {

/// The parts that the elements of a list in `value`, a record, have.
[[nodiscard]] impl::Parts find_parts(const plan::Plan& plan, const plan::Record& record,
                                     const Value& value, const model::StatedParts& form);

/// Whether elements have parts of bytes of that file as members.
[[nodiscard]] bool has_part_members(const plan::Record& record);
/// From values as a file has them, with the places of parts and the bytes that they lie in, to
/// values as people have them: each element with its part, which is absent if it isn't there.
void take_parts(const plan::Plan& plan, const plan::Record& record, Value& values);
/// The parts that are arrays, in what `take_parts` made, and what is said of each.
struct PartArray {
  std::string path;              ///< "items[3].data"
  const Value* key = nullptr;    ///< of its element, where the list has unique keys; borrowed
  const Value* bytes = nullptr;  ///< the part, without what is said of it; borrowed
  Joined joined;
};
[[nodiscard]] bool has_part_arrays(const plan::Record& record);
[[nodiscard]] std::vector<PartArray> part_arrays(const plan::Plan& plan, const plan::Record& record,
                                                 Value& values);
/// The other way: gives parts their places, one after the other. Returns a problem if 64 bits can't
/// hold them.
[[nodiscard]] std::optional<Problem> place_parts(const plan::Plan& plan, const plan::Record& record,
                                                 Value& values);

}  // namespace schemac::direct
