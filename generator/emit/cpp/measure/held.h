// The conditions around steps of a writer: a field may not be there, an alternative may not be
// held.
#pragma once

#include <functional>
#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `if (value.items) { STEPS }`; the steps alone if the field is always there.
void emit_if_there(Printer& out, const WriteScope& scope, plan::FieldId id,
                   const std::function<void()>& steps);

/// Of each alternative whose body is meant, `if (const auto* held = std::get_if<Bitset>(&X)) {
/// STEPS
/// }`. `steps(body, held)` gets the body, and how its content is spelled.
void emit_if_held(Printer& out, const WriteScope& scope, plan::FieldId id,
                  const plan::Switch& choice, const std::string& x,
                  const std::function<bool(const plan::Body&)>& is_meant,
                  const std::function<void(const plan::Body&, const std::string&)>& steps);

}  // namespace schemac::emit::cpp
