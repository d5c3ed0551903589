#include "plan/facts/version_facts.h"

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

std::optional<VersionSplit> version_split(const Plan& plan, const Body& element) {
  const auto* nested = std::get_if<Nested>(&element.kind);
  if (nested == nullptr) return std::nullopt;
  std::optional<VersionSplit> split;
  for (const Field& field : plan.records[nested->record].fields) {
    if (!field.availability || field.availability->version.op != Op::param) continue;
    const model::Versions& versions = field.availability->versions;
    const std::uint32_t limit = versions.since ? *versions.since : *versions.until;
    if (split && split->limit <= limit) continue;
    const std::size_t argument = field.availability->version.id;
    split = VersionSplit{argument, nested->args[argument], limit};
  }
  return split;
}

}  // namespace schemac::plan
