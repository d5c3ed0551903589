// What depends on the version of a file, as C++.
#pragma once

#include <string>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "version >= 2 && version < 4"; `version` is how the file's is spelled.
[[nodiscard]] std::string is_version_in(const model::Versions& versions,
                                        const std::string& version);

/// Whether a version decides which members of the enumeration are known.
[[nodiscard]] bool has_versions(const plan::Enum& enumeration);
/// Whether some members begin (or end) with a version.
[[nodiscard]] bool have_since(const plan::Enum& enumeration);
[[nodiscard]] bool have_until(const plan::Enum& enumeration);
/// The functions that tell where: "value_type_since", "value_type_until".
[[nodiscard]] std::string since_function(const plan::Enum& enumeration);
[[nodiscard]] std::string until_function(const plan::Enum& enumeration);

/// What is noted of a value that isn't known in the file's version: the check, as an expression,
/// and its facts {a, b, c}.
struct UnknownMember {
  std::string check, facts;
};
/// `early` and `late` are the names of the checks, or empty.
[[nodiscard]] UnknownMember unknown_member(const plan::Enum& enumeration, const std::string& value,
                                           const std::string& version, const std::string& unknown,
                                           const std::string& early, const std::string& late);

/// The bits of flags as masks: those that every version has, and of one version all of them:
/// "std::uint64_t{1} | (version >= 2 ? std::uint64_t{2} : 0)".
struct FlagMask {
  std::uint64_t always = 0;
  std::string in_version;  ///< empty: `always`
};
/// Of all flags, or of those alone that don't follow from presence.
enum class FlagChoice : std::uint8_t { all, given };
[[nodiscard]] FlagMask known_flags(const plan::Scalar& scalar, FlagChoice choice,
                                   const std::string& version);

}  // namespace schemac::emit::cpp
