// The constants of a generated header: its checks, the sets of characters that its texts may have.
#pragma once

#include <functional>
#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "allowed_characters": the constant for the characters of `text`, which has a charset. Inside
/// namespace `detail`.
[[nodiscard]] std::string characters_of(const plan::Plan& plan, const plan::Text& text);

/// The constants themselves: sets of characters, then checks. For namespace `detail`.
void emit_checks(Printer& out, const plan::Plan& plan);

/// Every body of a plan, those inside others included.
void for_each_body(const plan::Plan& plan, const std::function<void(const plan::Body&)>& visit);
/// The same of one field.
void for_each_body(const plan::Field& field, const std::function<void(const plan::Body&)>& visit);

}  // namespace schemac::emit::cpp
