// The fields and padding that a record has inline, in the order of the bytes, with where each
// begins: what tables and diagrams of a type are made from. What lies elsewhere (after an offset,
// in a section) isn't among them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "emit/doc/queries/doc_scope.h"

namespace schemac::emit::doc {

/// A field, or padding.
struct InlineField {
  std::optional<plan::FieldId> field;  ///< none: padding
  plan::Position at;
  // Of padding:
  std::optional<std::uint64_t> size;  ///< where it always is the same
  std::uint64_t multiple = 1;         ///< else up to a multiple of this
  bool is_of_record = true;           ///< counted from the record's begin, not the file's
  std::string name, doc;
  std::optional<plan::CheckId> check;
};

/// All of them, with names for the anchors after those of variable size: "a" is where `name` ends.
class InlineFields {
 public:
  explicit InlineFields(const DocScope& scope);

  [[nodiscard]] const std::vector<InlineField>& all() const { return all_; }
  /// "" for the record's begin, or the letter of an anchor.
  [[nodiscard]] std::string letter(plan::AnchorId anchor) const;
  /// "12", "a", "a + 4".
  [[nodiscard]] std::string offset(const plan::Position& at) const;
  /// What each letter stands for, in the order of the bytes.
  [[nodiscard]] const std::vector<Text>& meanings() const { return meanings_; }

 private:
  std::vector<InlineField> all_;
  std::map<plan::AnchorId, std::string> letters_;
  std::vector<Text> meanings_;
};

}  // namespace schemac::emit::doc
