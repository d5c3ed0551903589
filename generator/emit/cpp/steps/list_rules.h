// What holds for each element of a list: rules that look at it, at its neighbours, at its record.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether something says how many elements there are.
[[nodiscard]] bool has_count(const plan::List& list);
/// Whether the element from `begin` to `behind` is the last one: where nothing counts them, if
/// nothing is left, or if it has no bytes.
[[nodiscard]] std::string is_last(const plan::List& list, const std::string& count,
                                  const std::string& behind, const std::string& end,
                                  const std::string& begin);

/// The record whose elements rules are about, if there are such rules.
[[nodiscard]] const plan::Record* ruled_record(const Walk& walk, const plan::List& list);
/// What the loop over elements with rules needs before it, in it and after it.
void emit_rules_prelude(Printer& out, Walk& walk, const plan::List& list,
                        const plan::Record& record, const Site& site);
void emit_rules_of_element(Printer& out, const Walk& walk, const plan::List& list, const Site& site,
                           const std::string& last);
void emit_rules_of_last(Printer& out, const Walk& walk, const plan::List& list, const Site& site);
/// What holds for each integer of any width.
void emit_integer_rules(Printer& out, Walk& walk, const plan::List& list, const std::string& last);

/// Rules about elements of a list that was read before.
void emit_later_rules(Printer& out, Walk& walk, const plan::CheckElements& item);

/// The rules about one of `elements`, a list: `element`, which stands at `place` with frame `each`.
void emit_each_rules(Printer& out, Walk& walk, const plan::List& list, plan::FieldId field,
                     const std::string& elements, const std::string& place);

}  // namespace schemac::emit::cpp
