// What depends on the version of a file, as C++.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "emit/printer.h"
#include "plan/facts/version_facts.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

using plan::version_split;
using plan::VersionSplit;

/// "is_known_value_type": the function of namespace `detail` for an enumeration.
[[nodiscard]] std::string known_function(const plan::Enum& enumeration);

/// "version >= 2 && version < 4"; `version` is how the file's is spelled.
[[nodiscard]] std::string is_version_in(const model::Versions& versions,
                                        const std::string& version);

/// Whether a version decides which members of the enumeration are known.
[[nodiscard]] bool has_versions(const plan::Enum& enumeration);
/// Whether some members begin (or end) with a version.
[[nodiscard]] bool have_since(const plan::Enum& enumeration);
[[nodiscard]] bool have_until(const plan::Enum& enumeration);
/// The functions that say where: "value_type_since", "value_type_until".
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

/// What the version is called inside a loop that is printed twice, see schemac::impl::by_version.
inline constexpr const char* known_version = "known_version";

/// Prints `loop`, over such records, as the body `name` of schemac::impl::by_version; `version` is
/// how the version is spelled before it. For "put_tensors" it prints
///
///   const auto put_tensors = [&](const std::uint64_t known_version)
///   SCHEMAC_INLINED {
///     for (const Tensor& element : value.tensors) ...
///   };
///   schemac::impl::by_version(value.version, 2, put_tensors);
void emit_split_loop(Printer& out, const std::string& name, const std::string& version,
                     std::uint32_t limit, const std::function<void()>& loop);
/// The same of a loop that returns false where something is wrong.
void emit_split_check(Printer& out, const std::string& name, const std::string& version,
                      std::uint32_t limit, const std::function<void()>& loop);

}  // namespace schemac::emit::cpp
