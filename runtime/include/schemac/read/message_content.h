// What accessors of messages give for messages inside.
#pragma once

#include <cstddef>

#include "schemac/core/result.h"
#include "schemac/read/content.h"
#include "schemac/walk/view.h"
#include "schemac/wire/message.h"

namespace schemac::impl {

/// The message in a slot of the one at `begin`.
template <class View>
[[nodiscard]] inline Result<View> message_in(Spot spot, const FieldSlot& slot,
                                             const std::byte* begin) {
  if (slot.at == nullptr) [[unlikely]]
    return absent_at(spot.of, spot.name, begin);
  return record_in(View(spot.origin()), spot, region_in(slot));
}

}  // namespace schemac::impl
