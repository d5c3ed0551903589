// Steps: what a walk through a record's bytes does, one after the other.
//
// Lowering (lower.h) makes them of the plan and decides all that is left to decide: what is
// bounded, loaded and compared when, below which frame, and what a failure ends. Printing steps is
// the C++ of a walk.
//
// A step does one thing. Values of fields have a slot each, a local of generated code, which steps
// fill and expressions ask for. Addresses have names: those of the plan's anchors, and what steps
// add to them.
//
// Failures. A step that fails (a fault, or what the caller doesn't want to know more of) ends the
// routine, or the block around it that restarts: a region, content at an offset, a section. Where
// nobody knows what is there, which was noted, the innermost of these ends without a fault
// (`skips`).
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "plan/facts/version_facts.h"
#include "plan/plan.h"
#include "steps/leaf_steps.h"
#include "steps/names.h"

namespace schemac::steps {

struct Step;
using Block = std::vector<Step>;

/// Steps that go through something, and where it ends.
struct Content {
  Block steps;
  Address end;
};

// ---- checks of values ----

/// Each element of a list of scalars.
struct EachScalar {
  LengthId length = 0;
  Subject of;
  const plan::Scalar* scalar = nullptr;
  Address at;
  FrameId frame = 0;      ///< of the element
  AddressId element = 0;  ///< where it is
  Block checks;
  std::vector<ElementRule> rules;
};
/// One pass over elements after tags, without a branch for each: whether all have their tags and
/// keep to their rules. Which doesn't is found out in another pass.
struct ScanElements {
  FieldId field = 0;  ///< the list
  const plan::Scalar* scalar = nullptr;
  Address at;
  AddressId limit = 0;
  Stretch stretch;  ///< of a wrong tag
  Address stated_at;
  std::vector<Expr> holds;
  bool makes_product = false;
  Block otherwise;
};

// ---- of Job::watch: what else observers get ----

/// A field: an observer learns if it isn't whole, and what it is encoded to.
struct Watched {
  FieldId field = 0;
  Address at;
  Block steps;
  Address end;
};

// ---- control ----

/// What is there if a condition holds. Values in it are 0, and have no elements, where it doesn't.
struct If {
  Expr condition;
  Content then, otherwise;
  std::optional<AddressId> end;  ///< set: where the one or the other ends
  /// Set likewise: where the number of a field is, and where it would be.
  struct Also {
    AddressId to = 0;
    Address then, otherwise;
  };
  std::optional<Also> also;
  /// `then` is rare: it is best kept out of the way of what is around it. It sets nothing else.
  bool is_apart = false;
  Subject of;  ///< what it is about, then
};
/// One of several contents, by a number.
struct Choose {
  Subject of;
  FrameId frame = record_frame;  ///< of what is chosen
  const plan::Switch* choice = nullptr;
  Expr tag;
  struct Case {
    std::vector<model::Int128> tags;  ///< none: all others
    Content content;
  };
  std::vector<Case> cases;
  Address tag_at;
  bool skips = false;  ///< a tag without a case ends the block around it, else the routine
  /// What there is to say of a tag that nobody knows, where no check has said so before.
  std::optional<CheckId> unknown;
  AddressId end = 0;  ///< set
};
/// Elements that aren't scalars of a fixed size, one after the other.
struct Elements {
  LengthId length = 0;
  Subject of;
  const plan::List* list = nullptr;
  enum class Until : std::uint8_t { count, limit, either, last } until = Until::count;
  FrameId frame = 0;  ///< of the element
  Address at;
  AddressId limit = 0;
  AddressId next = 0;  ///< where an element begins
  Content element;
  std::optional<StatedStarts> starts;  ///< of elements with spare bytes after them
  /// A version decides what elements consist of: those of which that is an argument.
  std::optional<plan::VersionSplit> split;
  /// Of Until::last: whether an element is that, as rules ask it.
  std::optional<Expr> last;
  std::vector<ElementRule> rules;  ///< of elements that are numbers
  std::optional<RecordRules> record_rules;
  bool is_unique = false, is_ordered = false;  ///< by keys, which are compared
  /// Elements of no bytes aren't counted: one is the last one, which `empty` is about, if any is.
  bool may_be_endless = false;
  bool only_counts = false;  ///< nothing else comes of it
  std::optional<CheckId> empty;
  Block counted;      ///< checks of how many there are, where nothing says so before
  AddressId end = 0;  ///< set
};
/// Rules about elements that wait for fields after their list.
struct RevisitElements {
  FieldId field = 0;
  const plan::List* list = nullptr;  ///< with these rules alone
  FrameId frame = 0;                 ///< of the element
  Address at;                        ///< a head is read again
  Address end;
  std::optional<Expr> count;  ///< none: up to `end`, or as the head says
  bool is_in_region = false;  ///< which may not have been whole
  RecordRules rules;
};
/// Bytes of a stated size.
struct Region {
  const plan::Region* form = nullptr;
  Expr size;
  Address at;
  AddressId limit = 0;
  Address stated_at;
  FieldId field = 0;
  std::optional<Stretch> whole;          ///< of a fixed size, all of which has to be there
  AddressId begin = 0, inner_limit = 0;  ///< of the content: set
  bool is_array = false;                 ///< notes by itself what doesn't fill it
  bool is_asked_for_whole = false;       ///< rules that wait ask whether the content was
  bool is_passed_over = false;           ///< nothing in it is looked at
  bool ends_record = false;              ///< where the content isn't whole: expressions ask it
  bool skips =
      false;  ///< if the content does: ends the block around it likewise, or as after a fault
  Content content;
  AddressId end = 0;  ///< set
};
/// Content at an offset.
struct Jump {
  FieldId field = 0;
  const plan::Jump* form = nullptr;
  Expr target;
  Address stated_at;
  std::uint64_t least =
      0;  ///< bytes that have to be there; of an array with dims all that it takes
  std::optional<Array> array;      ///< ... of which this is known; without a place
  AddressId begin = 0, limit = 0;  ///< of the content: set
  Content content;
  /// The content is one array whose size is stated: one comparison where all is well, and nothing
  /// of the content is looked at.
  struct Stated {
    Expr size;
    Address at;
    std::optional<CheckId> cause;
  };
  std::optional<Stated> stated;
  std::optional<AddressId>
      claimed_end;        ///< where a region ends, which is claimed; none: the content
  bool has_fill = false;  ///< the region notes by itself what doesn't fill it
};

// ---- sections ----

/// The fields of a section, then what is left of it. It restarts after a fault.
struct InSection {
  std::uint32_t section = 0;
  AddressId begin = 0, limit = 0;  ///< set
  Content content;
};

// ---- messages ----

/// What is said of a list, and of its elements.
struct CheckValues {
  FieldId field = 0;
  const plan::List* list = nullptr;
  Block counted;
  FrameId frame = 0;  ///< of the element
  std::vector<ElementRule> rules;
};
struct Step {
  std::variant<Need, NeedElements, Pad, CheckDepth, Load, LoadElement, SetLength, CountElements,
               SetList, SetAddress, Require, CheckNumber, CheckLength, CheckBytes, CheckZeros,
               TakeElements, NoteCause, EachScalar, ScanElements, CheckDigest, CheckCodec, ReadHead,
               ReadBin, WalkObject, ReadInteger, Text, Array, CheckFree, Call, StoreNumber,
               StoreSpelling, StoreText, StoreBytes, MakeRoom, AddElement, StoreMessage, If, Choose,
               CheckBegin, Elements, RevisitElements, Region, Jump, OpenFile, FindSections,
               InSection, FinishSections, FindFields, CheckValue, CheckValues, MeasureRoom,
               PassStretch, Expect, Fit, Tell, Watched>
      kind;
};

}  // namespace schemac::steps
