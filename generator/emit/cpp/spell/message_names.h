// Records that are messages in protobuf's wire form: their views, walks and checks.
//
// A view of a message keeps a slot a field, which one pass over the message fills; an accessor
// decodes what a slot points at. The checks stand on that view.
#pragma once

#include <optional>
#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/steps/steps.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "schemac::protobuf::Coding::varint".
[[nodiscard]] std::string coding_name(protobuf::Coding coding);
/// "detail::desc_message": the constant that a message's pass is made for.
[[nodiscard]] std::string message_form(const plan::Record& record);
/// These constants, for all messages of a plan.
void emit_message_forms(Printer& out, const plan::Plan& plan);

/// Whether a message may stand in several parts, which are joined.
[[nodiscard]] bool may_stand_in_parts(const plan::Plan& plan);

/// The slots of a view: a type of that many.
[[nodiscard]] std::string slots_type(const plan::Record& record);
/// The slot of a field.
[[nodiscard]] std::size_t slot_of(const plan::MessageFields& message, plan::FieldId field);

[[nodiscard]] std::string message_accessor_type(const Layout& layout, plan::FieldId id);
void emit_message_accessor(Printer& out, const Layout& layout, plan::FieldId id);
/// Whether a field is there, as its view knows it.
[[nodiscard]] std::string message_presence(const Layout& layout, plan::FieldId id);
/// Where the field of a message begins that `view` ("message") shows.
[[nodiscard]] std::string message_place(const Layout& layout, plan::FieldId id,
                                        const std::string& view);

void emit_message_walk(Printer& out, const Layout& layout);
/// The statements of a message's check.
void emit_message_check(Printer& out, const Layout& layout, Forms& forms, Mode mode);

}  // namespace schemac::emit::cpp
