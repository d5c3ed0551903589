// Objects of MessagePack of which a schema says nothing: what a header checks of them.
#pragma once

#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints the checks of each as a constant, for namespace `detail`.
void emit_object_checks(Printer& out, const plan::Plan& plan);

/// "detail::file_extra_form_checks": the constant.
[[nodiscard]] std::string object_checks(const plan::Plan& plan, const plan::FreeForm& free);

}  // namespace schemac::emit::cpp
