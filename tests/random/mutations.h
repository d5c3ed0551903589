// Files that are nearly right: cut off, with other numbers, with bytes more or less.
#pragma once

#include <cstddef>
#include <vector>

#include "direct/explain/explain.h"
#include "plan/plan.h"
#include "random/dice.h"

namespace net {

using File = std::vector<std::byte>;

/// The places of a file that say how the rest of it lies: of numbers, one or few bytes each.
struct Place {
  std::size_t offset = 0, size = 0;
};
[[nodiscard]] std::vector<Place> places_of(const std::vector<schemac::direct::Row>& rows);

/// Another file than `from`, with one to three changes.
[[nodiscard]] File mutated(const File& from, const std::vector<Place>& places, Dice& dice);
/// A file of small numbers.
[[nodiscard]] File random_file(Dice& dice);

}  // namespace net
