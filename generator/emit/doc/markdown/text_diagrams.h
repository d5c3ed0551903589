// Diagrams as drawings of characters.
#pragma once

#include <string>

#include "emit/doc/document.h"

namespace schemac::emit::doc {

[[nodiscard]] std::string drawn(const ByteMap& map);
[[nodiscard]] std::string drawn(const FileLayout& layout);
/// A line a field: its offset, its bytes, its name and value.
[[nodiscard]] std::string drawn(const HexExample& hex);

}  // namespace schemac::emit::doc
