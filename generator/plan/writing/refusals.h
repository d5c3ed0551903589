// What a writer refuses before anything is written: which checks of a value there are, in which
// order. Both writers go through these lists. Neither decides what is checked: the one prints each
// as a statement, the other makes it.
//
// Here are only checks that a writer makes: of level error or rule, of nothing that holds by
// derivation. What asks where things lie isn't among them but for sizes, which have their turn
// later (StatedSize::is_late).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

// ---- of what is held: at its place ----

/// It is longer than a head, or a number before it, can say.
struct TooLong {
  bool is_head = false;
  std::uint64_t most = 0;
};
/// It has as many bytes, or elements, as others state, if that is known.
struct StatedSize {
  Expr size;
  std::optional<Expr> if_known;
  bool is_late = false;
  bool is_most = false;  ///< it may have fewer
};
/// A text without characters.
struct EmptyText {
  CheckId check = 0;
};
/// Characters outside of a set, or of another encoding.
struct Characters {
  enum class Kind : std::uint8_t { set, ascii, utf8 } kind = Kind::set;
  CheckId check = 0;
};
/// A text, or a number, that JSON (or Python) has no form for.
struct Unsayable {};
/// The byte that ends a text, inside of it.
struct EndsEarly {
  std::uint8_t terminator = 0;
};
/// The byte that fills a text up, at its end.
struct EndsFilled {
  std::uint8_t filler = 0;
};
/// A value of no type for which its wire form has none.
struct FreeContent {};
/// A number without a member, or with one of other versions.
struct UnknownMember {};
/// Bits without a meaning, or that follow from what is there.
struct UnknownFlags {};
/// A number of less than a byte that doesn't fit its bits.
struct Unfit {};
/// Fewer elements than the least, or more than the most.
struct ElementCount {
  bool is_most = false;
  std::uint64_t limit = 0;
  CheckId check = 0;
};

using TextRefusal =
    std::variant<TooLong, StatedSize, EmptyText, Characters, Unsayable, EndsEarly, EndsFilled>;
[[nodiscard]] std::vector<TextRefusal> refusals_of(const Plan& plan, const Record& record,
                                                   FieldId id, const Text& text);
using RawRefusal = std::variant<TooLong, FreeContent, StatedSize>;
[[nodiscard]] std::vector<RawRefusal> refusals_of(const Plan& plan, const Record& record,
                                                  FieldId id, const Raw& raw);
using ScalarRefusal = std::variant<UnknownMember, UnknownFlags, Unfit, Unsayable>;
[[nodiscard]] std::vector<ScalarRefusal> refusals_of(const Plan& plan, const Record& record,
                                                     const Scalar& scalar);
/// Of a list as a whole, before its elements.
using ListRefusal = std::variant<ElementCount, TooLong, StatedSize>;
[[nodiscard]] std::vector<ListRefusal> refusals_of(const Plan& plan, const Record& record,
                                                   FieldId id, const List& list);
[[nodiscard]] std::optional<TooLong> refusal_of(const std::optional<Head>& head);

/// An element of another type than its place has. (Where C++ has bytes, these have no type.)
struct OtherDtype {};
/// As many bytes as dims ask for.
struct DimsSize {
  bool is_late = false;
};
/// Another number of elements than one, where there are no dims. (C++ has a type for one.)
struct OneElement {};
/// A single bool that is neither 0 nor 1.
struct NotBoolean {
  CheckId check = 0;
};
using ArrayRefusal = std::variant<TooLong, OtherDtype, DimsSize, OneElement, NotBoolean>;
[[nodiscard]] std::vector<ArrayRefusal> refusals_of(const Plan& plan, const Record& record,
                                                    FieldId id, const Array& array);

// ---- of alternatives ----

/// The tag says another one.
struct OtherTag {};
/// No tag has the dtype that is held.
struct NoTagOfDtype {};
using AlternativeRefusal = std::variant<OtherTag, NoTagOfDtype>;
/// Of the alternative that a field, or its element, holds: before its body.
[[nodiscard]] std::vector<AlternativeRefusal> refusals_of(const Record& record, FieldId id,
                                                          const Switch& choice,
                                                          const Alternative& alternative);
/// The tag that follows from what is held, if not every version has it: after the body.
[[nodiscard]] std::optional<FieldId> versioned_tag(const Plan& plan, const Record& record,
                                                   const Switch& choice);

// ---- of elements ----

/// Spare bytes after an element, where nothing states where the next one begins.
struct SpareBytes {};
/// An element without bytes, though it is found by its bytes alone.
struct WithoutBytes {
  CheckId check = 0;
};
/// A rule about an element; borrowed from its list.
struct BrokenRule {
  const EachRule* rule = nullptr;
};
/// A name of a map that a member of the object has.
struct TakenName {
  std::string name;
  CheckId check = 0;
};
using ElementRefusal = std::variant<WithoutBytes, BrokenRule, TakenName>;
/// Of each element, in the order of the values: its body, then these.
struct EachElement {
  std::vector<ElementRefusal> refusals;
};
/// Rules about elements, in the order of the file.
struct RulesInOrder {
  std::vector<BrokenRule> rules;
};
/// An element with bytes after one that takes all bytes.
struct Swallowed {};
/// A key that two elements have.
struct Duplicate {
  CheckId check = 0;
};
using ElementsRefusal = std::variant<SpareBytes, EachElement, RulesInOrder, Swallowed, Duplicate>;
/// What comes after what is said of a list as a whole.
[[nodiscard]] std::vector<ElementsRefusal> element_refusals(const Plan& plan, const Record& record,
                                                            FieldId id, const List& list);
/// The rules about elements that a writer makes before anything has its place.
[[nodiscard]] std::vector<BrokenRule> rules_of(const Plan& plan, const Record& record,
                                               const List& list);

// ---- of a field ----

/// What a value says of a field that isn't there: the number that states its presence isn't the one
/// that means absence.
struct GivenForAbsent {
  AbsentScalar number;
};
/// A given number that means "not stated".
struct MeansUnknown {};
/// It is there in a version without it.
struct OtherVersion {};
/// It is there, or missing, against its condition.
struct WrongPresence {};
/// What is there: its size, if a region has one, then its body.
struct Held {
  std::optional<StatedSize> region;
};
using FieldRefusal = std::variant<GivenForAbsent, MeansUnknown, OtherVersion, WrongPresence, Held>;
/// The size that a field has to have, if given values or the schema say it.
[[nodiscard]] std::optional<StatedSize> region_refusal(const Plan& plan, const Record& record,
                                                       FieldId id);
/// In this order. After OtherVersion nothing more is said of the field's presence.
[[nodiscard]] std::vector<FieldRefusal> refusals_of(const Plan& plan, const Record& record,
                                                    FieldId id);

// ---- rules ----

/// Whether a writer refuses what breaks a check.
[[nodiscard]] bool is_refused(const Plan& plan, std::optional<CheckId> check);
/// Whether it holds values to a rule, before anything has its place.
[[nodiscard]] bool is_refused(const Plan& plan, const Record& record, const Require& require);

// ---- derived numbers ----

/// What a derived number may be that its field can't hold, whatever it is made of.
struct NumberRefusals {
  bool may_overflow = false;  ///< it can't always be computed
  bool may_be_small = false, may_be_large = false;
};
[[nodiscard]] NumberRefusals number_refusals(const Plan& plan, const Record& record, FieldId id);

}  // namespace schemac::plan
