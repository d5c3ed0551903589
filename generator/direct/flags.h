// The flags of a number: a member each, in the order of the schema.
#pragma once

#include <vector>

#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// Those of `word` that are values of their own: true or false, or a number where one has several
/// bits. What follows from the presence of a field is none.
[[nodiscard]] Members flags_of(const std::vector<plan::Flag>& flags, Int128 word);
/// The inverse: bits of flags that aren't given are 0.
[[nodiscard]] Int128 word_of(const std::vector<plan::Flag>& flags, const Members& given);
/// Those of a list's elements, if they have any.
[[nodiscard]] inline const std::vector<plan::Flag>* flags_in(const plan::Scalar& element) {
  return element.flags.empty() ? nullptr : &element.flags;
}

}  // namespace schemac::direct
