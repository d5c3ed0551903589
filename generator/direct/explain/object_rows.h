// An object of MessagePack part by part, where a schema says nothing of it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/text/row.h"
#include "schemac/core/bytes.h"

namespace schemac::direct {

/// Rows of the object that takes all of `object`, which was walked; `offset` is where it begins. A
/// number is its tag and itself, what has a head that and its content. Lists and maps are a row
/// before those of their parts: "x", "x.head", "x[0]", or "x[0].key", "x[0].value". There are at
/// least as many as cover the object, and not many more than `most`; `is_whole` is false if some
/// are left out.
[[nodiscard]] std::vector<Row> object_rows(const std::string& path, Bytes object,
                                           std::uint64_t offset, std::uint64_t most,
                                           bool& is_whole);

}  // namespace schemac::direct
