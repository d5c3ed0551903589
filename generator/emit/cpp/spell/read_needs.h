// What an expression needs of a record, before it is spelled: which values a function has to get,
// or a view to keep, so that it can be spelled there (ReadScope).
#pragma once

#include "emit/cpp/spell/read_scope.h"
#include "emit/cpp/spell/symbols.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Of a record whose fields come one after the other: in a walk, or in a switch's view
/// (SpelledIn::content).
class ReadNeeds {
 public:
  explicit ReadNeeds(const Symbols& symbols, SpelledIn spelled_in = SpelledIn::walk)
      : symbols_(symbols), is_content_(spelled_in == SpelledIn::content) {}

  void add(const plan::Expr& expr);
  void add(const std::optional<plan::Expr>& expr) {
    if (expr) add(*expr);
  }
  void add(const plan::Dims& dims);
  void add(const plan::SectionRef& section) { found_.sections.insert(symbols_.section(section)); }
  /// Whether a field is there.
  void add_presence(plan::FieldId id);
  /// In which order the bytes are of what is of the file's.
  void add_order(bool is_of_file);

  [[nodiscard]] const Spelled& found() const { return found_; }

 private:
  void add_length(plan::FieldId id);
  void add_length(plan::FieldId id, const plan::List& list);
  void add_size(plan::FieldId id);
  void add_offset(plan::FieldId id);
  void add_plain_size(plan::FieldId id);
  void add_place(plan::AnchorId anchor);

  const Symbols& symbols_;
  bool is_content_;
  Spelled found_;
};

}  // namespace schemac::emit::cpp
