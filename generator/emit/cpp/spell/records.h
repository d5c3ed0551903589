// What is asked about records, fields and bodies of a plan, and the names that follow from them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "plan/facts/stored_sizes.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

using plan::extent_of;
using plan::stored_size;
using plan::tag_size;

/// Every body of a plan, those inside others included.
void for_each_body(const plan::Plan& plan, const std::function<void(const plan::Body&)>& visit);
/// The same of one field.
void for_each_body(const plan::Field& field, const std::function<void(const plan::Body&)>& visit);

/// The record that a field holds.
[[nodiscard]] const plan::Record& held_record(const plan::Plan& plan, const plan::Field& field);
/// Whether it is a constant, which has no accessor, and records around it ask for it.
[[nodiscard]] bool is_hidden_number(const plan::Record& record, plan::FieldId id);
/// "ShapeParts": what a walk may do with the view of a record that expressions look into.
[[nodiscard]] std::string access_name(const plan::Record& record);
/// "tensor": a record's name inside functions and constants.
[[nodiscard]] std::string record_name(const plan::Record& record);
/// "RootOfFile": the struct by which the runtime reads and writes files of a root.
[[nodiscard]] std::string root_name(const plan::Record& record);
/// The scalar of fixed size that a list consists of, or null.
[[nodiscard]] const plan::Scalar* scalar_element(const plan::List& list);
[[nodiscard]] const plan::Scalar* scalar_element(const plan::Body& body);
/// Whether a MessagePack head says how long it is.
[[nodiscard]] bool has_head(const plan::Body& body);
/// How a body is an object of MessagePack of which nothing is said; null for others.
[[nodiscard]] const plan::FreeForm* object_of(const plan::Body& body);
/// Whether a view keeps the number in that head; of other lists it reads the head again.
[[nodiscard]] bool has_kept_size(const plan::Body& body);
/// Whether a list of scalars that a walk goes over carries its product: its elements are gone over
/// in any case, for their tags.
[[nodiscard]] bool has_product(const plan::Field& field);
/// Whether elements share bytes.
[[nodiscard]] bool is_packed(Dtype dtype);

/// The field by which elements of a record must differ, or are ordered, if a list asks for it.
[[nodiscard]] std::optional<plan::FieldId> key_of(const plan::Plan& plan, plan::RecordId record);

/// Whether something about the records of a list may be open: how many there are, where each
/// begins.
[[nodiscard]] bool is_loose(const plan::List& list);

/// Whether the functions of a record are copied where they are called: it is held once, or small.
[[nodiscard]] bool is_inlined(const plan::Plan& plan, plan::RecordId id);

/// "SCHEMAC_INLINE" for the functions of a record that a single field holds,
/// "inline" for others: compilers would call a function for each element of a table, which costs as
/// much as its work.
[[nodiscard]] std::string inlining(const plan::Plan& plan, const plan::Record& record);
/// Whether a record is a root of the format.
[[nodiscard]] bool is_root(const plan::Plan& plan, const plan::Record& record);

}  // namespace schemac::emit::cpp
