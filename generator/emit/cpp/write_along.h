// Records whose bytes are added up while their values are checked, so that a writer goes over these
// once less.
//
// It works for records that stand inline, wherever they stand, and where all that holds them does.
#pragma once

#include "emit/cpp/write_scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether a list holds texts with heads, each measured where it is checked that a head can say its
/// length.
[[nodiscard]] bool is_measured_by_head(const plan::List& list);
/// Whether the check of a record measures it.
[[nodiscard]] bool is_measured(const plan::Plan& plan, const plan::Record& record);
/// Whether the check of a record measures what the head of one of its fields tells of, too, where
/// it is checked that a head can say it: of texts and bytes all, of lists the head.
[[nodiscard]] bool is_measured_with_head(const plan::Plan& plan, const plan::Record& record,
                                         const plan::Field& field);
/// Whether such records are all that a body consists of, its head aside.
[[nodiscard]] bool is_measured(const plan::Plan& plan, const plan::Body& body);
/// `out.measure(20 + desc_length + value.data.size());`: what is a record's own, at the end of its
/// check. `locals` are the derived fields that are at hand.
void emit_measuring(Printer& out, const WriteScope& scope,
                    const std::vector<plan::FieldId>& locals);

}  // namespace schemac::emit::cpp
