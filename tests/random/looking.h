// How far a file is looked into by its view, and where the view contradicts itself.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "random/shown.h"
#include "schemac/core/joined_array.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "schemac/core/violation.h"

namespace net {

// Views of a broken file may lead in a circle, to the same bytes again and again, or over as many
// elements without bytes as a number can tell: what lies deeper, and what comes late, isn't looked
// at.
struct Looking {
  static constexpr std::uint32_t deepest = 60;
  static constexpr std::uint64_t most = 20'000;
  static constexpr std::uint64_t most_elements = 1U << 17;  ///< of a list: more than files may hold
  std::uint32_t depth = 0;
  std::uint64_t records = 0;                      ///< since the file was opened
  schemac::Limits limits = {};                    ///< that `validate` was given
  const schemac::Report* report = nullptr;        ///< what it says of the file
  const std::set<std::string>* placed = nullptr;  ///< lists that lie at offsets, or in what does
  std::vector<std::string> contradictions = {};   ///< of a view with itself, or with the report

  [[nodiscard]] bool is_cut_short() const { return records > most; }
};
[[nodiscard]] Looking& looking();

// What a range goes over, and why it ends early.
struct Walked {
  std::vector<Shown> elements;
  std::optional<schemac::Violation> violation;
  bool is_cut_short = false;
};

/// What a checked range shows is what the other one does, up to the first element that breaks a
/// rule, which is in the report, too.
void compare_checked(const Walked& plain, const Walked& checked);
/// An element that is asked for by itself is the one that the range comes to.
void compare_element(const Shown& walked, const Shown& alone, std::uint64_t index);
/// The range comes to as many elements as it announces.
void compare_size(const Walked& walked, std::uint64_t size);

/// The bytes of all its pieces, which are the same in whatever portions they are read.
[[nodiscard]] Shown show_joined(const schemac::JoinedArray& array);

}  // namespace net
