// The plan: what reading, checking, measuring and writing do, step by step. Nothing is left to
// decide.
//
// A record is one ordered list of items; every direction interprets the same list, so reader,
// validator and writer cannot drift apart. A position is an anchor plus a constant distance: anchor
// 0 is the record's begin, each item of variable size ends at an anchor of its own.
//
//     Run    [name.length]          one bounds check for neighbouring fields of fixed size
//     Place   name                  a text of that length            -> anchor 1
//     Run    [dtype ndim flags | dims * ndim | nbytes offset]        -> anchor 2 behind the counted
//     part Require dtype.tensor          a rule, after the last item that it needs Place   data
//     elsewhere: at data_offset in section blobs
//
// Two executors run it: generated C++ (emit/cpp) and the direct one (direct/). What they have to
// agree on is written at each item below: the order of checks, the facts of each sentence, what
// happens after a failure.
//
// Failures. A *fault* (bytes end too early) ends the walk of the record at hand. It also ends every
// enclosing record up to the nearest restart point: a placed field (Field::jump), a section
// (InSection), a region (Field::region); behind that the walk goes on. All other violations are
// noted and the walk goes on at once, with the values as they are. A walk of strictness `read` ends
// at its first violation of level `error`, and makes no check of another level.
//
// Frames. A walk of a record has the record's frame. A nested record, an alternative of a switch
// and content behind a jump have {&record, "value"}, an element of a list (inline or not) {&record,
// "value", i}; nothing else makes a frame, so that an element behind a jump is "value[2]".
// Check::field and RunPart::name are below the frame of what is checked: of an inline text
// "name.length", "name", "name.padding", of one behind a jump, in an alternative or a list
// "length", "", "padding". Checks that blame a field of the record (cause, elements, minimum and
// maximum count, outside, misaligned, overlap, fill, array_size, array_overflow, no_case,
// absent_value, Require) always are below the record's frame.
//
// Expressions that fail (Expr::is_checked: overflow, division by zero; an item that isn't there).
// In a Require: its check is noted. As a count or a size: as if it were 2^64 - 1, so the pair is
// noted. As the target of a jump: outside. As a presence: absent. As a tag: no_case. As an argument
// of a nested record: 2^64 - 1. A count or size below 0 is as 0 (a Require notes it, where a single
// field states it), a target below 0 outside.
//
// Wire forms. In MessagePack a record is the bare sequence of the objects of its fields; what tells
// their forms is part of them, and nothing else of the plan changes. A number with an exact head
// byte (Coding::tagged) has a fixed size, so it stays in runs; everything that says its own length
// has a Head.
//
//     Run    [ce n_params]          5 bytes under one bounds check, the tag under one comparison
//     Place   key                   list head -> each: text head, characters    -> anchor 1
//     Run    [ce batch]
//
// A tag or head of another form (Check `form`) ends the walk as a fault does, since nothing behind
// it can be found; but nothing is missing, so no region is held against it. Tags and heads are
// parts of their own: "x.tag", "x.head" are truncated where they begin, the content behind them
// where that begins. Checks of a value are at its content; cause, counts and sizes that a head
// states are at the head. In a stretch that is cut off, the tags before the cut are looked at
// first, in order: the first that is of another form is noted instead of what is missing (behind
// the cause, if there is one).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/model.h"
#include "plan/expression.h"
#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/dtype.h"
#include "schemac/core/msgpack_head.h"
#include "schemac/core/protobuf.h"

