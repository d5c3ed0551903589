// Which records a format uses, in which order they can be declared, and which of them contain
// themselves.
#pragma once

#include <vector>

#include "model/model.h"
#include "plan/plan.h"

namespace schemac::plan {

/// The records that the roots reach, each after those that it holds (but for those that hold it).
[[nodiscard]] std::vector<model::TypeIndex> reached_types(const model::Format& format);
/// Whether a record of the model is a field of another one (or of itself).
[[nodiscard]] bool is_held(const model::Format& format, const std::vector<model::TypeIndex>& types,
                           model::TypeIndex type);
/// Record::is_recursive of all.
void find_recursion(Plan& plan);

}  // namespace schemac::plan
