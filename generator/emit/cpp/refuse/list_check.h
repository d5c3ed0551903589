// Checks of a list in a value: how many elements it has, each of them, and the rules about them.
#pragma once

#include "emit/cpp/refuse/checked_body.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Prints statements that end the function with false if the list breaks a rule.
void emit_list_check(Printer& out, const CheckedBody& at, const plan::List& list);
/// The rules about elements of a list that need fields after it.
void emit_rules_check(Printer& out, const CheckedBody& at, const plan::List& list);
/// What a list's elements can break, one by one.
void emit_list_elements_check(Printer& out, const CheckedBody& at, const plan::List& list);

}  // namespace schemac::emit::cpp
