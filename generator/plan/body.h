// Bodies of the plan: what a field consists of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/model.h"
#include "plan/enumeration.h"
#include "plan/expression.h"
#include "schemac/base/numeral.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/wire/msgpack_head.h"

namespace schemac::plan {

struct Flag {
  std::string name;
  std::uint32_t bit = 0, width = 1;
  model::Versions versions;
  std::optional<FieldId> presence_of;  ///< set exactly when that field is present
  std::string doc;

  /// The bits that it takes, in their place.
  [[nodiscard]] std::uint64_t mask() const {
    return (width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << bit;
  }
};

/// Members or flags that not every version has. One that the file's doesn't have is unknown: noted
/// as unknown_flag, or (instead of unknown_member) as early_member or late_member. Nothing else
/// depends on it: attributes and alternatives are those that it has in its versions.
struct VersionedScalar {
  Expr version;                         ///< the file's
  std::optional<CheckId> early_member;  ///< of a member that a later version has. a: value, b: the
                                        ///< file's version, c: the first one that has it
  std::optional<CheckId> late_member;  ///< of one that versions before had. c: the first without it
};

/// What there is besides the bytes of a scalar.
enum class Coding : std::uint8_t {
  plain,    ///< nothing: its bytes, in its byte order
  tagged,   ///< MessagePack: the head byte Scalar::tag and no other, then its bytes, big-endian
  token,    ///< MessagePack: false and true are the bytes c2 and c3 alone, and "x" is their place
  integer,  ///< MessagePack: an integer of any width, written in the shortest. Of variable size, so
            ///< never in a run. Small ones are a byte without a tag
  numeral,  ///< likewise, spelled as Scalar::numeral says
};
/// Where a number is among the bits of a group: fields in whole bytes that are one number.
struct BitPosition {
  FieldId group = 0;
  std::uint8_t shift = 0;  ///< bits below it in that number
  std::uint8_t bytes = 0;  ///< of the group
};
/// One scalar. Checks in this order: form, unfit, unknown_member, boolean, unknown_flag,
/// minimum/maximum and others as Require items.
struct Scalar {
  Dtype dtype = Dtype::u32;
  std::uint8_t bits = 0;  ///< how many the number has, if fewer than its type; else 0
  /// Of a number without bytes of its own: it is at its group, which comes before it.
  std::optional<BitPosition> place;
  bool is_group = false;  ///< it consists of others, which alone are shown
  Endian endian = Endian::little;
  bool is_of_file = false;  ///< what Record::byte_order says counts
  Coding coding = Coding::plain;
  std::uint8_t tag = 0;                        ///< of Coding::tagged
  std::optional<impl::numeral::Form> numeral;  ///< of Coding::numeral
  std::optional<CheckId> form;                 ///< of what MessagePack has a tag for
  std::optional<CheckId> unfit;                ///< of those of variable size
  std::optional<CheckId> wide;                 ///< of Coding::numeral
  std::optional<EnumId> enumeration;
  std::vector<Flag> flags;
  std::optional<CheckId> unknown_member, boolean, unknown_flag;
  std::optional<VersionedScalar> versioned;  ///< unknown_flag then has c: the file's version
  std::optional<CheckId> constant_check;
  std::optional<model::Int128> constant;

