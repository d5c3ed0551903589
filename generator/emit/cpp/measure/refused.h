// Which checks of the plan hold values to something before they are written.
#pragma once

#include <optional>
#include <string>

#include "emit/cpp/measure/scope.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the check of a list makes the product of its elements: a rule looks at each of them, and
/// the product is asked for.
[[nodiscard]] bool notes_product(const WriteScope& scope, plan::FieldId id);

/// "tensor_dtype_unknown": a check of the plan, seen from namespace `detail`.
[[nodiscard]] std::string check_of(const plan::Plan& plan, plan::CheckId id);
/// Whether the writer refuses values that break it.
[[nodiscard]] bool is_refused(const plan::Plan& plan, std::optional<plan::CheckId> id);
/// The same of values with an element that breaks it, before anything has its place.
[[nodiscard]] bool is_checked(const WriteScope& scope, const plan::List& list,
                              const plan::EachRule& rule);

}  // namespace schemac::emit::cpp
