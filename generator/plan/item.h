// Items of the plan: the steps of a record, in the order of its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "plan/field.h"
#include "schemac/base/protobuf.h"
#include "schemac/core/coding.h"

namespace schemac::plan {

struct Position {
  AnchorId anchor = 0;
  std::uint64_t distance = 0;
};

/// A field inside a run, at a constant distance; or padding of `size` zeros (field is none). A
/// tagged scalar begins with its tag: its value lies at distance + 1.
struct RunField {
  std::optional<FieldId> field;  ///< Scalar, Constant
  /// From the start of the run; from the end of the counted list for those after it.
  std::uint64_t distance = 0;
  std::uint64_t size = 0;
  std::optional<CheckId> padding;  ///< of padding
  std::string name;                ///< path below the record, for `truncated`
  std::string doc;                 ///< of padding
};
/// A list of scalars inside a run, whose count was read before.
struct CountedList {
  FieldId list = 0;
  Expr count;
  std::optional<FieldId> counted_by;
  std::uint64_t stride = 0;
  AnchorId after = 0;  ///< anchor at its end
  CheckId cause = 0;
};
/// Neighbouring fields of fixed size under one bounds check: these, then a counted list, then more
/// of them. A run without a counted list creates no anchor. With one there are two faults: of the
/// fields before it (a Stretch of these, without a cause), then, once the count is known, of the
/// counted list and the fields after it (a Stretch that begins at the list, with its cause;
/// explain() leaves the cause out where the count is 0). The tags of tagged scalars are compared
/// together with the bounds of these. Order: fault(s), then per field in order its checks
/// (constant, constant_bytes, unknown_member, boolean, unknown_flag, padding), elements budget of
/// the counted list.
/// A run with a condition is there or it isn't, then all its fields are absent: it holds fields of
/// the same versions and nothing else, no counted list, no padding. It ends at an anchor of its
/// own.
struct Run {
  Position begin;
  std::optional<Expr> condition;
  AnchorId end = 0;  ///< where there is a condition
  std::vector<RunField> fixed;
  std::optional<CountedList> counted;
  std::vector<RunField> after;  ///< distances from CountedList::after

