// Fields whose bytes a codec makes.
#pragma once

#include "plan/make/bodies.h"

namespace schemac::plan {

/// How the field (which has a codec) is encoded, and what is checked of that.
[[nodiscard]] Codec lower_codec(RecordScope& scope, const model::Field& field,
                                const BodySite& site);

}  // namespace schemac::plan
