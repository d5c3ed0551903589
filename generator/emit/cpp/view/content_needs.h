// What the view of a switch keeps of the record around it.
#pragma once

#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/symbols.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// All that its tag and its alternatives ask for.
[[nodiscard]] Spelled content_needs(const Symbols& symbols, plan::FieldId id);

}  // namespace schemac::emit::cpp
