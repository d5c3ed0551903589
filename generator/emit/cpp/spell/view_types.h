// The types that accessors of views return. Checks, joined arrays and conversions to values ask for
// them as well as the views themselves.
#pragma once

#include <optional>
#include <string>

#include "emit/cpp/spell/symbols.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// "std::string_view", "schemac::RecordRange<ItemView>"
[[nodiscard]] std::string content_type(const Symbols& symbols, plan::FieldId id,
                                       const plan::Body& body);
/// The same of a list.
[[nodiscard]] std::string content_type(const Symbols& symbols, plan::FieldId id,
                                       const plan::List& list);

/// "has_note": the question whether an optional field is there, unless a field has that name.
[[nodiscard]] std::string presence_query(const plan::Record& record, const plan::Field& field);

/// The type that an accessor returns; nothing if the field has none (constants, padding).
[[nodiscard]] std::optional<std::string> accessor_type(const Symbols& symbols, plan::FieldId id);
/// What an accessor returns what it finds in.
enum class Returns : std::uint8_t {
  nothing,    ///< the field has no accessor
  content,    ///< the content as it is
  reference,  ///< to what the view keeps
  optional,   ///< a number that may be unknown
  result,     ///< a schemac::Result, since the field may be absent or its place wrong
};
[[nodiscard]] Returns returns_of(const Symbols& symbols, plan::FieldId id);
/// Whether it returns a schemac::Result.
[[nodiscard]] bool has_result(const plan::Plan& plan, const plan::Record& record, plan::FieldId id);
/// The type of what an alternative's accessor returns.
[[nodiscard]] std::string alternative_type(const Symbols& symbols, plan::FieldId id,
                                           const plan::Body& body);

/// The class that shows the record that a field holds: of a text one that keeps what was decoded.
[[nodiscard]] std::string held_view(const plan::Plan& plan, const plan::Nested& nested);
[[nodiscard]] std::string held_view(const plan::Plan& plan, const plan::Field& field);

/// The view of a value of no type that is in a text, or is one.
[[nodiscard]] std::string free_view(const plan::FreeForm& free);

/// The view of a switch has a type of its own that is called `Kind`.
[[nodiscard]] std::string held_type(const Symbols& symbols, plan::FieldId id,
                                    const plan::Scalar& scalar);

/// The class that shows one element of a list that isn't one of scalars.
[[nodiscard]] std::string element_view(const Symbols& symbols, plan::FieldId id,
                                       const plan::Body& element);

/// Scalars that fill a region: as many as there is room for.
[[nodiscard]] bool fills_region(const plan::Field& field);
/// Whether a walk has looked at all of a field, so that its accessor only loads.
[[nodiscard]] bool is_walked(const Symbols& symbols, plan::FieldId id);

}  // namespace schemac::emit::cpp
