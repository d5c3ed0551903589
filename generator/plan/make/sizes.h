// How many bytes things take: at least, and where that never changes, exactly. A count of the file
// is held against the first before anything is read, and positions after the second stay constant
// distances.
#pragma once

#include <vector>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Fills in the sizes of all bodies and records.
void compute_sizes(std::vector<RecordScope>& scopes);

/// The padding that a field of the model is, up to a multiple or up to a size, counted from the
/// record's begin.
struct PaddingRule {
  std::uint64_t multiple = 1;
  std::optional<std::uint64_t> to_size;
};
/// Reports what isn't constant.
[[nodiscard]] PaddingRule padding_rule(const RecordScope& scope, const model::Padding& padding);

/// Whether a field is read where it is listed, between its neighbours.
[[nodiscard]] bool is_inline(const model::Field& field);

}  // namespace schemac::plan
