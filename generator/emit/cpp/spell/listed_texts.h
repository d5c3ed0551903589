// Texts that are elements of lists, and the keys of records in lists.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/symbols.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The texts of a list: a struct stands for their form in the types of views, which are declared
/// before the constants.
struct ListedText {
  std::string tag;   ///< "FileNamesText", in detail
  std::string name;  ///< "file_names_element_text": the constant
  const plan::Text* text = nullptr;
};
[[nodiscard]] std::vector<ListedText> listed_texts(const Symbols& symbols);
[[nodiscard]] ListedText listed_text(const Symbols& symbols, plan::FieldId id,
                                     const plan::Text& text);

/// The type of the key that the check of a record sets (key_of): "std::string_view", or a list of
/// texts.
[[nodiscard]] std::string key_type(const plan::Plan& plan, plan::RecordId record);

}  // namespace schemac::emit::cpp
