// The elements of an array, one block after the other, for whoever writes them somewhere else.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "direct/json/element_json.h"
#include "schemac/core/bytes.h"
#include "stats/arrays.h"

namespace schemac::extract {

/// Takes the next bytes; false ends it.
using TakeBytes = std::function<bool(Bytes)>;

/// Why not all elements can be had: some are missing, or there is no data; empty if they can.
[[nodiscard]] std::string lack_of(const stats::FileArray& array);

/// The plain bytes of an array in their order in the file: of an array over pieces one piece at a
/// time is in memory. Returns why a piece can't be decoded, or nothing.
[[nodiscard]] std::string each_block(const stats::FileArray& array, const TakeBytes& take);

/// Elements by their number in row-major order, whatever the order in the file is.
class RowMajor {
 public:
  explicit RowMajor(const stats::FileArray& array);

  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Of the next one: a number, a boolean, a pair of numbers, or a text of what isn't finite.
  /// Opaque elements are hex. Null if it can't be decoded: `array.problem()` says why.
  [[nodiscard]] direct::Json next();

 private:
  [[nodiscard]] std::uint64_t place_of(std::uint64_t number) const;

  const stats::FileArray& array_;
  std::uint64_t count_ = 0;
  std::uint64_t at_ = 0;
};

}  // namespace schemac::extract
