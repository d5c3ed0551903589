// Records that are messages in protobuf's wire form: the names and types of what shows them.
//
// A view of a message keeps a slot a field, which one pass over the message fills; an accessor
// decodes what a slot points at.
#pragma once

#include <optional>
#include <string>

#include "emit/cpp/spell/symbols.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "schemac::protobuf::Coding::varint".
[[nodiscard]] std::string coding_name(protobuf::Coding coding);
/// "detail::desc_message": the constant that a message's pass is made for.
[[nodiscard]] std::string message_form(const plan::Record& record);
/// The same below the rule: "schemac::impl::Coding::varint".
[[nodiscard]] std::string inner_coding_name(protobuf::Coding coding);

/// The slots of a view: a type of that many.
[[nodiscard]] std::string slots_type(const plan::Record& record);
/// The slot of a field.
[[nodiscard]] std::size_t slot_of(const plan::MessageFields& message, plan::FieldId field);

/// The type that the accessor of a field returns.
[[nodiscard]] std::string message_accessor_type(const Symbols& symbols, plan::FieldId id);

/// Whether a field is there, as its view knows it.
[[nodiscard]] std::string message_presence(const Symbols& symbols, plan::FieldId id);
/// Where the field of a message begins that `view` ("message") shows.
[[nodiscard]] std::string message_place(const Symbols& symbols, plan::FieldId id,
                                        const std::string& view);

/// Whether all rules about a number of a list are made while it is looked for.
[[nodiscard]] bool has_element_rules(const plan::Field& field);
/// Whether the product of a list of numbers is asked for.
[[nodiscard]] bool is_multiplied(const plan::Field& field);

/// Whether a number without a member in its enumeration counts as unknown.
[[nodiscard]] bool is_closed(const plan::Plan& plan, const plan::Scalar& scalar);

/// Of which of the lists there are facts, in their order: the number of `id`, or how many.
[[nodiscard]] std::size_t facts_before(const plan::Record& record, std::optional<plan::FieldId> id);

/// Whether a body is a value of no type.
[[nodiscard]] bool is_free_value(const plan::Body& body);

/// "fields_[2]": the slot of a field, as a member of the view.
[[nodiscard]] std::string slot_member(const plan::MessageFields& message, plan::FieldId id);

/// "DimView": the view of the record that a body holds.
[[nodiscard]] std::string message_view(const Symbols& symbols, const plan::Body& body);

/// What a message says of a field.
[[nodiscard]] const plan::MessageField& message_field(const plan::MessageFields& message,
                                                      plan::FieldId id);

/// "DataType", "std::int64_t": the type of a number.
[[nodiscard]] std::string number_type_of(const plan::Plan& plan, const plan::Scalar& scalar);

/// "schemac::MessageNumbers<std::int64_t, 4>": a list of numbers.
[[nodiscard]] std::string numbers_type(const Symbols& symbols, const plan::MessageField& field);

}  // namespace schemac::emit::cpp