  /// Whether its bytes depend on its value.
  [[nodiscard]] bool varies() const {
    return coding == Coding::integer || coding == Coding::numeral;
  }
  [[nodiscard]] std::uint32_t bit_count() const {
    return bits != 0 ? bits : schemac::bit_count(dtype);
  }
  /// The bits of flags that are values of their own: neither what follows from the presence of
  /// fields nor, of a number with flags, what has no name.
  [[nodiscard]] std::uint64_t given_bits() const {
    std::uint64_t all = 0;
    for (const Flag& flag : flags)
      if (!flag.presence_of) all |= flag.mask();
    return all;
  }
};

/// Bytes that are always the same.
struct Constant {
  std::vector<std::uint8_t> bytes;
  CheckId check = 0;
};

/// What a MessagePack text, bin, array or map begins with: read in any of its widths, written in
/// the shortest. Bounded by itself, as "x.head", of as many bytes as its first byte says. Order:
/// the first byte (truncated), form, the rest (truncated, of the whole head).
using HeadForm = impl::msgpack::HeadForm;
struct Head {
  HeadForm form = HeadForm::list;
  CheckId check = 0;  ///< form
};

/// Characters: [prefix or head] characters [terminator] [padding to a multiple of `pad`, from the
/// begin]. Order: stretch (prefix), negative (at the prefix; there are no characters then), or
/// head; stretch (characters, cause at the prefix or head), stretch (padding); then empty_text,
/// charset (or encoding), padding.
struct Text {
  std::optional<Scalar> prefix;      ///< the length before it, in bytes
  std::optional<Head> head;          ///< states the length; then no prefix, terminator, pad
  std::optional<Expr> size;          ///< the length, where no prefix states it
  bool to_end = false;               ///< up to the limit
  std::optional<FieldId> stated_by;  ///< the field that states `size`, if it is one field
  /// After the characters, which it ends; missing: truncated, where it should be.
  std::optional<std::uint8_t> terminator;
  /// Fills up the bytes of `size` after the characters, which don't end with it.
  std::optional<std::uint8_t> filler;
  std::uint64_t pad = 1;
  std::string charset;       ///< the characters allowed, each once and sorted; empty: any
  std::string charset_text;  ///< as written: "[A-Za-z0-9._-]+"
  std::string encoding;      ///< "", "ascii", "utf-8"
  std::optional<CheckId> cause, negative_check, charset_check, empty_check, encoding_check,
      padding_check;
};

/// Fields one after the other, from the start of `first` to the end of `last`.
struct FieldSpan {
  FieldId first = 0, last = 0;
};
/// A checksum of bytes of the record, in their order; the writer computes it. All of them are
/// inline, and no Run goes beyond the start or end of a span.
struct Digest {
  Expr algorithm;  ///< a DigestAlgorithm's number; others are as `none`
  Endian endian = Endian::little;
  bool is_of_file = false;  ///< as of a Scalar
  std::vector<FieldSpan> over;
  std::optional<std::uint8_t> own;  ///< what each of its own bytes counts as, if it covers itself
  bool is_late = false;             ///< it covers itself, or what comes after it
  CheckId check = 0;
};

/// What may be wrong with a JSON text, one check for each json::Flaw. They are made, in the order
/// in which the library reports them, before anything in the text is looked at.
struct JsonChecks {
  CheckId malformed = 0, deep = 0, large = 0, duplicate = 0, kind = 0, range = 0, unknown = 0;
};
/// What may be wrong with an object of MessagePack, or with one inside of it, whose path is below
/// the field: "extra[2].key.head". See schemac/wire/msgpack_object_walk.h for what each is about;
/// `duplicate` comes after all others, and isn't made if one of them failed.
struct ObjectChecks {
  CheckId form = 0, cause = 0, elements = 0, depth = 0, duplicate = 0;
};
/// Bytes that hold a value of no type. A JSON text: its checks are malformed, deep, large and
/// duplicate.
struct FreeForm {
  enum class Wire : std::uint8_t {
    text,    ///< JSON, a text of its own
    member,  ///< inside of one: a text that the library made, without checks
    object,  ///< MessagePack, which says itself where it ends
  };
  Wire wire = Wire::text;
  bool holds_members = false;  ///< of a record in a text, by names that the schema doesn't know
  bool repeats_keys = false;   ///< what validation says of equal keys doesn't make a file invalid
  model::JsonStyle style;
  JsonChecks checks;
  ObjectChecks object;
};

/// Bytes of no further meaning: of a size, or up to the limit; or a digest, of its kind's size; or
/// a value of no type.
struct Raw {
  std::optional<Head> head;  ///< states the size; cause at it
  std::optional<Expr> size;
  bool to_end = false;
  std::optional<CheckId> cause;
  std::optional<FieldId> stated_by;  ///< the field that states the size
  std::optional<Digest> digest;
  std::optional<FreeForm> free;
};

/// Some dims of an array: a list of scalars (Op::list, perhaps inside records that the record at
/// hand holds) or one number, which is there if `condition` holds. A number below 0, or one that
/// can't be computed, makes the array too large for 64 bits (array_overflow), as a dim below 0 in a
/// list does, unless another dim is 0.
struct DimsTerm {
  Expr value;
  std::optional<Expr> condition;  ///< of numbers only
};
/// A field of the record, or one of a record that it holds: `inner` are the fields on the way.
struct FieldPath {
  FieldId field = 0;
  std::vector<FieldId> inner;
};
/// The dims of an array: terms one after the other; at most one list and `max_dim_numbers`
/// numbers.
struct Dims {
  std::vector<DimsTerm> terms;
  FieldPath first;  ///< where the first dim is stated: for array_overflow
  /// The list of this record that they are, if they are that alone.
  [[nodiscard]] std::optional<FieldId> own_list() const {
    const bool is_list = terms.size() == 1 && terms.front().value.op == Op::list;
    return is_list ? std::optional(terms.front().value.id) : std::nullopt;
  }

