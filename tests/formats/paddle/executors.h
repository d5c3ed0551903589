// PaddlePaddle's kinds of files by both executors.
#pragma once

#include "formats/executors.h"

namespace schemac::tests {

/// By the extension of its files, or by the variant in the manifest: "doctensor", "paddle-doc";
/// "program".
[[nodiscard]] const FileKind& paddle_files(const std::string& kind);

}  // namespace schemac::tests
