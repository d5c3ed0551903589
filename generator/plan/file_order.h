// Formats of which each file says in which order the bytes of its numbers are.
//
// The direct executor has a plan for either order: which of them counts is known before anything is
// read or written. Generated code has one walk, which is told the order (Record::byte_order).
#pragma once

#include <cstdint>

#include "plan/plan.h"
#include "schemac/core/bytes.h"

namespace schemac::plan {

/// Plan::file_order, from the root's field `field`, whose enumeration has the attribute. Called
/// when all else is done: the plan is copied.
void set_file_order(Plan& plan, FieldId field, std::uint32_t attribute);

/// The plan with the byte order of that file; of a file that doesn't say it, little-endian.
[[nodiscard]] const Plan& in_order_of(const Plan& plan, Bytes file);
/// The same of the number that says it.
[[nodiscard]] const Plan& in_order_of(const Plan& plan, model::Int128 number);

}  // namespace schemac::plan
