// Checksums of other bytes of their record.
#pragma once

#include <set>

#include "plan/make/bodies.h"

namespace schemac::plan {

/// The digest of an inline field, with its check.
[[nodiscard]] Raw lower_digest(RecordScope& scope, const model::Digest& digest,
                               const BodySite& site);

/// Where the stretches that digests are made of begin and end.
struct Digested {
  explicit Digested(const Record& record);
  std::set<FieldId> starts, ends;
};

}  // namespace schemac::plan
