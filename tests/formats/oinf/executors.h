// OINF by both executors.
#pragma once

#include "formats/executors.h"

namespace schemac::tests {

[[nodiscard]] const FileKind& oinf_files();

}  // namespace schemac::tests
