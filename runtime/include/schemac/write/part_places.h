// Where the parts of bytes are that elements share: as elements state them, and as a writer places
// them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "schemac/base/checked.h"
#include "schemac/check/rejection.h"
#include "schemac/core/blob.h"
#include "schemac/core/placed_blob.h"
#include "schemac/core/result.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// For readers and writers: where parts lie.
struct PartAccess {
  /// Keeps what an element says, until the bytes of all are known.
  static void state(PlacedBlob& part, std::optional<std::uint64_t> begin,
                    std::optional<std::uint64_t> end) {
    part.place_ = begin && end ? std::array{*begin, *end} : std::array<std::uint64_t, 2>{};
  }
  /// Refers to the bytes of `whole` that were stated; to none if they aren't there.
  static void take(PlacedBlob& part, const Blob& whole) {
    const auto [begin, end] = std::exchange(part.place_, {});
    const bool is_there = begin <= end && end <= whole.size();
    static_cast<Blob&>(part) = is_there ? whole.part(begin, end - begin) : Blob();
  }
  /// Gives the part its place after others of `reached` bytes, which it is counted to then; false
  /// if these are more than 64 bits count.
  [[nodiscard]] static bool place(PlacedBlob& part, std::uint64_t& reached) {
    part.place_[0] = reached;
    if (!add(reached, part.size(), reached)) return false;
    part.place_[1] = reached;
    return true;
  }
  template <class Number>
  [[nodiscard]] static Number first(const PlacedBlob& part) {
    return static_cast<Number>(part.place_[0]);
  }
  template <class Number>
  [[nodiscard]] static Number last(const PlacedBlob& part) {
    return static_cast<Number>(part.place_[1]);
  }
  /// Both as a list of the member's type.
  template <class Number>
  requires std::same_as<Number, std::uint64_t> || std::same_as<Number, std::int64_t>
  [[nodiscard]] static std::span<const Number> places(const PlacedBlob& part) {
    return {reinterpret_cast<const Number*>(part.place_.data()), part.place_.size()};
  }
};

/// Bytes of all parts; `parts.each(visit)` visits them, with the index of each one's element. Parts
/// that were placed have a size that fits; of others that don't it is the greatest there is.
template <class Parts>
[[nodiscard]] std::uint64_t size_of_parts(const Parts& parts) {
  std::uint64_t size = 0;
  bool fits = true;
  parts.each([&](const PlacedBlob& part, std::uint64_t /*index*/) {
    size = checked_add<std::uint64_t>(size, part.size(), fits);
  });
  return fits ? size : ~std::uint64_t{0};
}

/// The elements that state places, "head.tensors", and how: each field by its path from an element,
/// and the most that fits it.
struct PlaceFields {
  std::string_view list;
  std::string_view begin, end;
  std::uint64_t most_begin = 0, most_end = 0;
};

/// Puts parts one after the other. Refuses places that the elements can't state.
template <class Parts>
[[nodiscard]] bool place_parts(const Parts& parts, Rejection& rejection,
                               const PlaceFields& fields) {
  std::uint64_t reached = 0;
  bool fits = true;
  parts.each([&](PlacedBlob& part, std::uint64_t index) {
    if (!fits) return;
    const auto path = [&](std::string_view place) {
      return std::string(fields.list) + "[" + std::to_string(index) + "]." + std::string(place);
    };
    const std::uint64_t begin = reached;
    if (begin > fields.most_begin)
      fits = rejection.reject_large(Frame{}, path(fields.begin), begin, fields.most_begin);
    else if (!PartAccess::place(part, reached))
      fits = rejection.reject_overflow(Frame{}, path(fields.end));
    else if (reached > fields.most_end)
      fits = rejection.reject_large(Frame{}, path(fields.end), reached, fields.most_end);
  });
  return fits;
}

/// The part of bytes from `begin` up to `end`, as an element states them.
[[nodiscard]] inline Result<Bytes> part_in(Origin origin, const Check& outside, Bytes whole,
                                           std::optional<std::uint64_t> begin,
                                           std::optional<std::uint64_t> end) {
  if (!begin || !end) return Bytes();
  if (*begin > *end || *end > whole.size())
    return violation_at(origin, outside, whole.data(), Facts{*begin, *end, whole.size()});
  return whole.subspan(static_cast<std::size_t>(*begin), static_cast<std::size_t>(*end - *begin));
}
[[nodiscard]] inline Result<Bytes> part_in(Origin origin, const Check& outside,
                                           const Result<Bytes>& whole,
                                           std::optional<std::uint64_t> begin,
                                           std::optional<std::uint64_t> end) {
  if (!whole) return whole.error();
  return part_in(origin, outside, *whole, begin, end);
}

}  // namespace schemac::impl
