// Paths of rows, as `explain` prints them: "items[3].name".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/text/row.h"

namespace schemac::direct {

/// Whether `path` is `above` or a part of it; everything is a part of the file, "".
[[nodiscard]] bool lies_below(std::string_view path, std::string_view above);

/// The first `depth` components of a path: names and indices count alike.
[[nodiscard]] std::string_view to_depth(std::string_view path, std::uint32_t depth);

/// An element of a list: "items[3].name" is a part of element 3 of "items".
struct ElementPath {
  std::string_view list;
  std::uint64_t index = 0;
  std::size_t size = 0;  ///< of the element's path, "items[3]"
};

/// Where the bytes of a path begin: those of the first part of it, or of what holds it.
[[nodiscard]] std::uint64_t place_among(const std::vector<Row>& rows, std::string_view path,
                                        std::uint64_t otherwise);

/// The first index of `path` after its first `from` characters.
[[nodiscard]] std::optional<ElementPath> element_of(std::string_view path, std::size_t from = 0);

}  // namespace schemac::direct
