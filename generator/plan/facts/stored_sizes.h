// Bytes that scalars and runs of fields take.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// How far after its start a scalar's number is: after its tag.
[[nodiscard]] std::uint64_t tag_size(const Scalar& scalar);
/// Bytes of a scalar with its tag; of an integer of any width, and of less than a byte, 0.
[[nodiscard]] std::uint64_t stored_size(const Scalar& scalar);
/// The field whose bytes a field has: its group, if it is in one, else itself.
[[nodiscard]] FieldId holder_of_bytes(const Record& record, FieldId id);
/// Bytes of fields of a run, which may have padding between them.
[[nodiscard]] std::uint64_t extent_of(const std::vector<RunField>& fixed);

}  // namespace schemac::plan
