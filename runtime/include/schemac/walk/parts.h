// Bytes that elements of a list share among them: each says which are its own, and together they
// are all there are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/check/rejection.h"
#include "schemac/core/bytes.h"
#include "schemac/core/result.h"

namespace schemac::impl {

/// What is checked of parts, and where: the paths are below the record.
struct PartChecks {
  const Check& outside;                    ///< a: begin, b: end, c: bytes that there are
  const Check& overlap;                    ///< a: begin, b: end of the part before it
  const Check& gap;                        ///< a: begin, b: end of the bytes between parts
  std::string_view list = {}, place = {};  ///< "head.tensors" and "value.place" of an element
};

/// A number that an element holds, or the one at `index` of a list; none if there is none. One
/// below 0 leads outside, as does the greatest place that there is.
template <class Number>
[[nodiscard]] std::optional<std::uint64_t> bound_in(const Number& number) {
  if constexpr (requires { number.has_value(); }) {
    return number ? bound_in(*number) : std::nullopt;
  } else {
    if constexpr (std::is_signed_v<Number>)
      if (number < 0) return ~std::uint64_t{0};
    return static_cast<std::uint64_t>(number);
  }
}
template <class List>
[[nodiscard]] std::optional<std::uint64_t> bound_in(const List& list, std::uint64_t index) {
  if constexpr (requires { list.has_value(); }) {
    return list ? bound_in(*list, index) : std::nullopt;
  } else {
    std::uint64_t i = 0;
    for (const auto number : list)
      if (i++ == index) return bound_in(number);
    return std::nullopt;
  }
}

/// Parts as elements state them, in the order of the list; what is wrong with them is reported in
/// the order of the bytes.
class Parts {
 public:
  enum class Flaw : std::uint8_t { outside, overlap, gap };
  struct Found {
    Flaw flaw = Flaw::gap;
    std::optional<std::size_t> element;  ///< none of a gap
    std::uint64_t begin = 0, end = 0;    ///< of the facts
    std::uint64_t at = 0;                ///< distance from the first of the bytes
  };

  /// An element without a place has none of the bytes: something else is wrong with it.
  void add(std::optional<std::uint64_t> begin, std::optional<std::uint64_t> end) {
    if (begin && end) parts_.push_back({*begin, *end, count_});
    ++count_;
  }

  /// Calls `tell(found)` for each flaw, until it returns false. Where a part leads outside, nothing
  /// is said of the bytes that it should have. Returns whether all were reported.
  template <class Tell>
  bool find(std::uint64_t size, const Tell& tell) {
    std::vector<Part> outside;
    std::ranges::copy_if(parts_, std::back_inserter(outside), [&](const Part& part) {
      return part.begin > part.end || part.end > size;
    });
    const auto place = [&](const Part& part) { return std::min(part.begin, size); };
    std::ranges::stable_sort(outside, {}, place);
    for (const Part& part : outside)
      if (!tell(Found{Flaw::outside, part.element, part.begin, part.end, place(part)}))
        return false;
    if (!outside.empty()) return true;
    std::stable_sort(parts_.begin(), parts_.end(), [](const Part& x, const Part& y) {
      return x.begin != y.begin ? x.begin < y.begin : x.end < y.end;
    });
    std::uint64_t reached = 0;
    for (const Part& part : parts_) {
      if (part.begin < reached &&
          !tell(Found{Flaw::overlap, part.element, part.begin, reached, part.begin}))
        return false;
      if (part.begin > reached &&
          !tell(Found{Flaw::gap, std::nullopt, reached, part.begin, reached}))
        return false;
      reached = std::max(reached, part.end);
    }
    return reached == size || tell(Found{Flaw::gap, std::nullopt, reached, size, reached});
  }

 private:
  struct Part {
    std::uint64_t begin = 0, end = 0;
    std::size_t element = 0;
  };

  std::vector<Part> parts_;
  std::size_t count_ = 0;
};

/// What notes a flaw, and its path: that of an element, or the one of the check.
[[nodiscard]] inline const Check& check_of(const PartChecks& checks, Parts::Flaw flaw) {
  return flaw == Parts::Flaw::outside   ? checks.outside
         : flaw == Parts::Flaw::overlap ? checks.overlap
                                        : checks.gap;
}
[[nodiscard]] inline std::string path_of(const PartChecks& checks, const Parts::Found& found) {
  if (!found.element) return std::string(checks.gap.field);
  return std::string(checks.list) + "[" + std::to_string(*found.element) + "]." +
         std::string(checks.place);
}

/// Whether parts of a file are looked at: not beside violations that make readers refuse it.
[[nodiscard]] inline bool may_check_parts(const Context& context, const PartChecks& checks) {
  return !context.stopped() && context.makes(checks.outside) && !context.has_errors();
}

/// Notes what was found of the parts of `bytes`, which lie in a file. Returns whether the walk goes
/// on.
inline bool note_flaw(Context& context, const Frame& frame, const PartChecks& checks,
                      const Parts::Found& found, Bytes bytes) {
  Check check = check_of(checks, found.flaw);
  if (!context.makes(check)) return true;
  const std::string path = path_of(checks, found);
  check.field = path;
  return context.note(check, frame, bytes.data() + found.at,
                      {found.begin, found.end, bytes.size()});
}
/// Notes all that is wrong with them. Returns whether the walk goes on.
inline bool check_parts(Context& context, const Frame& frame, const PartChecks& checks,
                        Parts& parts, Bytes bytes) {
  return parts.find(bytes.size(), [&](const Parts::Found& found) {
    return note_flaw(context, frame, checks, found, bytes);
  });
}
/// The same of bytes that lie after what had to be walked over: what was wrong there is reported
/// elsewhere.
inline bool check_parts(Context& context, const Frame& frame, const PartChecks& checks,
                        Parts& parts, const Result<Bytes>& bytes) {
  return !bytes || check_parts(context, frame, checks, parts, *bytes);
}
/// The same of a value that is to be written: why it isn't.
inline bool check_parts(Rejection& rejection, const PartChecks& checks, Parts& parts,
                        std::uint64_t size) {
  return parts.find(size, [&](const Parts::Found& found) {
    Check check = check_of(checks, found.flaw);
    if (check.level > Level::rule) return true;
    const std::string path = path_of(checks, found);
    check.field = path;
    return rejection.reject(check, Frame{}, {found.begin, found.end, size});
  });
}

}  // namespace schemac::impl
