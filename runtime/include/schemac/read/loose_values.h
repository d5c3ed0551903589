// The values of records that may have room between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/loose_range.h"
#include "schemac/core/scalar.h"
#include "schemac/read/value_reader.h"
#include "schemac/walk/view.h"

namespace schemac::impl {

/// The values of all of them, with the bytes between them: room_after(value) is where one keeps
/// those.
template <class View, class Starts, bool may_be_empty, class T>
[[nodiscard]] bool read_value(ValueReader& reader,
                              const LooseRange<View, Starts, may_be_empty>& records,
                              std::vector<T>& out) {
  LooseRange<View, Starts, may_be_empty> range = records;
  if (range.size()) {
    if (!reader.take(*range.size(), sizeof(T))) return false;
    out.reserve(static_cast<std::size_t>(*range.size()));
  }
  for (auto record = range.begin(); record != range.end(); ++record) {
    if (!range.size() && !reader.take(1, 2 * sizeof(T))) return false;
    if (!reader.read(*record, out.emplace_back())) return false;
    if constexpr (Starts::has_room)
      if (!reader.read(record.room(), room_after(out.back()))) return false;
  }
  return !range.violation() || reader.fail(*range.violation());
}

}  // namespace schemac::impl
