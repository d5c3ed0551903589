#include "plan/facts/stored_sizes.h"

#include <algorithm>

namespace schemac::plan {

std::uint64_t tag_size(const Scalar& scalar) { return scalar.coding == Coding::tagged ? 1 : 0; }

std::uint64_t stored_size(const Scalar& scalar) {
  if (scalar.varies() || scalar.place) return 0;
  return tag_size(scalar) + scalar.bit_count() / 8;
}

FieldId holder_of_bytes(const Record& record, FieldId id) {
  const auto* scalar = std::get_if<Scalar>(&record.fields[id].body.kind);
  return scalar != nullptr && scalar->place ? scalar->place->group : id;
}

std::uint64_t extent_of(const std::vector<RunField>& fixed) {
  std::uint64_t size = 0;
  for (const RunField& each : fixed) size = std::max(size, each.distance + each.size);
  return size;
}

}  // namespace schemac::plan
