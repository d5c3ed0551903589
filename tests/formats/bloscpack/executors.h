// Bloscpack's files by both executors.
#pragma once

#include "formats/executors.h"

namespace schemac::tests {

[[nodiscard]] const FileKind& bloscpack_files();

}  // namespace schemac::tests
