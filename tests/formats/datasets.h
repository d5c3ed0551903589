// What both executors say of a directory.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plan/plan.h"
#include "schemac/io/dataset.h"
#include "scratch_folder.h"

namespace schemac::tests {

/// Where what generated code found differs from what the direct executor finds in a directory, by a
/// root of the plan; empty if they agree. A violation across files has no offset in generated code.
[[nodiscard]] std::string difference(const std::vector<FileViolation>& generated,
                                     const plan::Plan& plan, const std::string& root,
                                     const std::filesystem::path& folder);

/// Makes a file below a folder, and the folders that it lies in.
void put_file(const std::filesystem::path& path, const std::string& content);
[[nodiscard]] std::string content_of(const std::filesystem::path& path);
/// Regular files below a folder, sorted.
[[nodiscard]] std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder);

}  // namespace schemac::tests