  /// Its numbers and their conditions.
  [[nodiscard]] std::vector<const Expr*> expressions() const {
    std::vector<const Expr*> all;
    for (const DimsTerm& term : terms) {
      all.push_back(&term.value);
      if (term.condition) all.push_back(&*term.condition);
    }
    return all;
  }
};
inline constexpr std::size_t max_dim_numbers = 6;

/// An n-dimensional array: product(dims) elements of `dtype`, packed. With no dims one element; in
/// C++ then a `schemac::Scalar`, whose dtype is a value's own. Order: array_overflow; then, if a
/// region or `stated_by` states a size, array_size; then the stretch (one payload, truncated where
/// the array begins); then `boolean` (no dims, bool8). An array that is the body of a region, or an
/// alternative of a switch in one, has a size_check: it then takes the place of Region::fill, and
/// what is claimed are the bytes stated. If `dtype` is an attribute that the value doesn't state
/// (an unknown tag, which was noted), the array is skipped: it is not read, its size is not
/// compared, nothing is claimed.
/// With a head that states the size the array ends where the head says, whatever its dims ask for.
/// Order: head, array_overflow, else array_size at the head; then the stretch of the bytes stated
/// (one payload, cause at the head); then `boolean`. It is read as an array only if it has neither
/// of the two violations.
struct Array {
  std::optional<Head> head;
  Expr dtype;                ///< a dtype code (schemac::Dtype)
  std::optional<Dims> dims;  ///< none: no dims
  bool is_column_major = false;
  Endian endian = Endian::little;
  bool is_of_file = false;  ///< as of a Scalar
  std::optional<CheckId> overflow, size_check;
  std::optional<CheckId> cause;  ///< of a head
  /// No dims: the element is a bool8 but neither 0 nor 1. a: value.
  std::optional<CheckId> boolean;
  std::uint64_t least_size = 0;
};

/// A record, with what it needs from the one that holds it.
struct SectionRef {
  bool is_param = false;
  std::uint32_t index = 0;  ///< into Record::sections, or into Record::section_params
  bool operator==(const SectionRef&) const = default;
};
/// The bytes up to the limit are a JSON text, and the record is the message that it is decoded to
/// (Record::json), in a space of its own: what is noted in it is at the text's begin. Order: the
/// text's checks; if it isn't whole (malformed, deep, large, or a member of a wrong kind or range),
/// nothing in it is walked. What is broken in it ends the walk of the record at hand as a fault
/// does, but nothing is missing.
struct JsonText {
  JsonChecks checks;
};
struct Nested {
  RecordId record = 0;
  std::optional<JsonText> json;
  std::vector<Expr> args;  ///< for Record::params; of a list the leaf Op::list, perhaps in
                           ///< Op::inside, or in Op::param_list where it is handed on
  std::vector<SectionRef> sections;  ///< for Record::section_params
  bool has_slack = false;  ///< an element with spare bytes after it (Record::slack), which count
                           ///< as its own
};

struct Body;

/// A rule about each element of a list. Of records it may look at the next one, too (Op::inside of
/// the_next): then all rules of an element are checked once the next one is whole, or the list
/// ends.
struct EachRule {
  Expr condition;  ///< over `_` (Op::element, or Op::inside of the_element), `_index`, `_last`
  CheckId check = 0;
  std::vector<Expr> facts;
  std::optional<FieldPath> at;       ///< of a record: the field at fault; none: the element
  std::optional<std::int64_t> item;  ///< the element of that list of scalars; -1: its last one
  bool is_for_writers = false;       ///< no file breaks it: readers need not look
};

/// Another list of the record, of scalars and as many elements, that states where each element
/// begins. Compared before the element is read, unless the other list isn't there, or the start is
/// its Field::unknown. The element begins where the one before it ends all the same. A stated start
/// after that is out-of-bounds, one before it is of class overlap, if the schema says no other.
///
/// With List::has_slack an element begins where the list says, if that is after the end of the one
/// before it, with room for the least element: what lies between is slack of the one before. The
/// first element, and those whose start isn't known, have no slack before them. After the last of a
/// known count all is slack, up to the limit.
struct StatedStarts {
  FieldId list = 0;
  CheckId check = 0;
};

/// Elements one after the other. Order: head, elements (budget; elements for which there are no
/// bytes take nothing), minimum_count, maximum_count, cause if count * least element size > left
/// (noted; the walk goes on and ends at the element that isn't whole), then the elements with
/// `each`, each followed by `order`, then duplicate. A list of packed scalars (u1) is one payload
/// of ceil(count * bits / 8) bytes. One of tagged scalars or tokens is one stretch, as of other
/// scalars; the tags of all elements are compared before anything else is checked of them. With a
/// head a list has no `count`; a map is a list of records of two fields.
struct List {
  std::vector<Body> element;  ///< exactly one
  std::optional<Head> head;   ///< states the count: list or map
  std::optional<Expr> count;
  /// Over the element, as rules in `each`: ends with the first one of which it holds. None of these
  /// three: up to the limit.
  std::optional<Expr> until;
  std::optional<Expr> is_counted;       ///< where the count may be unknown: whether it is known;
                                        ///< else the elements go up to the limit
  std::optional<FieldId> counted_by;    ///< the field that states it
  std::uint64_t least_element = 0;      ///< bytes
  std::optional<std::uint64_t> stride;  ///< bytes, where every element has the same size
  std::optional<std::uint64_t> minimum, maximum;
  std::optional<CheckId> cause, minimum_check, maximum_check, elements_check;
  /// Where nothing counts elements that may take no bytes: one without bytes is the last one, since
  /// more of them would never end, and it would not be read again where its bytes are the last.
  /// Made of that element after all else.
  std::optional<CheckId> empty_element;
  std::vector<EachRule> each;
  /// Field of the element record (a Text, a Scalar or a List of texts); for lists of text: ~0.
  std::optional<FieldId> unique;
  std::optional<CheckId> duplicate;
  /// The same: keys don't fall. Texts are compared as unsigned bytes, numbers as numbers, lists of
  /// texts text by text, a shorter list before its extensions. The writer sorts by it (elements
  /// with equal keys stay in their order), so that `order` of level canonical is never broken by
  /// it.
  std::optional<FieldId> order_by;
  std::optional<CheckId> order;
  std::optional<StatedStarts> stated_starts;
  std::optional<FieldId> starts_of;  ///< of a list of scalars: the other way round
  /// Of such a list by which elements are found: the greatest place that it can state, where that
  /// may not be enough. A number that was cut off might find others.
  std::optional<std::uint64_t> finds_up_to;
  bool has_slack = false;  ///< of records: see StatedStarts

