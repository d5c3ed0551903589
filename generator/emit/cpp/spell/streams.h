// Files that grow (plan::Stream): the functions that check and write a root take any struct like
// its record, so that its list can be a schemac::Streamed, of which most is in the file already.
#pragma once

#include <string>
#include <string_view>

#include "emit/cpp/measure/scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What a root says of its list whose elements may come one by one; null for others.
[[nodiscard]] const plan::Stream* stream_of(const plan::Plan& plan, const plan::Record& record);
[[nodiscard]] bool has_streams(const plan::Plan& plan);
/// A record with a schemac::Streamed in the place of that list: "FileStream".
[[nodiscard]] std::string streamed_type(const plan::Record& record);
/// Whether field `id` of the record at hand is that list.
[[nodiscard]] bool is_streamed(const WriteScope& scope, plan::FieldId id);

/// What a root's functions call the type of their value: "File", or "Value" of a template with the
/// head `value_template`.
[[nodiscard]] std::string value_type(const plan::Plan& plan, const plan::Record& root);
[[nodiscard]] std::string value_template(const plan::Plan& plan, const plan::Record& root,
                                         std::string_view further = {});

/// Prints the types of `streamed_type`, for the functions of the writer.
void emit_streamed_types(Printer& out, const plan::Plan& plan);
/// Prints `table_of(value)` of a root with such a list, if a table says where its elements begin.
void emit_place_of_table(Printer& out, const plan::Plan& plan, const plan::Record& root);
/// Prints schemac::Growth of each root that has such a list.
void emit_growth_traits(Printer& out, const plan::Plan& plan);

}  // namespace schemac::emit::cpp
