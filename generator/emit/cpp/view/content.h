// What accessors return of each kind of body: its type, and the expression that makes it.
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/wire/forms.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "Checksum", "std::uint32_t"
[[nodiscard]] std::string viewed_type(const plan::Plan& plan, const plan::Scalar& scalar);
/// "std::string_view", "schemac::RecordRange<ItemView>"
[[nodiscard]] std::string content_type(const Layout& layout, plan::FieldId id,
                                       const plan::Body& body);
/// What stands in `region`, as an expression. `suffix` is that of the names of an alternative.
[[nodiscard]] std::string content_in(const Layout& layout, Forms& forms, Scope& scope,
                                     plan::FieldId id, const plan::Body& body,
                                     const std::string& region, const std::string& suffix = "");

}  // namespace schemac::emit::cpp
