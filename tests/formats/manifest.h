// Files with a manifest, held by both executors: what is valid is read as the manifest says and
// written again byte for byte, what is broken is refused with an accepted rule at an accepted
// place.
#pragma once

#include <filesystem>
#include <functional>

#include "formats/executors.h"

namespace schemac::tests {

/// Which kind a file is, by its variant in the manifest; null: files that are left out.
using KindOf = std::function<const FileKind*(const std::string& variant)>;

/// Catch2 checks for each valid file of a folder.
void check_valid_files(const std::filesystem::path& folder, const KindOf& kind_of);
/// The same for its broken ones; `bases` has the valid files that some of them were made of, too.
void check_broken_files(const std::filesystem::path& folder, const std::filesystem::path& bases,
                        const KindOf& kind_of);

}  // namespace schemac::tests
