// Which field of a message's text stands at a place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plan/plan.h"

namespace schemac::direct {

/// The path of the field that stands at `offset`, or that begins before it and isn't at its end:
/// "blocks[0].vars[2].type"; of what is no field that of the message around it. The text may be
/// broken there.
[[nodiscard]] std::string path_in_text(const plan::Plan& plan, const plan::Record& record,
                                       std::string_view text, std::uint64_t offset);

}  // namespace schemac::direct
