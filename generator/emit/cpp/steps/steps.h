// The steps of walks through a record's bytes, one function a kind of item or body.
//
// All walks are printed from the same steps, so that there is one bounds logic: the check of a
// record, which makes all of its checks (validate, read), the same with values made on the way, and
// the walk of a view, which finds out where things are and nothing more.
#pragma once

#include <string>

#include "emit/cpp/spell/layout.h"
#include "emit/cpp/spell/scope.h"
#include "emit/cpp/wire/forms.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

enum class Mode : std::uint8_t {
  check,  ///< all checks, payloads after jumps included
  walk,   ///< bounds alone, of what stands inline
  read,   ///< as check, what isn't an error left out, and values are made (read_at_once.h)
};

struct Walk {
  const Layout& layout;
  Scope& scope;
  Forms& forms;
  Mode mode = Mode::check;
  std::string failure = "nullptr";  ///< what the function at hand returns where the walk ends
  /// Of Mode::walk: shows a file's record, once a file, so that what is wrong (level error) with
  /// numbers that it comes across is told, too.
  bool opens = false;

  [[nodiscard]] const plan::Plan& plan() const { return layout.plan(); }
  /// "tensor_name": the begin of names of constants and functions about a field.
  [[nodiscard]] std::string name_of(plan::FieldId id) const {
    return record_name(layout.record()) + "_" + snake_name(id);
  }
  [[nodiscard]] std::string snake_name(plan::FieldId id) const;
  /// Whether values are looked at for what they are, not only for where things end.
  [[nodiscard]] bool checks_values() const { return mode != Mode::walk || opens; }
  /// Whether checks of that kind are made at all.
  [[nodiscard]] bool makes(plan::CheckId check) const {
    return mode == Mode::check || (checks_values() && plan().checks[check].level == Level::error);
  }
  [[nodiscard]] bool makes(const std::optional<plan::CheckId>& check) const {
    return check && makes(*check);
  }
};

/// Where a body stands.
struct Site {
  plan::FieldId field = 0;
  std::string begin;            ///< a pointer
  std::string end = "end";      ///< how far it may reach
  std::string frame = "frame";  ///< of its own checks
  bool has_own_frame = false;   ///< that frame stands for the field itself
  bool is_element = false;      ///< that frame stands for an element, of which it is an alternative
  std::string suffix;           ///< of names of constants: "_string" for an alternative
  std::string keep;  ///< the variable that is to hold its length or text; empty: a new one
  std::string skipped =
      "nullptr";     ///< what the function returns where it isn't known what stands here
  std::string seen;  ///< the view that is to show the record, where rules look into it
  std::string stated, stated_at;  ///< the size that a region states for it
  std::string target;  ///< the value that Mode::read makes of it; empty: the field's member
};

/// The frame of what stands at a site: "schemac::Frame{&frame, "value"}" where it has none yet.
[[nodiscard]] std::string own_frame(const Walk& walk, const Site& site);

/// Prints what finds (and checks) a body; the function at hand returns null after a fault. Returns
/// where the body ends.
std::string emit_body(Printer& out, Walk& walk, const plan::Body& body, const Site& site);

/// `if (bad && !context.note(...)) return nullptr;`
void emit_check(Printer& out, const Walk& walk, plan::CheckId check, const std::string& bad,
                const std::string& frame, const std::string& at, const std::string& facts);
/// "!schemac::msgpack::has_tag<std::uint32_t>(begin)": whether the tag at `at` is none of a
/// scalar's.
[[nodiscard]] std::string wrong_tag(const plan::Scalar& scalar, const std::string& at);
/// The checks of a scalar that was loaded: constant, unknown member, boolean, unknown flag.
void emit_scalar_checks(Printer& out, const Walk& walk, const plan::Scalar& scalar,
                        const std::string& value, const std::string& frame, const std::string& at);
/// Whether there are such checks.
[[nodiscard]] bool checks_value(const Walk& walk, const plan::Scalar& scalar);

/// Names the parameters that a view keeps, as a function that checks has them.
void emit_params(Printer& out, Walk& walk);
void emit_run(Printer& out, Walk& walk, const plan::Run& run);
void emit_pad(Printer& out, Walk& walk, const plan::Pad& pad);
void emit_require(Printer& out, Walk& walk, const plan::Require& require);
/// Whether it says that the number of a list's elements isn't negative: views look at that, too,
/// since they would show none.
[[nodiscard]] bool is_about_count(const Layout& layout, const plan::Require& require);
/// That it doesn't hold, as a condition.
[[nodiscard]] std::string broken_require(Scope& scope, const plan::Require& require);
/// A field that stands inline.
void emit_place(Printer& out, Walk& walk, const plan::Place& place);
/// The check of a digest that was read before.
void emit_check_digest(Printer& out, Walk& walk, const plan::CheckDigest& item);
/// The checks of values beside an absent field.
void emit_absent(Printer& out, Walk& walk, const plan::Presence& presence);

/// Rules about elements of a list that was read before.
void emit_later_rules(Printer& out, Walk& walk, const plan::CheckElements& item);

/// What stands above what is said of a list: "frame" of its record and its own name, or "own" where
/// the list is an alternative of an element.
struct Above {
  std::string frame;    ///< of its elements
  std::string name;     ///< quoted, below that
  std::string stating;  ///< of what is said of their number
  std::string both;     ///< of a fault: "frame", or "frame, own" where the cause is in the record
};
[[nodiscard]] Above above(const Walk& walk, const plan::List& list, const Site& site);

/// A list, as emit_body.
std::string emit_list(Printer& out, Walk& walk, const plan::List& list, const Site& site);
/// The checks of a list of scalars: number of elements, then each of them.
void emit_count_checks(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& room = {},
                       const std::string& frame = "frame");
/// Of these, what the schema says of the number.
void emit_count_limits(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& frame = "frame");
/// The rules about one of `elements`, a list: `element`, which stands at `place` with frame `each`.
void emit_each_rules(Printer& out, Walk& walk, const plan::List& list, plan::FieldId field,
                     const std::string& elements, const std::string& place);
void emit_each(Printer& out, Walk& walk, const plan::List& list, const Site& site,
               const std::string& count);

/// Prints `x_code` and `x_extent` of an array x: its dtype, its size.
void emit_array_size(Printer& out, Walk& walk, const plan::Array& array, const Site& site);
/// Whether the schema says the dtype, not a value of the file.
[[nodiscard]] bool has_known_dtype(const plan::Array& array);

/// `{value}` or nothing: the braces of Facts.
[[nodiscard]] std::string facts_of(Scope& scope, const std::vector<plan::Expr>& facts);
[[nodiscard]] std::string braced_facts(const std::vector<plan::Expr>& facts,
                                       const Spelling& spelling);

}  // namespace schemac::emit::cpp
