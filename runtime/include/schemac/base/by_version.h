// Loops over records whose fields depend on the version of their file.
#pragma once

#include <cstdint>

namespace schemac::impl {

/// Calls `body(version)`, of which there are two copies: one for versions below `limit`, where what
/// only later ones have costs nothing, and one for the others. The body's call operator should be
/// always_inline.
template <class Body>
[[gnu::always_inline]] inline auto by_version(std::uint64_t version, std::uint64_t limit,
                                              const Body& body) {
  if (version < limit) return body(version);
  return body(version);
}

}  // namespace schemac::impl
