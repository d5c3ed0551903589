// Formats of which each file says in which order the bytes of its numbers are.
//
// The direct executor has a plan for either order: which of them counts is known before anything is
// read or written (direct/file_order.h). Generated code has one walk, which gets the order
// (Record::byte_order).
#pragma once

#include <cstdint>

#include "plan/plan.h"

namespace schemac::plan {

/// Plan::file_order, from the root's field `field`, whose enumeration has the attribute. Called
/// when all else is done: the plan is copied.
void set_file_order(Plan& plan, FieldId field, std::uint32_t attribute);

}  // namespace schemac::plan
