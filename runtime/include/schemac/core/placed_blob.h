// The bytes of one element, of those that all elements of a list share.
//
// A file says of each element where its bytes lie among those of all; a value just holds them.
// Places follow from the sizes: who writes puts the parts one after the other, so nobody sets a
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
#include "schemac/core/result.h"

namespace schemac {

namespace impl {
struct PartAccess;
}  // namespace impl

/// A payload that is written where there is room for it. Compares by content.
class PlacedBlob : public Blob {
 public:
  PlacedBlob() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): it is one
  PlacedBlob(Blob blob) : Blob(std::move(blob)) {}

 private:
  friend struct impl::PartAccess;
  std::array<std::uint64_t, 2> place_ = {};  // the first byte, the one after the last
};

}  // namespace schemac
