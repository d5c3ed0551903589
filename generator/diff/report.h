// A comparison as text for people, and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "diff/compare.h"

namespace schemac::diff {

/// The files that were compared.
struct Files {
  std::string a, b;                               ///< names, as given
  std::string schema;                             ///< as `name_of` spells it
  std::optional<std::uint64_t> first_difference;  ///< the first byte that differs; none: equal
  bool are_whole = true;                          ///< nothing of them was left out
};

/// The first byte in which two files differ, or nothing.
[[nodiscard]] std::optional<std::uint64_t> first_difference(Bytes a, Bytes b);

/// Whether it is known that the files are the same, or are not: no difference in a part of them
/// says nothing, unless all bytes are equal.
[[nodiscard]] bool is_judged(const Comparison& comparison, const Files& files);

/// A line a difference: what happened, where, from what to what; then a line that sums up.
[[nodiscard]] std::string to_text(const Comparison& comparison, const Files& files,
                                  bool has_colours);

/// {"a", "b", "schema", "same" (null: not known), "bytes_equal", "differences"}; each with
/// "change", "path", "a" and "b" ({"path", "value"} or null), of arrays "elements" ({"count",
/// "differing", "incomparable", "largest", "largest_at", "mean"}).
[[nodiscard]] nlohmann::ordered_json to_json(const Comparison& comparison, const Files& files);

}  // namespace schemac::diff
