// What a view's accessor gives, and how it finds it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What a function of a switch's view needs of the record around it.
[[nodiscard]] Uses content_uses(const Layout& layout, plan::FieldId id);

/// The texts of a list: a struct stands for their form in the types of views, which are declared
/// before the constants.
struct ListedText {
  std::string tag;   ///< "FileNamesText", in detail
  std::string name;  ///< "file_names_element_text": the constant
  const plan::Text* text = nullptr;
};
[[nodiscard]] std::vector<ListedText> listed_texts(const Layout& layout);
[[nodiscard]] ListedText listed_text(const Layout& layout, plan::FieldId id,
                                     const plan::Text& text);

/// What the check of a record with a key (key_of) tells of it: a "std::string_view", or a list of
/// texts.
[[nodiscard]] std::string key_type(const plan::Plan& plan, plan::RecordId record);

/// "has_note": the question whether an optional field is there, unless a field has that name.
[[nodiscard]] std::string presence_query(const plan::Record& record, const plan::Field& field);

/// The type that an accessor returns; nothing if the field has none (constants, padding).
[[nodiscard]] std::optional<std::string> accessor_type(const Layout& layout, plan::FieldId id);
/// Whether it returns a schemac::Result, since the field may be absent or its place wrong.
[[nodiscard]] bool has_result(const plan::Plan& plan, const plan::Record& record, plan::FieldId id);
/// The type of what an alternative's accessor returns.
[[nodiscard]] std::string alternative_type(const Layout& layout, plan::FieldId id,
                                           const plan::Body& body);

/// The statements of an accessor: the careful one, where there are two.
void emit_accessor(Printer& out, const Layout& layout, Forms& forms, plan::FieldId id);
/// The statements of the quick one.
void emit_quick_accessor(Printer& out, const Layout& layout, plan::FieldId id);
/// The statements of an alternative's accessor, in the view of the switch.
void emit_alternative(Printer& out, const Layout& layout, Forms& forms, plan::FieldId id,
                      const plan::Alternative& alternative);

/// ", given_n_, blobs_section_": what a view passes on to those of records inside it.
[[nodiscard]] std::string passed_on(Scope& scope, const plan::Nested& nested);

}  // namespace schemac::emit::cpp
