// Checksums of other bytes of their record.
#pragma once

#include "plan/make/bodies.h"

namespace schemac::plan {

/// The digest of an inline field, with its check.
[[nodiscard]] Raw lower_digest(RecordScope& scope, const model::Digest& digest,
                               const BodySite& site);

}  // namespace schemac::plan
