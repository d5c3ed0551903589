// What functions of a writer ask of records, found once, from those that a record holds to itself.
#pragma once

#include "plan/plan.h"

namespace schemac::plan {

/// Record::written of all, and Plan::is_verified.
void find_written_facts(Plan& plan);

/// Whether the size of a body depends on parameters of records in it.
[[nodiscard]] bool depends_on_params(const Plan& plan, const Body& body);
/// Whether an expression asks where something lies, or how large the file is.
[[nodiscard]] bool asks_place(const Expr& expr);
/// Bytes that lie elsewhere in memory, and are put as they are.
[[nodiscard]] bool is_payload(const Body& body);
/// Whether errors in a body have a frame of its own; what lies elsewhere has one in any case.
[[nodiscard]] bool makes_frame(const Body& body);

}  // namespace schemac::plan
