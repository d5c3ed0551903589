// The steps of walks through a record's bytes, one function a kind of item.
//
// All walks are printed from the same steps, so that there is one bounds logic: the check of a
// record, which makes all of its checks (validate, read), the same with values made on the way, and
// the walk of a view, which finds out where things are and nothing more. Bodies have steps of their
// own (walk/bodies.h).
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"
#include "schemac/core/codec.h"

namespace schemac::emit::cpp {

/// The check of a field that a codec makes, and that was read before.
void emit_check_codec(Printer& out, Walk& walk, const plan::CheckCodec& item);

/// Names the parameters that a view keeps, as a function that checks has them.
void emit_params(Printer& out, Walk& walk);

void emit_pad(Printer& out, Walk& walk, const plan::Pad& pad);
void emit_require(Printer& out, Walk& walk, const plan::Require& require);
/// Whether it says that the number of a list's elements isn't negative: views look at that, too,
/// since they would show none.
[[nodiscard]] bool is_about_count(const Layout& layout, const plan::Require& require);
/// That it doesn't hold, as a condition.
[[nodiscard]] std::string broken_require(Scope& scope, const plan::Require& require);

/// The check of a digest that was read before.
void emit_check_digest(Printer& out, Walk& walk, const plan::CheckDigest& item);
/// The checks of values beside an absent field.
void emit_absent(Printer& out, Walk& walk, const plan::Presence& presence);

}  // namespace schemac::emit::cpp
