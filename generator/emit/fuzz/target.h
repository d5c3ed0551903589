// A libFuzzer target of a schema file: its generated header, held to what it promises.
#pragma once

#include <span>
#include <string>

#include "plan/plan.h"

namespace schemac::emit::fuzz {

/// The source of a program that tries each input as a file of each root of each format; the header
/// it includes is `stem`.h. Empty if the schema has no root.
[[nodiscard]] std::string emit_target(std::span<const plan::Plan> plans, const std::string& stem);

}  // namespace schemac::emit::fuzz