  /// Whether an element may go on up to the end of what the list lies in. A writer refuses elements
  /// that have bytes after such a one (refusals::swallowed), in the order in which they are
  /// written, once all elements were checked.
  [[nodiscard]] bool may_hold_open() const;
  /// Outside of messages: elements may take no bytes at all. Their number isn't bounded by the
  /// bytes that are left, so it counts against Limits::empty_elements as well.
  [[nodiscard]] bool may_be_empty() const;
  /// Whether nothing in the file says where it ends.
  [[nodiscard]] bool goes_to_limit() const { return !head && !count && !until; }
};

struct Alternative {
  std::string name;        ///< the schema's
  std::string identifier;  ///< C++ member or type name
  /// Empty: every other tag (of an enumeration that refuses unknown ones: known tag).
  std::vector<model::Int128> tags;
  std::vector<Body> body;  ///< exactly one
  std::string doc;
  /// How the writer finds the tag: the only one, or the member whose attribute is the dtype held
  /// (Array without dims).
  std::optional<std::uint32_t> tag_by_dtype;  ///< attribute index of the tag's enumeration
};
/// One of several bodies, by a tag. Order: no_case, then the body. Where `is_unknown_told` an
/// unknown tag was noted as unknown_member, an error: nothing more is noted, and the content is
/// skipped (not read, nothing is claimed). Otherwise it is a tag as any other.
struct Switch {
  Expr tag;
  std::optional<FieldId> tag_field;
  std::optional<EnumId> tag_enum;
  bool is_unknown_told = false;  ///< all of the enumeration's numbers are members, else errors
  std::vector<Alternative> alternatives;  ///< `else` last
  CheckId no_case = 0;  ///< meaningless if the last alternative takes every other tag
  std::string view;     ///< "MetadataValueView": the class that looks at it
};

/// Whether a body or a record goes on up to the end of what it lies in, so that nothing after it
/// would be read (plan/facts/open_ends.h).
enum class OpenEnd : std::uint8_t {
  never,
  by_value,  ///< if the value says so
  always,
};

struct Body {
  std::variant<Scalar, Constant, Text, Raw, Array, Nested, List, Switch> kind;
  OpenEnd open_end = OpenEnd::never;  ///< in messages never: each value says how long it is
  std::optional<FormId> form;         ///< where the schema has a name for just this
  std::uint64_t least_size = 0;
  std::optional<std::uint64_t> fixed_size;
};

inline bool List::may_hold_open() const { return element.front().open_end != OpenEnd::never; }
inline bool List::may_be_empty() const {
  return least_element == 0 && !std::holds_alternative<Scalar>(element.front().kind);
}

}  // namespace schemac::plan
