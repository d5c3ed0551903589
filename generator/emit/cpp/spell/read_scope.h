// How generated reading code spells the fields of its record, wherever it does.
//
// A walk has them as locals, functions about single fields get those that they need as parameters,
// everything else asks a view. What was spelled is remembered, so that a function loads, and gets,
// nothing that it doesn't use: text is emitted once for nothing and then again with what the first
// time has shown.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "emit/cpp/spell/computable.h"
#include "emit/cpp/spell/expressions.h"
#include "emit/cpp/spell/scalars.h"
#include "emit/cpp/spell/spelling.h"
#include "emit/cpp/spell/symbols.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What was asked for.
struct Spelled {
  std::set<plan::FieldId> numbers;  ///< values of scalars
  std::set<plan::FieldId> lists;    ///< lists of scalars
  std::set<plan::FieldId> lengths;  ///< of texts, raw bytes and other lists
  std::set<plan::FieldId> texts;    ///< that a switch's view keeps: its tag asks for them
  std::set<plan::AnchorId> anchors;
  std::set<plan::AnchorId> places;  ///< anchors that a switch's view keeps: its tag asks for them
  std::set<plan::FieldId> views;    ///< of records that expressions look into
  std::set<std::string> sections;   ///< variables
  std::set<plan::ParamId> params;

  void add(const Spelled& other);
};

/// The code that fields are spelled in.
enum class SpelledIn : std::uint8_t {
  walk,      ///< fields are locals and parameters
  view,      ///< fields are accessors of a view
  accessor,  ///< a member function of a view: numbers are locals, loaded once, everything else as
             ///< in a view
  content,   ///< a member function of a switch's view, which holds what it needs as members
};

class ReadScope {
 public:
  explicit ReadScope(const Symbols& symbols, SpelledIn spelled_in = SpelledIn::walk)
      : symbols_(symbols), spelled_in_(spelled_in) {}
  /// A view of that name: "file.".
  ReadScope(const Symbols& symbols, std::string view)
      : symbols_(symbols), spelled_in_(SpelledIn::view), view_(std::move(view)) {}

  [[nodiscard]] const Symbols& symbols() const { return symbols_; }
  [[nodiscard]] const Spelled& uses() const { return uses_; }
  /// Whether anything was spelled that asks the view.
  [[nodiscard]] bool asks_view() const { return is_view_asked_; }

  /// The value of a scalar, as std::uint64_t or std::int64_t.
  [[nodiscard]] std::string number(plan::FieldId id);
  [[nodiscard]] std::string list(plan::FieldId id);
  /// Elements of a list, bytes of a text or of raw bytes.
  [[nodiscard]] std::string length(plan::FieldId id);
  [[nodiscard]] std::string text(plan::FieldId id);
  [[nodiscard]] std::string at(plan::Position position);
  /// Where a field begins; of one that lies elsewhere, where the field begins that says so.
  [[nodiscard]] std::string at(plan::FieldId id);
  [[nodiscard]] std::string asked_place(plan::Position position);
  [[nodiscard]] std::string at(const plan::FieldPath& path);
  /// Where an inline field ends.
  [[nodiscard]] std::string after(plan::FieldId id);
  /// The view of a record that expressions look into: "shape".
  [[nodiscard]] std::string view(plan::FieldId id);
  /// The dims of an array.
  [[nodiscard]] std::string dims(const plan::Dims& dims) { return dims_of(dims, spelling()); }
  [[nodiscard]] std::string section(const plan::SectionRef& reference);
  [[nodiscard]] std::string param(plan::ParamId id);
  /// Asks in which order the bytes are of the numbers that were asked for: these are loaded.
  void ask_orders();
  /// ", static_cast<schemac::Endian>(root_order)"; empty where the order isn't the file's.
  [[nodiscard]] std::string order(const plan::Scalar& scalar) {
    return order_argument(scalar, symbols_.record(), spelling());
  }
  [[nodiscard]] Spelling spelling();
  /// From now on texts of this scope may be inside those of that one.
  void stand_in(const ReadScope& outer) { open_flags_ = outer.open_flags_; }
  void stand_in(const Spelling& outer) { open_flags_ = outer.open_flags; }
  [[nodiscard]] std::string if_present(plan::FieldId id, const std::string& number);

  /// Expressions: a number; a condition; a count or a size (as large as possible where it can't be
  /// computed).
  [[nodiscard]] std::string number(const plan::Expr& expr) { return text_of(expr, spelling()); }
  [[nodiscard]] std::string condition(const plan::Expr& expr, bool is_operand = false);
  [[nodiscard]] std::string size(const plan::Expr& expr);
  [[nodiscard]] std::string offset(const plan::Expr& expr);
  /// What a switch is about, as a number without a sign.
  [[nodiscard]] std::string tag(const plan::Switch& choice);
  /// What a nested record is passed.
  [[nodiscard]] std::string argument(const plan::Expr& expr);
  /// As a fact of a sentence: std::uint64_t.
  [[nodiscard]] std::string fact(const plan::Expr& expr);

 private:
  // What an accessor of the view shows.
  [[nodiscard]] std::string shown(plan::FieldId id);
  [[nodiscard]] std::string length_of_list(plan::FieldId id, const plan::List& counted);
  [[nodiscard]] std::string length_of_raw(plan::FieldId id, const plan::Raw& raw);
  [[nodiscard]] std::string length_of_bytes(plan::FieldId id);
  [[nodiscard]] std::string length_of_array(plan::FieldId id);
  [[nodiscard]] std::string kept_length(plan::FieldId id);
  [[nodiscard]] std::string text_seen(plan::FieldId id);
  // The view, which is asked for something.
  const std::string& seen() {
    is_view_asked_ = true;
    return view_;
  }
  [[nodiscard]] bool is_seen_from_outside(plan::FieldId id) const;
  [[nodiscard]] std::string size_of(plan::FieldId id);
  [[nodiscard]] std::string asked(plan::FieldId id, std::string (ReadScope::*ask)(plan::FieldId));
  [[nodiscard]] std::string offset_of(plan::FieldId id);
  [[nodiscard]] bool is_any_byte(plan::FieldId id) const;
  [[nodiscard]] std::string hidden_number(plan::FieldId id);
  [[nodiscard]] std::string widened(const std::string& number) const;
  [[nodiscard]] std::string is_present(plan::FieldId id);
  [[nodiscard]] std::string plain_size(plan::FieldId id);

  const Symbols& symbols_;
  [[nodiscard]] bool is_walk() const { return spelled_in_ == SpelledIn::walk; }
  /// Fields of a message are known to its view alone.
  [[nodiscard]] bool is_message() const { return symbols_.record().message() != nullptr; }

  SpelledIn spelled_in_;
  std::string view_;
  bool is_view_asked_ = false;
  int asked_ = 0;  ///< how many expressions there are around, each of which asks for a size
  Spelled uses_;
  int asked_presences_ = 0;
  std::shared_ptr<OpenFlags> open_flags_ = std::make_shared<OpenFlags>();
};

/// How many elements a list has, `otherwise` where nothing says so.
[[nodiscard]] std::string counted_or(ReadScope& scope, const plan::List& list,
                                     const std::string& otherwise);
/// "schemac::StatedStarts<...>(file, after_metadata, 16, -1)": what says where its records begin.
[[nodiscard]] std::string stated_starts(ReadScope& scope, const plan::List& list,
                                        const std::string& file);

}  // namespace schemac::emit::cpp
