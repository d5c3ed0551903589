// What is passed to a directory, for its arrays, by the directory that holds it: values of that
// one's files, found out when an array asks for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Whether a declaration has the default for what isn't passed: "= {}".
enum class DefaultTold : std::uint8_t { written, left_out };
/// Of a class whose directory has parameters, if any has arrays: ", schemac::impl::Told<Kind>
/// kind_told",
/// ", told_kind_(std::move(kind_told))"; and its members.
[[nodiscard]] std::string told_parameters(const plan::Plan& plan, std::size_t directory,
                                          DefaultTold defaults);
[[nodiscard]] std::string told_initialisers(const plan::Plan& plan, std::size_t directory);
void emit_told_members(Printer& out, const plan::Plan& plan, std::size_t directory);
/// Whether it is one of those.
[[nodiscard]] bool is_told(const plan::Plan& plan, std::size_t directory);
/// What a directory passes to one in it: locals, called as parameters are with "_passed" after, of
/// a function that has the `key` of an entry that is keyed.
void emit_telling(Printer& out, const plan::Plan& plan, std::size_t directory, std::size_t entry);

}  // namespace schemac::emit::cpp
