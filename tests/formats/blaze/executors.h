// Blaze's files by both executors.
#pragma once

#include "formats/executors.h"

namespace schemac::tests {

[[nodiscard]] const FileKind& blaze_files();

}  // namespace schemac::tests
