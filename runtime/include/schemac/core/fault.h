// What is missing where bytes end too early.
//
// A walk checks the bounds of a whole stretch of neighbouring fields at once and returns false when
// they do not fit. Only then, on the cold path, the table of the stretch tells which field is the
// first that is not whole, and which other field announced more than there is. One fault gives one
// or two violations ("the pair": cause and effect).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/checked.h"

namespace schemac {

/// A field of a stretch. A `counted` part stands `count` times (the fault's); its elements are
/// named `field[i]` if `indexed`, else they are one payload that is missing as a whole.
struct Part {
  std::string_view field = {};
  std::uint64_t size = 0;  ///< bytes of the field, or of one element
  bool counted = false;
  bool indexed = false;
};

/// Neighbouring fields under one bounds check.
struct Stretch {
  std::span<const Part> parts = {};
  /// The check at the field that states the count; null where the length is fixed. Its class is
  /// `bad_count` if the bytes announced would fit into the file, `resource_limit` if not. Facts: a
  /// the count, b the bytes needed, c the bytes left. Not noted for a count of 0, which announces
  /// nothing.
  const Check* cause = nullptr;
};

/// A stretch that did not fit.
struct Fault {
  const Stretch* stretch = nullptr;
  const std::byte* begin = nullptr;     ///< of the stretch
  const std::byte* end = nullptr;       ///< where the bytes end that it may use
  const std::byte* count_at = nullptr;  ///< the field that states the count, if any
  std::uint64_t count = 0;

  explicit operator bool() const { return stretch != nullptr; }
};

namespace detail {

inline std::uint64_t saturated_product(std::uint64_t x, std::uint64_t y) {
  std::uint64_t product = 0;
  return multiply(x, y, product) ? product : ~std::uint64_t{0};
}
inline std::uint64_t saturated_sum(std::uint64_t x, std::uint64_t y) {
  std::uint64_t sum = 0;
  return add(x, y, sum) ? sum : ~std::uint64_t{0};
}
inline std::uint64_t part_size(const Part& part, std::uint64_t count) {
  return part.counted ? saturated_product(part.size, count) : part.size;
}

}  // namespace detail

/// Bytes of the whole stretch.
[[nodiscard]] inline std::uint64_t size_needed(const Fault& fault) {
  std::uint64_t needed = 0;
  for (const Part& part : fault.stretch->parts)
    needed = detail::saturated_sum(needed, detail::part_size(part, fault.count));
  return needed;
}

/// Calls `note(check, offset, facts)` for the violations of `fault`; `space` are all bytes of the
/// file.
template <class Note>
void explain(const Fault& fault, Bytes space, Note&& note) {
  const auto left = static_cast<std::uint64_t>(fault.end - fault.begin);
  const auto offset = static_cast<std::uint64_t>(fault.begin - space.data());
  if (fault.stretch->cause != nullptr && fault.count != 0) {
    const std::uint64_t needed = size_needed(fault);
    Check cause = *fault.stretch->cause;
    cause.rule = needed > space.size() - offset ? Rule::resource_limit : Rule::bad_count;
    note(cause, static_cast<std::uint64_t>(fault.count_at - space.data()),
         Facts{fault.count, needed, left});
  }
  std::uint64_t before = 0;
  for (const Part& part : fault.stretch->parts) {
    const std::uint64_t size = detail::part_size(part, fault.count);
    if (size <= left - before) {
      before += size;
      continue;
    }
    std::string field(part.field);
    std::uint64_t whole = 0;
    if (part.counted && part.indexed) {
      whole = (left - before) / part.size;
      field += '[' + std::to_string(whole) + ']';
    }
    const std::uint64_t needed = part.indexed ? part.size : size;
    note(Check{Rule::truncated, Level::error, {}, field, "{a} bytes needed, {b} left"},
         offset + before + whole * part.size, Facts{needed, left - before - whole * part.size});
    return;
  }
}

}  // namespace schemac
