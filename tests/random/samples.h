// Samples of a schema: files that were made are written into it, and it has to say the same of
// them.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"
#include "random/mutations.h"

namespace net {

/// What a schema that brings these files along says of them otherwise than without them.
[[nodiscard]] std::vector<std::string> wrong_samples(const std::string& schema,
                                                     const schemac::plan::Root& root,
                                                     const std::vector<File>& files);

}  // namespace net
