// The bytes of one element, of those that all elements of a list share.
//
// A file says of each element where its bytes stand among those of all; a value just holds them.
// Places follow from the sizes: who writes puts the parts one behind the other, so nobody sets a
// place, and no payload is copied into a buffer of all.
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

#include "schemac/core/blob.h"
#include "schemac/core/rejection.h"
#include "schemac/core/result.h"
#include "schemac/core/view.h"

namespace schemac {

/// A payload that is written where there is room for it. Compares by content.
class PlacedBlob : public Blob {
 public:
  PlacedBlob() = default;
  PlacedBlob(Blob blob)
      : Blob(std::move(blob)) {}  // NOLINT(google-explicit-constructor): it is one

 private:
  friend struct PartAccess;
  std::array<std::uint64_t, 2> place_ = {};  // the first byte, the one behind the last
};

/// For readers and writers: where parts stand.
struct PartAccess {
  /// Keeps what an element says, until the bytes of all are known.
  static void state(PlacedBlob& part, std::optional<std::uint64_t> begin,
                    std::optional<std::uint64_t> end) {
    part.place_ = begin && end ? std::array{*begin, *end} : std::array<std::uint64_t, 2>{};
  }
  /// Refers to the bytes of `whole` that were stated; to none if they aren't there.
  static void take(PlacedBlob& part, const Blob& whole) {
    const auto [begin, end] = std::exchange(part.place_, {});
    if (begin <= end && end <= whole.size())
      static_cast<Blob&>(part) = whole.part(begin, end - begin);
  }
  /// Gives the part its place behind others of `begin` bytes; returns where it ends.
  static std::uint64_t place(PlacedBlob& part, std::uint64_t begin) {
    part.place_ = {begin, begin + part.size()};
    return part.place_[1];
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

/// Bytes of all parts; `parts.each(visit)` visits them.
template <class Parts>
[[nodiscard]] std::uint64_t size_of_parts(const Parts& parts) {
  std::uint64_t size = 0;
  parts.each([&](const PlacedBlob& part) { size += part.size(); });
  return size;
}

/// Puts parts one behind the other. Refuses places beyond `most`, which the elements of `list` at
/// `place` can't state.
template <class Parts>
[[nodiscard]] bool place_parts(const Parts& parts, Rejection& rejection, std::uint64_t most,
                               std::string_view list, std::string_view place) {
  std::uint64_t reached = 0;
  std::size_t index = 0;
  bool fits = true;
  parts.each([&](PlacedBlob& part) {
    reached = PartAccess::place(part, reached);
    if (fits && reached > most) {
      const std::string path =
          std::string(list) + "[" + std::to_string(index) + "]." + std::string(place);
      fits = rejection.reject_large(Frame{}, path, reached, most);
    }
    ++index;
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

}  // namespace schemac
