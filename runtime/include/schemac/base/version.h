// Which generated headers this runtime serves.
//
// A header states the version of the runtime that it was made for and refuses others by a
// static_assert. The number grows when a generated header needs something that was not there
// before; `oldest_header_version` when an older header would no longer compile or mean the same.
#pragma once

namespace schemac::impl {

inline constexpr int runtime_version = 1;
inline constexpr int oldest_header_version = 1;

/// Whether a header that was generated for runtime `version` works with this one.
[[nodiscard]] constexpr bool serves_header(int version) {
  return oldest_header_version <= version && version <= runtime_version;
}

}  // namespace schemac::impl
