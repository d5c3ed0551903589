// Checks of scalars of a value: members of enumerations, flags, numbers of less than a byte.
#pragma once

#include <string>

#include "emit/cpp/measure/write_scope.h"
#include "emit/cpp/refuse/checked_body.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether the body is a field's enumerator, which is checked as the number that it is.
[[nodiscard]] bool checks_local(const WriteScope& scope, plan::FieldId id, const plan::Body& body);

/// Prints statements that end the function with false if no file can hold the scalar.
void emit_scalar_check(Printer& out, const CheckedBody& at, const plan::Scalar& scalar);
/// Of a number that is there, whose version decides whether it is a member: `x`.
void emit_versioned_member(Printer& out, const WriteScope& scope, const plan::Scalar& scalar,
                           const std::string& x, const std::string& frame);
/// Of the bits that a field sets for what is there.
void emit_flags_of_versions(Printer& out, const WriteScope& scope, plan::FieldId id);
}  // namespace schemac::emit::cpp