namespace schemac::plan {

// ---- checks ----

/// What a check is about; decides its facts {a}, {b}, {c} and where it is reported.
enum class CheckKind : std::uint8_t {
  constant,        ///< scalar constant differs. a: value
  constant_bytes,  ///< at the field. text: the bytes found
  cause,           ///< announces more than there is (Stretch::cause); at the stating field. see
                   ///< schemac/core/fault.h
  minimum_count,   ///< a: count
  maximum_count,   ///< a: count
  padding,         ///< a nonzero byte in padding; at that byte. a: the byte
  charset,         ///< at the first byte outside. a: the byte
  empty_text,      ///< a text that must have a character; at its length (prefix) or begin
  encoding,        ///< at the first byte that is wrong. a: the byte
  unknown_member,  ///< enumeration; at the scalar. a: value
  other_version,   ///< a member or a field of other versions: VersionedScalar, Availability
  unknown_flag,    ///< bits without a name; at the scalar. a: value, b: the unknown bits, c: the
                   ///< version where flags depend on it
  boolean,         ///< bool8 neither 0 nor 1; at the scalar. a: value
  no_case,         ///< switch; at the tag. a: value
  absent_value,    ///< nonzero beside an absent field; at the scalar. a: value
  condition,       ///< Require. a, b, c: Require::facts
  overflow,        ///< an expression doesn't fit; at the field at fault
  section_order,   ///< at the field that states the begin. a: begin, b: where the section before it
                   ///< begins (or the header ends)
  section_align,   ///< likewise. a: begin
  section_bounds,  ///< likewise. a: begin, b: size of the file
  gap,             ///< nonzero byte between payloads or before a section; at that byte, path
                   ///< "<section>.padding" below the record that declares the section. a: the byte
  outside,  ///< jump leaves its section; at the field that states it. a: offset, b: begin, c: end
            ///< of the section
  misaligned,  ///< likewise. a: offset
  overlap,     ///< likewise. a: begin, b: end of the other payload
  fill,        ///< content ends before or behind its region; at the field that states the size. a:
         ///< stated, b: needed. Content that ends in a fault is noted, too, behind the fault's own
         ///< violations, if the region was not clipped: b is then the distance from the region's
         ///< begin to the fault's plus the bytes that didn't fit
  array_size,      ///< likewise, for an ndarray. a: stated, b: needed
  array_overflow,  ///< at the first dim
  duplicate,  ///< second element with the same key; at the key's first byte (its length, where it
              ///< has one). text: the key
  order,      ///< element not behind the one before it; likewise. text: the key
  depth,      ///< a record inside itself too often; at its begin. Of a message also: groups inside
              ///< groups that are passed over; at the tag of the one too many
  elements,   ///< Limits::elements; at the field that states the count. a: count
  form,       ///< a tag or head of another form; at it. a: the byte found
  unfit,      ///< Coding::integer: beyond the range of its type; at its content. a: its 64 bits
  trailing,   ///< at the first byte behind the last field. a: number of bytes
  malformed,  ///< bytes that are no fields of a message; at the tag, or at the value or length that
              ///< is wrong. The sentence is that of the flaw (schemac/core/protobuf.h), the path
              ///< that of the field, if it is known
  digest,     ///< bytes differ from what a digest says of them; at the digest
  codec,      ///< bytes that the codec can't decode; at them
  codec_limit,  ///< beyond Limits::decoded; likewise. a: bytes of plain content, b: the limit
  codec_size,   ///< decodes to another size than stated; at the field that states it (Codec::
                ///< stated_by), else at the bytes. a: stated
  begin,        ///< StatedBegins; at the stated one. a: stated, b: the element's
  missing,      ///< a required field of a message; at the message's begin, path of the field
  text,   ///< a JSON text is wrong in one of its ways: JsonChecks. At the text's begin, path of
          ///< the member; the sentence is that of the flaw (schemac/json/json.h)
  parts,  ///< a message that stands more than once, though not repeated; at each further one
};

/// One check, with everything that both executors report.
struct Check {
  CheckKind kind = CheckKind::condition;
  std::string
      identifier;  ///< for generated code, unique in the plan: "tensor_data_offset_misaligned"
  Rule rule = Rule::bad_value;
  Level level = Level::error;
  std::string name;      ///< the schema's own, or empty
  std::string field;     ///< path below the record that checks
  std::string doc;       ///< the schema's words about it
  std::string sentence;  ///< with placeholders, see schemac/core/check.h
};

/// The runtime's form of a check; borrows the strings.
[[nodiscard]] schemac::Check view_of(const Check& check);

// ---- enumerations ----

struct EnumMember {
  std::string name;        ///< the schema's spelling
  std::string text;        ///< that it stands for in JSON, of an enumeration of texts
  std::string identifier;  ///< the C++ spelling
  model::Int128 value = 0;
  std::string characters;  ///< of a value that the schema writes as text
  model::Versions versions;
  std::string doc;
  std::vector<std::optional<model::Int128>> attributes;  ///< number; dtype code; 0 or 1
};
struct Enum {
  std::string name;  ///< CamelCase
  std::string doc, doc_ref;
  Dtype dtype = Dtype::u32;
  bool is_text = false;
  bool keeps_unknown = false;
  std::vector<model::EnumAttribute> attributes;
  std::vector<EnumMember> members;
};

// ---- bodies: how something lies in bytes, when one is at its begin and has a limit ----

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
/// hangs on it: attributes and alternatives are those that it has in its versions.
struct VersionedScalar {
  Expr version;                         ///< the file's
  std::optional<CheckId> early_member;  ///< of a member that a later version has. a: value, b: the
                                        ///< file's version, c: the first one that has it
  std::optional<CheckId> late_member;  ///< of one that versions before had. c: the first without it
};

/// What stands around the bytes of a scalar.
enum class Coding : std::uint8_t {
  plain,    ///< nothing: its bytes, in its byte order
  tagged,   ///< MessagePack: the head byte Scalar::tag and no other, then its bytes, big-endian
  token,    ///< MessagePack: false and true are the bytes c2 and c3 alone, and "x" is their place
  integer,  ///< MessagePack: an integer of any width, written in the shortest. Of variable size, so
            ///< never in a run. Small ones are a byte without a tag
};
/// One scalar. Checks in this order: form, unfit, unknown_member, boolean, unknown_flag,
/// minimum/maximum and others as Require items.
struct Scalar {
  Dtype dtype = Dtype::u32;
  Endian endian = Endian::little;
  Coding coding = Coding::plain;
  std::uint8_t tag = 0;          ///< of Coding::tagged
  std::optional<CheckId> form;   ///< of all but Coding::plain
  std::optional<CheckId> unfit;  ///< of Coding::integer
  std::optional<EnumId> enumeration;
  std::vector<Flag> flags;
  std::optional<CheckId> unknown_member, boolean, unknown_flag;
  std::optional<VersionedScalar> versioned;  ///< unknown_flag then has c: the file's version
  std::optional<CheckId> constant_check;
  std::optional<model::Int128> constant;
};

/// Bytes that are always the same.
struct Constant {
  std::vector<std::uint8_t> bytes;
  CheckId check = 0;
};

/// What a MessagePack text, bin, array or map begins with: read in any of its widths, written in
/// the shortest. One part, "x.head", of as many bytes as its first byte says. Order: the first byte
/// (truncated), form, the rest (truncated, of the whole head).
using HeadForm = msgpack::HeadForm;
struct Head {
  HeadForm form = HeadForm::list;
  CheckId check = 0;  ///< form
};

/// Characters: [prefix or head] characters [terminator] [padding to a multiple of `pad`, from the
/// begin]. Order: stretch (prefix) or head, stretch (characters, cause at the prefix or head),
/// stretch (padding); then empty_text, charset (or encoding), padding.
struct Text {
  std::optional<Scalar> prefix;      ///< the length before it, in bytes
  std::optional<Head> head;          ///< states the length; then no prefix, terminator, pad
  std::optional<Expr> size;          ///< the length, where no prefix states it
  bool to_end = false;               ///< up to the limit
  std::optional<FieldId> stated_by;  ///< the field that states `size`, if it is one field
  std::optional<std::uint8_t>
      terminator;  ///< behind the characters, which it ends; missing: truncated, where it should be
  std::uint64_t pad = 1;
  std::string charset;       ///< the characters allowed, each once and sorted; empty: any
  std::string charset_text;  ///< as written: "[A-Za-z0-9._-]+"
  std::string encoding;      ///< "", "ascii", "utf-8"
  std::optional<CheckId> cause, charset_check, empty_check, encoding_check, padding_check;
};

/// Fields one behind the other, from the begin of `first` to the end of `last`.
struct FieldSpan {
  FieldId first = 0, last = 0;
};
/// A checksum of other bytes of the record, in this order; the writer computes it. All of them
/// stand inline before it, and no Run goes beyond the begin or end of a span.
struct Digest {
  Expr algorithm;  ///< a DigestAlgorithm's number; others are as `none`
  Endian endian = Endian::little;
  std::vector<FieldSpan> over;
  CheckId check = 0;
};

/// What may be wrong with a JSON text, one check for each json::Flaw. They are made, in the order
/// in which the library tells them, before anything in the text is looked at.
struct JsonChecks {
  CheckId malformed = 0, deep = 0, large = 0, duplicate = 0, kind = 0, range = 0, unknown = 0;
};
/// Bytes that hold a value of no type. A JSON text: its checks are malformed, deep, large and
/// duplicate.
struct FreeForm {
  enum class Wire : std::uint8_t {
    text,    ///< JSON, a text of its own
    member,  ///< inside of one: a text that the library made, without checks
  };
  Wire wire = Wire::text;
  model::JsonStyle style;
  JsonChecks checks;
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

/// Dims of an array: a list of scalars (Op::list, perhaps inside records that the record at hand
/// holds) or one number, which is there if `condition` holds. A number below 0, or one that can't
/// be computed, makes the array too large for 64 bits (array_overflow), as a dim below 0 in a list
/// does, unless another dim is 0.
struct DimsPart {
  Expr value;
  std::optional<Expr> condition;  ///< of numbers only
};
/// A field of the record, or one of a record that it holds: `inner` are the fields on the way.
struct FieldPath {
  FieldId field = 0;
  std::vector<FieldId> inner;
};
/// The dims of an array: parts one behind the other; at most one list and `max_dim_numbers`
/// numbers.
struct Dims {
  std::vector<DimsPart> parts;
  FieldPath first;  ///< where the first dim stands: for array_overflow
  /// The list of this record that they are, if they are that alone.
  [[nodiscard]] std::optional<FieldId> own_list() const {
    const bool is_list = parts.size() == 1 && parts.front().value.op == Op::list;
    return is_list ? std::optional(parts.front().value.id) : std::nullopt;
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
  std::optional<CheckId> overflow, size_check;
  std::optional<CheckId> cause;  ///< of a head
  std::optional<CheckId>
      boolean;  ///< no dims: the element is a bool8 but neither 0 nor 1. a: value
  std::uint64_t least_size = 0;
};

/// A record, with what it needs from the one that holds it.
struct SectionRef {
  bool is_param = false;
  std::uint32_t index = 0;  ///< into Record::sections, or into Record::section_params
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
  bool has_slack = false;  ///< an element with spare bytes behind it (Record::slack), which count
                           ///< as its own
};

struct Body;

/// Elements one behind the other.
/// Order: head, elements (budget; elements for which there are no bytes take nothing),
/// minimum_count, maximum_count, cause if count * least element size > left (noted; the walk goes
/// on and ends at the element that isn't whole), then the elements with `each`, each followed by
/// `order`, then duplicate. A list of packed scalars (u1) is one payload of ceil(count * bits / 8)
/// bytes. One of tagged scalars or tokens is one stretch, as of other scalars; the tags of all
/// elements are compared before anything else is checked of them. With a head a list has no
/// `count`; a map is a list of records of two fields.
/// A rule about each element. Of records it may look at the next one, too (Op::inside of the_next):
/// then all rules of an element are checked once the next one is whole, or the list ends.
struct EachRule {
  Expr condition;  ///< over `_` (Op::element, or Op::inside of the_element), `_index`, `_last`
  CheckId check = 0;
  std::vector<Expr> facts;
  std::optional<FieldPath> at;       ///< of a record: the field at fault; none: the element
  std::optional<std::int64_t> item;  ///< the element of that list of scalars; -1: its last one
};
/// Another list of the record, of scalars and as many elements, that states where each element
/// begins. Compared before the element is read, which stands where the one before it ends all the
/// same, unless the other list isn't there, or the begin is its Field::unknown. A begin behind the
/// element's is out-of-bounds, one before it is of class overlap, if the schema says no other.
///
/// With List::has_slack an element stands where it is stated to begin, if that is behind the end of
/// the one before it, with room for the least element: what lies between is slack of the one
/// before. The first element, and those whose begin isn't known, follow at once. Behind the last of
/// a known count all is slack, up to the limit.
struct StatedBegins {
  FieldId list = 0;
  CheckId check = 0;
};
struct List {
  std::vector<Body> element;            ///< exactly one
  std::optional<Head> head;             ///< states the count: list or map
  std::optional<Expr> count;            ///< neither: up to the limit
  std::optional<Expr> is_counted;       ///< where the count may be unknown: whether it is known;
                                        ///< else the elements go up to the limit
  std::optional<FieldId> counted_by;    ///< the field that states it
  std::uint64_t least_element = 0;      ///< bytes
  std::optional<std::uint64_t> stride;  ///< bytes, where every element has the same size
  std::optional<std::uint64_t> minimum, maximum;
  std::optional<CheckId> cause, minimum_check, maximum_check, elements_check;
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
  std::optional<StatedBegins> stated_begins;
  std::optional<FieldId> begins_of;  ///< of a list of scalars: the other way round
  bool has_slack = false;            ///< of records: see StatedBegins
};

struct Alternative {
  std::string name;        ///< the schema's
  std::string identifier;  ///< C++ member or type name
  std::vector<model::Int128>
      tags;  ///< empty: every other tag (of an enumeration that refuses unknown ones: known tag)
  std::vector<Body> body;  ///< exactly one
  std::string doc;
  /// How the writer finds the tag: the only one, or the member whose attribute is the dtype held
  /// (Array without dims).
  std::optional<std::uint32_t> tag_by_dtype;  ///< attribute index of the tag's enumeration
};
/// One of several bodies, by a tag. Order: no_case, then the body. An unknown tag of an enumeration
/// that refuses such was noted as unknown_member: nothing more is noted, and the content is skipped
/// (not read, nothing is claimed).
struct Switch {
  Expr tag;
  std::optional<FieldId> tag_field;
  std::optional<EnumId> tag_enum;
  std::vector<Alternative> alternatives;  ///< `else` last
  CheckId no_case = 0;  ///< meaningless if the last alternative takes every other tag
};

struct Body {
  std::variant<Scalar, Constant, Text, Raw, Array, Nested, List, Switch> kind;
  std::optional<FormId> form;  ///< where the schema has a name for just this
  std::uint64_t least_size = 0;
  std::optional<std::uint64_t> fixed_size;
};

// ---- fields ----

/// Where the writer gets the value of a scalar field.
enum class SourceKind : std::uint8_t {
  member,  ///< given: the value has it
  constant,
  count_of,  ///< elements (bits) of `field`, * factor + offset
  size_of,   ///< bytes of `field` (its region), own padding included; 0 (absent value) when absent
  plain_size_of,  ///< bytes of the plain content of `field` (Field::codec); 0 when absent
  begin_of,  ///< where `field` is placed, minus the base (`expression`, if any); the absent value
             ///< when absent
  section_begin,  ///< of section `section`
  tag_of,         ///< the tag of the alternative that `field` holds
  flags,          ///< Scalar::flags with presence_of; other bits given or 0
  expression,     ///< `expression`
};
struct Source {
  SourceKind kind = SourceKind::member;
  FieldId field = 0;
  std::uint32_t section = 0;
  model::Int128 factor = 1,
                offset =
                    0;  ///< value = (count or size or begin * factor + offset) / divisor, exactly
  model::Int128 divisor = 1;
  std::optional<Expr> expression;
};

/// The field lies elsewhere. Order: misaligned, outside (with the least size that is known: an
/// array's own, a body's least), region, content, then overlap and gap (Extents::claim, if its size
/// is known and not 0; the region's size, or where there is no region that of the content). Nothing
/// is claimed of what is outside; of an array there array_overflow and array_size, which need no
/// bytes of it, are noted all the same. `overlap` is that of this jump; `gap` is that of the
/// section.
struct Jump {
  Expr target;            ///< offset in the file, base added
  FieldId stated_by = 0;  ///< the field that holds the offset
  SectionRef section;
  std::uint64_t align = 1;
  CheckId outside = 0;
  std::optional<CheckId> misaligned, overlap;
};
/// The field's bytes have a stated size: content must fill it (after its own padding). The limit of
/// the body is its end. Order: cause (pair) if more than left: clipped to what is left, and content
/// is read; then fill (array_size for an Array). No `fill`: for an Array its size_check, else a
/// Require says the same of the field that states the size.
struct Region {
  Expr size;
  std::optional<FieldId> stated_by;
  std::optional<CheckId> cause, fill;
};
/// The field may be missing. When absent, each of `zeros` that is there must have its absent value.
/// The condition of an optional field of a message is that it is there (Op::is_present of itself).
struct AbsentScalar {
  FieldId field = 0;
  model::Int128 value = 0;
  CheckId check = 0;
};
struct Presence {
  Expr condition;              ///< that of Availability, then that of `if`
  bool is_by_version = false;  ///< no `if`: it is there in each version that has it
  std::vector<AbsentScalar> zeros;
};
/// Not every version has the field. A member that is there in a version without it isn't written
/// (`check`), and neither is a value that is missing in a version that has it without an `if`. But
/// if the schema states a default for it, a value always is there (Field::is_optional): in other
/// versions it is the default, and written only if it is.
struct Availability {
  model::Versions versions;
  Expr condition;                ///< over the version alone
  Expr version;                  ///< the file's
  std::optional<CheckId> check;  ///< of a member. a: the version
};

/// A number that means "not stated". The member of a given field then has no value. A derived
/// number (or a list that states begins: all of its elements) has a choice beside it: whether the
/// number that it follows from is stated, true by default.
struct Unknown {
  model::Int128 value = 0;
  std::string choice;             ///< of a derived one: "n_known"
  std::string choice_identifier;  ///< its C++ spelling
};

/// The bytes of the field (Raw, or Nested: the record that the codec makes) are encoded. Its member
/// is the plain content, or stored bytes (schemac::Coded); the writer encodes, all else of the plan
/// is about stored bytes. Inline fields alone, and no expression looks into such a record.
struct Codec {
  Expr algorithm;                           ///< a CodecAlgorithm's number
  std::optional<Expr> level, element_size;  ///< for the writer
  std::optional<Expr> size;                 ///< of the plain content, where the format states it
  std::optional<FieldId> stated_by;         ///< the field that states it
  CheckId malformed = 0, too_large = 0, size_check = 0;
};

struct Field {
  std::string name;        ///< the schema's spelling
  std::string identifier;  ///< the C++ spelling of its member and accessor
  std::string doc, doc_ref;
  model::RoleKind role = model::RoleKind::given;
  std::string role_text;  ///< "count of tensors": for documents
  Body body;
  Source source;  ///< of scalars
  std::optional<Presence> presence;
  std::optional<Availability> availability;
  std::optional<Jump> jump;
  std::optional<Region> region;
  std::optional<Codec> codec;
  std::optional<model::Int128> default_value;
  std::optional<Unknown> unknown;  ///< of plain whole numbers without a presence, and of lists that
                                   ///< state begins
  /// Expressions look into the record that it holds (Op::inside). If that isn't whole, the walk of
  /// the record at hand ends, as after a fault.
  bool is_looked_into = false;
  /// Of a list of scalars: its product is asked for, by an expression or as dims of an array.
  bool is_multiplied = false;
  [[nodiscard]] bool has_member() const {
    return role == model::RoleKind::given || role == model::RoleKind::choice;
  }
  /// Whether a value may have no such member.
  [[nodiscard]] bool is_optional() const {
    return presence && !(presence->is_by_version && default_value);
  }
  /// Whether a value may have no such member, which then is stored as `unknown`.
  [[nodiscard]] bool may_be_unknown() const { return unknown && has_member(); }
  /// Whether a choice says that it is stated.
  [[nodiscard]] bool has_known_choice() const { return unknown && !has_member(); }
};

/// The digest that a field is; null for other fields.
[[nodiscard]] inline const Digest* digest_of(const Field& field) {
  const auto* raw = std::get_if<Raw>(&field.body.kind);
  return raw != nullptr && raw->digest ? &*raw->digest : nullptr;
}

// ---- items ----

struct Position {
  AnchorId anchor = 0;
  std::uint64_t distance = 0;
};

/// A field inside a run, at a constant distance; or padding of `size` zeros (field is none). A
/// tagged scalar begins with its tag: its value lies at distance + 1.
struct RunPart {
  std::optional<FieldId> field;  ///< Scalar, Constant
  std::uint64_t distance =
      0;  ///< from the begin of the run; from the end of the counted part for parts behind it
  std::uint64_t size = 0;
  std::optional<CheckId> padding;  ///< of padding
  std::string name;                ///< path below the record, for `truncated`
  std::string doc;                 ///< of padding
};
/// A list of scalars inside a run, whose count was read before.
struct CountedPart {
  FieldId list = 0;
  Expr count;
  std::optional<FieldId> counted_by;
  std::uint64_t stride = 0;
  AnchorId after = 0;  ///< anchor at its end
  CheckId cause = 0;
};
/// Neighbouring fields of fixed size under one bounds check: parts, then a counted list, then
/// parts. A run without a counted part creates no anchor. With a counted part there are two faults:
/// of the parts before it (a Stretch of these, without a cause), then, once the count is known, of
/// the counted list and the parts behind (a Stretch that begins at the list, with its cause;
/// explain() leaves the cause out where the count is 0). The tags of tagged scalars are compared
/// together with the bounds of their parts. Order: fault(s), then per part in order its checks
/// (constant, constant_bytes, unknown_member, boolean, unknown_flag, padding), elements budget of
/// the counted part.
/// A run with a condition is there or it isn't, then all its fields are absent: it holds fields of
/// the same versions and nothing else, no counted part, no padding. It ends at an anchor of its
/// own.
struct Run {
  Position begin;
  std::optional<Expr> condition;
  AnchorId end = 0;  ///< where there is a condition
  std::vector<RunPart> parts;
  std::optional<CountedPart> counted;
  std::vector<RunPart> behind;  ///< distances from CountedPart::after
};
/// A field that isn't part of a run: here, or elsewhere (Field::jump).
struct Place {
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
};
/// Rules about the elements of a list of records that need fields behind the list. Made element by
/// element as List::each, once those fields are read; the elements are only looked at again.
struct CheckElements {
  FieldId field = 0;
  List list;  ///< the field's, with these rules alone
};
/// Compares a digest (Raw::digest) with the bytes that it covers, all of which were read; what
/// isn't there counts as no bytes. Not made if it isn't there itself. Walks of views don't make it.
struct CheckDigest {
  FieldId field = 0;
};
/// Decodes a field (Field::codec), all of whose stored bytes were read. Order: too_large; malformed
/// or size_check. What the codec states of itself is held against Limits::decoded and against the
/// most that so many bytes can decode to before there is room for it. Not made if the field isn't
/// there, or if no codec has its number; walks of views don't make it.
struct CheckCodec {
  FieldId field = 0;
};
/// Finds the sections of the record: per section in order section_align, section_order (falls
/// behind the one before, or into what was read inline), section_bounds. A section's region is
/// [begin, begin of the next), the last one's ends with the file; begins are clipped to [begin of
/// the one before, size of the file], so that a truncated file is read as far as it goes. After a
/// section_order violation no section is entered (a fault for this record). A section without a
/// stated begin is the first one (or Section::is_whole_file): it begins at `inline_end`, aligned.
/// Nonzero bytes from `inline_end` to the first section's begin are a `gap` of the first section.
struct FindSections {
  Position inline_end;  ///< where the bytes before the first section end; the gap up to it is
                        ///< checked, too
};
/// Reads the fields of a section in order from its begin, then checks the gap behind them. A
/// restart point. After a fault the gap isn't checked.
struct InSection {
  std::uint32_t section = 0;
  std::vector<Place> places;  ///< begin: unused, each follows the one before
};
/// After everything that is placed in the sections of this record: Extents::finish for each tracked
/// one.
struct FinishSections {};

/// A field of a message, in protobuf's wire form: a tag (number and wire type), then a value. Its
/// body is a Scalar (a number), a Text or Raw up to the limit, a Nested message, or a List of one
/// of these without a count; the value of a length-delimited one is its content, its length stands
/// before. The field is at the first byte of its value; so is an element.
struct MessageField {
  FieldId field = 0;
  std::uint32_t number = 0;
  protobuf::Coding coding = protobuf::Coding::varint;
  bool is_repeated = false;
  bool is_packed = false;          ///< how the writer stores the elements; read in either form
  bool is_implicit = false;        ///< has no presence: the writer leaves out 0 and empty texts
  std::optional<CheckId> missing;  ///< of a required field
  std::optional<CheckId> parts;    ///< of a message that isn't repeated
};
/// The fields of a message, from the record's begin to its limit, in any order; the only item of
/// such a record but for Require items behind it.
///
/// A first pass finds them: tag after tag, `malformed` (or `depth`) ends the walk of the record (no
/// bytes are missing: nothing is held against a region). Of a field that isn't repeated the last
/// value counts; elements may stand apart, and packed. What has another wire type than its field, a
/// number that no field has, or a number that no member of an enumeration has that refuses such, is
/// an unknown field (Scalar::unknown_member is for the writer alone). Whole numbers that don't fit
/// their type are malformed. `parts` is noted at each further part. Then `missing` is noted for
/// each field that is, which ends the walk, too.
///
/// Then, for each field in order and for each value (the last one; each element, after elements),
/// its content with its own checks: for a scalar boolean, for a text the encoding, for a message
/// its walk (the value is a restart point), and List::each. A field that isn't there has its
/// default value for expressions (Field::default_value, else 0 or no elements); `is_present` tells.
///
/// The writer puts fields in order of their numbers, each list at once, and unknown fields behind
/// them as they are.
struct MessageFields {
  std::vector<MessageField> fields;  ///< by number
  std::optional<FieldId> unknown;    ///< the choice that keeps unknown fields, one behind the other
  CheckId malformed = 0;
  CheckId depth = 0;
  AnchorId end = 0;  ///< the limit
};

using Item = std::variant<Run, Place, Pad, Require, CheckElements, CheckDigest, CheckCodec,
                          FindSections, InSection, FinishSections, MessageFields>;

/// What the fields of a record are in JSON: they are numbered from 1, in their order.
struct JsonRecord {
  model::JsonShape shape = model::JsonShape::object;
  model::JsonStyle style;
  std::vector<std::string> names;  ///< of the fields in JSON, beside Record::fields
  std::optional<FieldId> others;   ///< holds the other members; none: they are refused
  std::optional<FieldId> stored;   ///< the choice that keeps a text of another style
};

struct Section {
  std::string name;
  std::string doc;
  std::optional<FieldId> begin;  ///< the field that states it
  std::uint64_t align = 1;       ///< of its begin
  std::uint64_t each_align = 1;  ///< of each payload placed in it
  std::uint64_t pad = 1;         ///< the writer fills its size up to a multiple
  bool is_tracked = false;  ///< payloads are placed in it: schemac::Extents checks what is to be
                            ///< checked of overlap and gaps
  /// Made up for offsets into no declared section (`at` without `in`): from 0 to the end of the
  /// file, known before anything is read, without checks. FindSections passes it over.
  bool is_whole_file = false;
  std::optional<CheckId> order, misaligned, bounds, gap;
};

/// A number that a record needs from outside, or a list of numbers of at least 0.
struct Param {
  std::string name;
  model::Range range;
  bool is_list = false;
};

/// Bytes that lists keep behind an element, on purpose and of any content: a choice of it.
struct Slack {
  std::string name;
  std::string identifier;  ///< its C++ spelling
  std::string doc;
};

struct Record {
  std::string name;  ///< the schema's; CamelCase, also in C++
  std::string doc, doc_ref;
  std::vector<Param> params;
  std::vector<std::string>
      section_params;  ///< names of sections of outer records that fields here are placed in
  std::vector<Section> sections;
  std::vector<Field> fields;  ///< in the order of the schema
  std::vector<Item> items;    ///< in the order of the bytes
  AnchorId anchor_count = 1;
  Position end;  ///< behind the last inline item
  std::uint64_t least_size = 0;
  std::optional<std::uint64_t> fixed_size;
  std::optional<JsonRecord> json;  ///< its fields are a message that stands for JSON
  bool is_looked_into = false;     ///< by expressions of a record that holds it
  bool is_recursive = false;       ///< can hold itself: counts against Limits::depth
  bool is_made_by_codec = false;   ///< held by encoded fields alone: nobody has a value of it
  std::optional<Slack> slack;      ///< as an element of lists that have some
  std::optional<CheckId> depth;
  std::vector<FieldId>
      derive_order;  ///< scalar fields that the writer computes, each after those that it needs

