// What is open: it goes on up to the end of what it lies in, so nothing after it would be read.
#pragma once

#include <functional>

#include "plan/plan.h"

namespace schemac::plan {

/// Whether a body is open, whatever it holds. A list also is if an element of it is, or if spare
/// bytes may follow its last one; a record if a field that is there is, a switch if the alternative
/// held is.
[[nodiscard]] bool is_open(const Text& text);
[[nodiscard]] bool is_open(const Raw& raw);
[[nodiscard]] bool is_open(const List& list);
/// Stored bytes of a record that a codec makes, of which nobody has a value: whether they may be.
[[nodiscard]] bool is_open(const Plan& plan, const Field& field);
/// Of a record's fields: those that come one after the other, and whose size nothing states.
void for_each_unsized(const Record& record, const std::function<void(FieldId)>& visit);
/// Whether a body may be open.
[[nodiscard]] bool may_be_open(const Plan& plan, const Body& body);

/// Finds the records and lists for which writers ask.
void find_open_ends(Plan& plan);

}  // namespace schemac::plan
