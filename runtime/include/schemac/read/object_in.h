// Objects of MessagePack that an accessor finds, and their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/free_value.h"
#include "schemac/core/limits.h"
#include "schemac/core/msgpack_object.h"
#include "schemac/core/result.h"
#include "schemac/read/content.h"
#include "schemac/read/msgpack_content.h"
#include "schemac/walk/view.h"
#include "schemac/wire/msgpack_free_value.h"
#include "schemac/wire/msgpack_object_check.h"
#include "schemac/wire/msgpack_object_walk.h"

namespace schemac::impl::msgpack {

/// What an accessor gives for an object.
template <const ObjectChecks& checks>
[[nodiscard]] Result<ObjectView> object_in(Spot spot, Region region, std::string_view field) {
  const std::byte* const after = after_object(region.begin, region.end);
  if (after != nullptr) [[likely]]
    return ObjectView(Bytes(region.begin, after));
  return detail::violation_of(spot, [&](Context& context, const Frame& frame) {
    (void)walk_object(context, frame, field, checks, region.begin, region.end);
  });
}

}  // namespace schemac::impl::msgpack

namespace schemac::impl {

template <class Reader>
bool read_value(Reader& reader, const msgpack::ObjectView& view, Free& out) {
  if (!reader.take(msgpack::detail::memory_of(view.bytes()))) return false;
  Limits all;  // it was walked within those of the caller
  all.decoded = std::numeric_limits<std::uint64_t>::max();
  all.depth = std::numeric_limits<std::uint32_t>::max();
  out.value = view.parse(all).value_or(FreeValue());
  out.stored = Blob::borrow(view.bytes());
  return true;
}

}  // namespace schemac::impl
