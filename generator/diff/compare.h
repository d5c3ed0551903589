// What is different between two files of one format, by meaning.
//
// What follows from something else (counts, offsets, padding, the order of payloads) isn't looked
// at: two files are the same if a writer would write the same of what they mean. Elements of a list
// whose key is unique are found by that key, so an element that was put in between is one
// difference, not one for each after it. Choices (what a file says in one of several ways that
// mean the same) are compared apart.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "diff/array_difference.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::diff {

using Json = nlohmann::ordered_json;

enum class Change : std::uint8_t {
  added,    ///< only the second has it
  removed,  ///< only the first has it
  changed,
  moved,  ///< of a list: the same elements in another order
};

/// What one of the files has there.
struct Side {
  std::string path;  ///< as `explain` prints it
  Json value;        ///< of arrays and long lists what they are like
  std::string text;  ///< the value in one line
};

struct Difference {
  Change change = Change::changed;
  std::string path;  ///< elements by their keys: items["day"].hits
  std::optional<Side> a, b;
  std::optional<ArrayDifference> elements;  ///< of arrays alike in type and shape
  std::vector<std::uint64_t> largest_at;    ///< the indices of the element that differs most
};

/// All differences, in the order of the schema and of the first file.
struct Comparison {
  std::vector<Difference> differences;
  std::vector<Difference> choices;  ///< the same meaning, written in another way
  std::uint64_t dropped = 0;        ///< differences found beyond `most_differences`
  std::uint64_t dropped_choices = 0;

  [[nodiscard]] bool is_same() const { return differences.empty(); }
  [[nodiscard]] std::uint64_t count(Change change) const;
};

inline constexpr std::uint64_t most_differences = 100'000;

/// Compares the values of two files of `root`; `progress` is called with the path of an array and
/// how far its comparison is, from 0 to 1.
[[nodiscard]] Comparison compare(
    const plan::Plan& plan, const plan::Root& root, const direct::Value& a, const direct::Value& b,
    const std::function<void(const std::string& path, double done)>& progress = {});

}  // namespace schemac::diff
