// From what a schema means to what is done: the last stage that decides anything.
#pragma once

#include <optional>

#include "model/model.h"
#include "plan/plan.h"
#include "source/diagnostics.h"

namespace schemac::plan {

/// The plan of a format; nothing if it uses a feature that this version doesn't execute ([planned]
/// diagnostics say which).
[[nodiscard]] std::optional<Plan> make(const model::Format& format,
                                       source::Diagnostics& diagnostics);

}  // namespace schemac::plan