  /// The fields of a message; null for records whose fields stand one behind the other.
  [[nodiscard]] const MessageFields* message() const {
    return items.empty() ? nullptr : std::get_if<MessageFields>(&items.front());
  }
};

struct Root {
  std::string name;  ///< "" for the only one
  RecordId record = 0;
  std::vector<std::string> extensions;
  /// Of a message: files with these extensions hold it in protobuf's text form. The tools read
  /// both forms, whatever a file is called; generated code reads the wire form alone.
  std::vector<std::string> text_extensions;
  std::vector<std::uint8_t>
      magic;  ///< leading constant: checked before anything else, a mismatch ends the walk
  CheckId magic_check = 0;
  std::optional<CheckId> trailing;  ///< bytes behind the last field; none: they are let be
};

/// A dataset of several files, or a directory in one. Each file is read by itself, as a root; then
/// what is said across files is checked. Order: entries as declared (missing_file; of each file its
/// own violations; keys, as they are found; `each`), then rules. Conditions that can't be
/// calculated hold. A name from a file is a path's part only if `is_file_name` says so.
struct Directory {
  model::Directory form;
  std::vector<std::optional<Root>> contents;  ///< beside the entries; none: a directory
};

/// A name that the schema gives to a way of lying in bytes (`Name: {type: str, prefix: u32}`). Its
/// bodies stand where it is used; documents show it once.
struct Form {
  std::string name;
  std::string doc, doc_ref;
};

struct Plan {
  std::string format;  ///< namespace and schema name
  std::string title, doc, doc_ref;
  std::string source_path;  ///< of the schema, as given; in UTF-8
  std::vector<std::string> imports;
  std::vector<Enum> enums;
  std::vector<Form> forms;
  std::vector<Record>
      records;  ///< a record stands behind those that it holds, where it isn't recursive
  std::vector<Check> checks;
  std::vector<Root> roots;
  std::vector<Directory> directories;
  std::vector<model::Sample> samples;
};

}  // namespace schemac::plan
