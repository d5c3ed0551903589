// The first step of writing: whether a value can be written at all.
#pragma once

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// `check(value, frame, out)` of one record, with a function for each of its switches: everything
/// that a value can break. Templates over what gets the reports: schemac::impl::QuickCheck or
/// schemac::impl::Rejection.
void emit_value_check(Printer& out, const plan::Plan& plan, const plan::Record& record);

/// `check_elements(value, frame, out)` of a root whose list grows: the elements at hand alone.
void emit_elements_check(Printer& out, const plan::Plan& plan, const plan::Record& root);

}  // namespace schemac::emit::cpp
