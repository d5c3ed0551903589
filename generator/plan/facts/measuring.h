// What of a record's size is known where. Records that are all inline are measured while their
// values are checked, so that a writer goes over these once less; the size of others depends on
// where they lie.
#pragma once

#include "plan/facts/inner_bodies.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Record::depends_on_place and Record::is_measured of all, once they have their items.
void find_measuring(Plan& plan);

/// Whether the size of a body depends on where it lies.
[[nodiscard]] bool depends_on_place(const Plan& plan, const Body& body);

/// Whether records that their checks measure are all that a body consists of, its head aside.
[[nodiscard]] bool is_measured(const Plan& plan, const Body& body);
/// Whether a list holds texts with heads, each measured where it is checked that a head can say its
/// length.
[[nodiscard]] bool is_measured_by_head(const List& list);
/// Whether the check of a record also measures one of its fields that has a head, where it is
/// checked that the head can say its length: of texts and bytes all, of lists the head.
[[nodiscard]] bool is_measured_with_head(const Record& record, const Field& field);

}  // namespace schemac::plan
