#include "plan/facts/flag_versions.h"

namespace schemac::plan {

std::vector<const Flag*> flags_beyond_versions(const Record& record, const Field& field) {
  std::vector<const Flag*> flags;
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr || !scalar->versioned || field.source.kind != SourceKind::flags)
    return flags;
  for (const Flag& flag : scalar->flags) {
    if (!flag.presence_of) continue;
    const auto& availability = record.fields[*flag.presence_of].availability;
    if (!flag.versions.cover(availability ? availability->versions : model::Versions()))
      flags.push_back(&flag);
  }
  return flags;
}

}  // namespace schemac::plan
