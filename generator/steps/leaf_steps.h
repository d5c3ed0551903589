// Steps that hold no others: what step.h says of all of them holds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plan/plan.h"
#include "steps/names.h"

namespace schemac::steps {

// ---- bounds ----

/// All parts of the stretch have to be there, with the tags that they begin with.
struct Need {
  Address at;
  AddressId limit = 0;
  std::uint64_t size = 0;
  Stretch stretch;
  FrameId frame = record_frame;
};
/// The elements of a list of scalars have to be there, and `fixed` bytes after them.
struct NeedElements {
  LengthId length = 0;  ///< was set
  Subject of;
  Address at;
  AddressId limit = 0;
  std::uint64_t stride = 1, fixed = 0;
  Stretch stretch;
  FrameId frame = record_frame;
  std::optional<FrameId>
      own;  ///< of the elements, where `frame` is that of what states their number
  Address stated_at;
  std::uint64_t bits = 8;                ///< of an element of less than a byte; `stride` is 0 then
  const plan::Scalar* tagged = nullptr;  ///< each begins with that tag
};
/// Zeros up to a multiple.
struct Pad {
  Address begin;
  std::optional<Address> from;  ///< none: the start of the file
  AddressId limit = 0;
  std::uint64_t multiple = 1;
  Stretch stretch;
  AddressId end = 0;  ///< set
};
/// A record that can hold itself is no deeper than the caller allows.
struct CheckDepth {
  CheckId check = 0;
};

// ---- values ----

/// A number of an element, or of an alternative: those checks of it that name no field are about
/// it.
struct LoadElement {
  const plan::Scalar* scalar = nullptr;
  Address at;
};
struct Load {
  FieldId field = 0;
  Address at;
};
/// How many elements a list has, or bytes something has that says how long it is.
struct SetLength {
  LengthId length = 0;
  std::optional<Expr> to;  ///< none: all up to the limit
  /// Whether `to` is stated; else it is all up to the limit, or (`is_open`) nobody knows yet.
  std::optional<Expr> is_stated;
  bool is_open = false;
  bool is_given = false;  ///< the view got it when it was made
  Address at;
  AddressId limit = 0;
  std::uint64_t bits = 8;  ///< of an element, where it goes up to the limit
};
/// How many scalars there are up to the first one of which `last` (over Op::element, Op::index)
/// holds. If none of those that are whole is that, one more than these.
struct CountElements {
  LengthId length = 0;
  const plan::Scalar* scalar = nullptr;
  Address at;
  AddressId limit = 0;
  Expr last;
};
/// The list of scalars itself, for expressions.
struct SetList {
  FieldId field = 0;
  Address at;
};
struct SetAddress {
  AddressId to = 0;
  Address at;
  /// ... and the elements of this list.
  struct After {
    LengthId length = 0;
    std::uint64_t bits = 8;
    Subject of;
  };
  std::optional<After> after;
};

// ---- checks of values ----

/// A condition over fields; where it can't be computed it doesn't hold.
struct Require {
  Expr holds;
  Blame blame;
  std::vector<Expr> facts;
};
/// What is checked of a number by itself. Of an element it is that of the loop around.
struct CheckNumber {
  enum class Kind : std::uint8_t { constant, member, boolean, flags } kind = Kind::constant;
  const plan::Scalar* scalar = nullptr;
  std::optional<FieldId> field;  ///< none: the element
  std::optional<Expr> version;   ///< of the file, where it decides what is known
  Blame blame;
};
/// The number of elements is within limits that the schema states.
struct CheckLength {
  LengthId length = 0;
  bool is_least = true;
  std::uint64_t limit = 0;
  Blame blame;
};
struct CheckBytes {
  const std::vector<std::uint8_t>* bytes = nullptr;
  Blame blame;
};
struct CheckZeros {
  Address from, to;
  CheckId check = 0;
  FrameId frame = record_frame;
};
/// Elements count against what the caller allows in all; not more than are there.
struct TakeElements {
  LengthId length = 0;
  struct Room {
    Address at;
    AddressId limit = 0;
    std::uint64_t bits = 8;  ///< that an element takes at least
  };
  std::optional<Room> room;
  Blame blame;
  bool may_be_empty = false;
};
/// More elements than there can be: noted; the walk goes on.
struct NoteCause {
  LengthId length = 0;
  Address at;
  AddressId limit = 0;
  std::uint64_t least = 1;
  Blame blame;
};
/// A rule about an element: Op::element (or Op::inside of the_element, of the_next), Op::index,
/// Op::is_last.
struct ElementRule {
  Expr holds;
  Blame blame;  ///< of a record's without a place: that is `at`
  std::vector<Expr> facts;
  std::optional<plan::FieldPath> at;  ///< in the record; none: where that begins
  std::optional<std::int64_t> item;   ///< the element of that list
};
/// The rules about elements that are records.
struct RecordRules {
  const plan::Nested* element = nullptr;
  std::vector<Expr> args;  ///< of the element
  std::vector<ElementRule> rules;
  bool look_ahead = false;  ///< at the next one: they wait for it
};
/// Bytes that a digest covers; its own ones count as Digest::own.
struct Covered {
  Address from, to;
  bool is_own = false;
};
/// A digest is that of the bytes it covers.
struct CheckDigest {
  const plan::Digest* form = nullptr;
  Expr algorithm;
  std::vector<Covered> over;
  Address at;
};
/// Encoded bytes can be decoded, to as many as stated.
struct CheckCodec {
  const plan::Codec* form = nullptr;
  Expr algorithm;
  std::optional<Expr> size;
  Address from, to;
  Address at, stated_at;
};

// ---- bodies ----

/// What a MessagePack object begins with. Sets a length.
struct ReadHead {
  LengthId length = 0;
  Subject of;
  const plan::Head* form = nullptr;
  std::string name;  ///< of the constant
  std::string path;
  FrameId frame = record_frame;
  Address at;
  AddressId limit = 0;
  AddressId content = 0;  ///< set: after the head
};
/// Bytes after a head. Sets a length.
struct ReadBin {
  LengthId length = 0;
  Subject of;
  const plan::Raw* form = nullptr;
  std::string name;
  std::string path;
  FrameId frame = record_frame;
  Address at;
  AddressId limit = 0;
  AddressId end = 0, content = 0;  ///< set
};
/// A MessagePack object of any kind. Sets a length.
struct WalkObject {
  LengthId length = 0;
  Subject of;
  const plan::Raw* raw = nullptr;
  const plan::FreeForm* form = nullptr;  ///< of it
  std::string path;
  FrameId frame = record_frame;
  Address at;
  AddressId limit = 0;
  AddressId end = 0;  ///< set
};
/// A number of variable size: in any width of MessagePack, or a varint.
struct ReadInteger {
  Subject of;
  std::optional<FieldId> field;  ///< none: an element
  bool is_asked_for = true;      ///< of an element: whether anything is said of it
  const plan::Scalar* scalar = nullptr;
  std::optional<CheckId> wide;  ///< if that is checked
  std::string name;             ///< of what is set, where that is no field
  std::string path;
  FrameId frame = record_frame;
  Address at;
  AddressId limit = 0;
  AddressId content = 0, end = 0;  ///< set
};
struct Text {
  Subject of;
  const plan::Text* form = nullptr;
  std::string name;  ///< of the constant: "size_var_name_text"
  std::string path;  ///< below the frame
  FrameId frame = record_frame;
  Address at;
  AddressId limit = 0;
  std::optional<Expr> size;
  std::optional<Address> stated_at;
  AddressId end = 0;  ///< set
};
/// Sets a length: the bytes that it needs, or that its head states.
struct Array {
  LengthId length = 0;
  Subject of;
  const plan::Array* form = nullptr;
  Expr dtype;
  std::vector<plan::DimsTerm> dims;  ///< none: a single element
  std::string name;                  ///< of the constant
  std::string path;
  FrameId own = record_frame;  ///< of the array itself
  bool is_element = false;  ///< that is the frame of an element: its dims are the record's, though
  Address at;
  AddressId limit = 0;
  std::optional<Expr> stated;
  std::optional<Address> stated_at;
  Address dims_at;
  std::optional<Stretch> headed;  ///< after a head, which states the length of the field
  Address head_at;
  bool skips = false;      ///< ends the block around it where the dtype isn't known
  bool is_checked = true;  ///< against what its head states; and the element of one without dims
  AddressId end = 0;       ///< set
};
/// A JSON text, or a Python literal, of no type.
struct CheckFree {
  const plan::FreeForm* form = nullptr;
  FrameId frame = record_frame;
  Address from, to;
};
/// The steps of another record. Of a text it is decoded before.
struct Call {
  Subject of;
  bool is_element = false;  ///< the list around it compares its key
  enum class Keep : std::uint8_t { nothing, field, element } keep = Keep::nothing;  ///< for whom
  bool is_tried = false;  ///< quickly, as if it were whole
  const plan::Nested* nested = nullptr;
  std::vector<Expr> args;
  FrameId frame = record_frame;
  Address at;
  AddressId limit = 0;
  std::optional<Target> target;  ///< of Job::read: what is made of it
  AddressId end = 0;             ///< set
};

// ---- values: of Job::read ----

/// A number becomes a member.
struct StoreNumber {
  FieldId field = 0;
  Address at;  ///< of one of variable size the number that was read
};
/// How the number that ReadInteger found was spelled becomes a choice, if a writer would spell it
/// otherwise.
struct StoreSpelling {
  FieldId field = 0;
};
/// A text that was walked.
struct StoreText {
  Subject of;
  Target target;
};
/// Bytes of a length, or a list of that many numbers.
struct StoreBytes {
  LengthId length = 0;
  const plan::Scalar* element = nullptr;
  Address at;
  Target target;
};
/// Room for as many elements as are stated; none: for the next one, of which nobody knows how many
/// come.
struct MakeRoom {
  const plan::List* list = nullptr;
  Target target;
  std::optional<LengthId> length;
  Address begin;
  Address at;
  AddressId limit = 0;
};
/// A record is the next element.
struct AddElement {
  const plan::List* list = nullptr;
  Target target;
};
/// What was found of a message.
struct StoreMessage {};

// ---- of Job::quick: it gives up where something isn't there ----

/// The record is there with the least bytes it can have. What is left after fields of fixed size is
/// the room of the others.
struct MeasureRoom {
  AddressId limit = 0;
  std::uint64_t least = 0;
  std::optional<std::uint64_t> first;  ///< of these, of the first field that takes room
  std::vector<AddressId> limited;      ///< ends of stretches that aren't in every version
};
/// A stretch that isn't in every version: the view knows how long it is.
struct PassStretch {
  Address at;
  AddressId end = 0;  ///< set
};
/// A condition holds.
struct Expect {
  Expr holds;
};
/// A field of variable size is no larger than the room. What it leaves is that of the next one.
struct Fit {
  struct Bytes {};
  struct Elements {
    std::uint64_t stride = 1;
  };
  struct Text {
    const plan::Text* form = nullptr;
    std::string name;  ///< of the constant
    std::string path;
  };
  struct Padding {
    std::optional<Address> from;  ///< none: the start of the file
    std::uint64_t multiple = 1;
  };
  std::variant<Bytes, Elements, Text, Padding> of;
  LengthId length = 0;       ///< set, but by padding
  std::optional<Expr> size;  ///< or how many elements; none: a prefix says so, or it is padding
  Address at;
  AddressId end = 0;                  ///< set
  std::uint64_t least = 0;            ///< the fewest bytes that it can have
  std::optional<std::uint64_t> next;  ///< of the next one; none: there is none
};

// ---- of Job::watch: what else observers get ----

/// What there is at a place, before it is checked. The frame is its own; `record_frame`: it is
/// right in the record.
struct Tell {
  enum class What : std::uint8_t {
    present,
    absent,
    padding,
    constant,
    number,
    numbers,
    bytes,
    unknown,  ///< what no field of a message has
  };
  What what = What::present;
  FieldId field = 0;
  FrameId frame = record_frame;
  std::variant<std::monostate, const plan::Scalar*, const plan::Constant*, const plan::Raw*> form;
  std::string name;  ///< of padding
  Address from, to;
  LengthId length = 0;  ///< of What::numbers
};

// ---- control ----

/// Where the elements of a list begin is stated by another list.
struct StatedStarts {
  const plan::List* list = nullptr;
  Address table;
  std::optional<Expr> is_there;  ///< whether that list is
};
/// An element begins where a list says.
struct CheckBegin {
  FieldId table = 0;  ///< the list that says so
  Address at;         ///< of that list
  FrameId frame = 0;  ///< of the element: its index
  Address next;       ///< where it begins
  CheckId check = 0;
};

// ---- sections ----

/// What lies anywhere in the file is kept track of, from here on.
struct OpenFile {
  std::uint32_t section = 0;
};
struct FindSections {
  struct Found {
    std::uint32_t section = 0;
    std::optional<Expr> begin;  ///< none: after what is before it, aligned
    Address stated_at;
  };
  std::vector<Found> sections;
  Address inline_end;
};
struct FinishSections {
  std::vector<FindSections::Found> sections;  ///< none: the whole file alone
  std::optional<std::uint32_t> file;
  Address inline_end;
};

// ---- messages ----

/// The fields of a message, in any order. All else of such a record is asked of what this finds.
struct FindFields {
  const plan::MessageFields* form = nullptr;
};
/// What is said of the value of a field, if it is there.
struct CheckValue {
  FieldId field = 0;
};

}  // namespace schemac::steps
