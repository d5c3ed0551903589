// Which field of a message's text is at a place.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "plan/plan.h"

namespace schemac::direct {

/// The path of the field that begins at `offset`, or begins before it and hasn't ended there:
/// "blocks[0].vars[2].type"; where there is no field, that of the message around it. The text may
/// be broken there.
[[nodiscard]] std::string path_in_text(const plan::Plan& plan, const plan::Record& record,
                                       std::string_view text, std::uint64_t offset);

}  // namespace schemac::direct
