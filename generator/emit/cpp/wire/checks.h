// The constants of a generated header: its checks, the sets of characters that its texts may have.
#pragma once

#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "allowed_characters": the constant for the characters of `text`, which has a charset. Inside
/// namespace `detail`.
[[nodiscard]] std::string characters_of(const plan::Plan& plan, const plan::Text& text);

/// The constants themselves: sets of characters, then checks. For namespace `detail`.
void emit_checks(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