  /// In the order of their bytes.
  [[nodiscard]] std::vector<FieldId> fields() const {
    std::vector<FieldId> all;
    for (const RunField& each : fixed)
      if (each.field) all.push_back(*each.field);
    if (counted) all.push_back(counted->list);
    for (const RunField& each : after)
      if (each.field) all.push_back(*each.field);
    return all;
  }
};
/// A field that isn't in a run: here, or elsewhere (Field::jump).
struct LoneField {
  FieldId field = 0;
  Position begin;               ///< unused for a jump
  std::optional<AnchorId> end;  ///< where what follows begins; none for a jump or for a fixed size
};
/// Zeros up to a multiple of `multiple`, from the record's begin (`of_record`) or from the file's
/// begin.
struct Pad {
  Position begin;
  std::uint64_t multiple = 1;
  bool of_record = true;
  AnchorId end = 0;
  std::optional<CheckId> padding;
  std::string doc;
};
/// A rule: holds, or is reported at the field `at` (without: at the record).
struct Require {
  Expr condition;
  CheckId check = 0;
  std::optional<FieldPath> at;
  std::vector<Expr> facts;
  std::string words = {};  ///< the schema's own, for who breaks it; may be empty
};
/// Rules about the elements of a list of records that need fields after the list. Made element by
/// element as List::each, once those fields are read; the elements are only looked at again.
struct CheckElements {
  FieldId field = 0;
  List list;  ///< the field's, with these rules alone
};
/// Compares a digest (Raw::digest) with the bytes that it covers, once all of them were read; what
/// isn't there counts as no bytes. Not made if it isn't there itself. Walks of views don't make it.
struct CheckDigest {
  FieldId field = 0;
};
/// Decodes a field (Field::codec), all of whose stored bytes were read. Order: too_large; malformed
/// or size_check; then, of what was decoded, the checks of Codec::content, at the field. What the
/// codec states of itself is held against Limits::decoded and against the most that so many bytes
/// can decode to before there is room for it. Not made if the field isn't there, or if no codec has
/// its number; walks of views don't make it.
struct CheckCodec {
  FieldId field = 0;
};
/// Finds the sections of the record: per section in order section_align, section_order (falls
/// after the one before, or into what was read inline), section_bounds. A section's region is
/// [begin, begin of the next), the last one's ends with the file; begins are clipped to [begin of
/// the one before, size of the file], so that a truncated file is read as far as it goes. After a
/// section_order violation no section is entered (a fault for this record). A section without a
/// stated start is the first one (or Section::is_whole_file): it begins at `inline_end`, aligned.
/// Nonzero bytes from `inline_end` to the first section's begin are a `gap` of the first section.
struct FindSections {
  Position inline_end;  ///< where the bytes before the first section end; the gap up to it is
                        ///< checked, too
};
/// Reads the fields of a section in order from its start, then checks the gap after them. A
/// restart point. After a fault the gap isn't checked.
struct InSection {
  std::uint32_t section = 0;
  std::vector<LoneField> fields;  ///< begin: unused, each follows the one before
};
/// After everything that is placed in the sections of this record: Extents::finish for each tracked
/// one; FileExtents::finish, where what declared sections hold counts as inline if a section is
/// followed; then, if nothing of level error or rule was noted so far, the first thing of declared
/// sections that a writer would lay out otherwise (check_places).
struct FinishSections {};

/// A field of a message, in protobuf's wire form: a tag (number and wire type), then a value. Its
/// body is a Scalar (a number), a Text or Raw up to the limit, a Nested message, or a List of one
/// of these without a count; the value of a length-delimited one is its content, its length comes
/// before. The field is at the first byte of its value; so is an element.
struct MessageField {
  FieldId field = 0;
  std::uint32_t number = 0;
  protobuf::Coding coding = protobuf::Coding::varint;
  bool is_repeated = false;
  bool is_packed = false;          ///< how the writer stores the elements; read in either form
  bool is_implicit = false;        ///< has no presence: the writer leaves out 0 and empty texts
  std::optional<CheckId> missing;  ///< of a required field
  std::optional<CheckId> pieces;   ///< of a message that isn't repeated: too large to join
};
/// The fields of a message, from the record's begin to its limit, in any order; the only item of
/// such a record but for Require items after it.
///
/// A first pass finds them: tag after tag, `malformed` (or `depth`) ends the walk of the record (no
/// bytes are missing: nothing is held against a region). Of a field that isn't repeated the last
/// value counts; elements may lie apart, and packed. Whatever has another wire type than its field,
/// a number that no field has, or a value without a member in an enumeration that refuses such, is
/// an unknown field (Scalar::unknown_member is for the writer alone). Whole numbers that don't fit
/// their type are malformed. A message that isn't repeated, but comes several times, is what these
/// pieces are one after the other (JoinedMessages); `pieces` is noted at the second one if a copy
/// of them is too large, and ends the walk. Then `missing` is noted for each field that is, which
/// ends the walk, too.
///
/// Then, for each field in order and for each value (the last one; each element, after elements),
/// its content with its own checks: for a scalar boolean, for a text the encoding, for a message
/// its walk (the value is a restart point), and List::each. A field that isn't there has its
/// default value for expressions (Field::default_value, else 0 or no elements); `is_present` says
/// so.
///
/// The writer puts fields in order of their numbers, each list at once, and unknown fields after
/// them as they are.
struct MessageFields {
  std::vector<MessageField> fields;  ///< by number
  std::optional<FieldId> unknown;    ///< the choice that keeps unknown fields, one after the other
  CheckId malformed = 0;
  CheckId depth = 0;
  AnchorId end = 0;  ///< the limit
};

using Item = std::variant<Run, LoneField, Pad, Require, CheckElements, CheckDigest, CheckCodec,
                          FindSections, InSection, FinishSections, MessageFields>;

}  // namespace schemac::plan
