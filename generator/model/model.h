// What a schema means: types with their fields, names bound, roles found, relations inverted.
// Nothing here depends on the direction (reading, checking, writing) or on an output; plan/ turns
// it into steps.
//
// Features that only later versions execute have their place here already (wire forms, digests,
// joined arrays, directories): the model resolves and explains them, and making the plan says what
// it can't do yet.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "model/array.h"
#include "model/directory.h"
#include "model/expression.h"
#include "model/numbers.h"
#include "schemac/base/protobuf.h"
#include "schemac/core/bytes.h"
#include "schemac/core/coding.h"
#include "schemac/core/violation.h"
#include "schemac/json/syntax.h"
#include "source/source.h"

namespace schemac::model {

// ---- relations that hold for single values ----

/// Overrides that a schema gives to a check: its class, level, name and place.
struct CheckStyle {
  std::optional<Rule> rule;
  std::optional<Level> level;
  std::string name;
  ExpressionPtr at;  ///< the field at which a violation is reported
};

/// `valid:` and the conditions of `each:` and `rules:`.
struct Condition {
  ExpressionPtr expression;  ///< over `_` for `valid` and `each`
  CheckStyle style;
  Versions versions;  ///< of a rule: those that it is made in
  source::SourceRange range;
  std::string doc;
  std::string message;     ///< the schema's own sentence; may be empty
  bool ends_list = false;  ///< of `repeat: {until: ...}`: true of the last element alone
};

// ---- types of fields ----

/// Bytes that are always the same.
struct ConstantBytes {
  std::vector<std::uint8_t> bytes;
};
/// Zeros up to a multiple of `multiple`, counted from the start of the record; or to a size.
struct Padding {
  ExpressionPtr multiple;
  ExpressionPtr to_size;
};
struct Text {
  std::optional<Scalar> prefix;            ///< the length before it
  std::optional<std::uint8_t> terminator;  ///< the byte after it
  std::optional<std::uint8_t> pad_right;
  std::optional<std::uint64_t> max;
  std::string charset;   ///< as written; empty: any
  std::string encoding;  ///< "ascii", "utf-8", "latin-1"; empty: bytes
};
struct RawBytes {};
struct RecordReference {
  TypeIndex type = 0;
  std::vector<ExpressionPtr> arguments;
};
enum class ArrayOrder : std::uint8_t { row, column };
struct NdArray {
  ExpressionPtr dtype;
  ExpressionPtr dims;  ///< a list
  ArrayOrder order = ArrayOrder::row;
  ByteOrder endian;
};
/// Fields one after the other, padding between them included.
struct FieldSpan {
  FieldIndex first = 0, last = 0;
};
struct Digest {
  ExpressionPtr algorithm;
  std::string algorithm_name;  ///< where it is fixed
  std::vector<FieldSpan> over;
  std::optional<std::uint8_t> own;  ///< what each of its own bytes counts as, if it covers itself
  ByteOrder endian;
};
/// How a new text in JSON, or in Python's literals, is written.
struct JsonStyle {
  std::string item = ", ", key = ": ";
  bool ascii = false;
  std::uint8_t indent = 0;
  std::uint16_t pad = 1;      ///< blanks after it up to a multiple of so many bytes
  bool is_from_file = false;  ///< these are counted from the file's begin, not from the text's
  std::string trailing;       ///< after the last member of the text's object
  std::string end;            ///< after the blanks
  impl::json::Syntax syntax = impl::json::Syntax::json;
};
/// The wire forms of texts: whether it is one, and how it is spelled.
[[nodiscard]] inline bool is_text_wire(std::string_view wire) {
  return wire == "json" || wire == "python";
}
[[nodiscard]] inline impl::json::Syntax syntax_of(std::string_view wire) {
  return wire == "python" ? impl::json::Syntax::python : impl::json::Syntax::json;
}
/// A value of no type: what a schema leaves open.
struct FreeForm {
  std::string wire;  ///< "text": one of its own; "member": inside of one; "msgpack"
  JsonStyle style;   ///< of both kinds of text
};
/// The stored bytes are made by a codec: of raw bytes, or of a record that is the codec's own
/// (`inside`).
struct Codec {
  ExpressionPtr algorithm;
  std::string algorithm_name;         ///< where it is fixed
  ExpressionPtr level, element_size;  ///< how the writer encodes
  ExpressionPtr size;                 ///< of the plain content, where the format states it
  std::optional<FreeForm> content;    ///< the plain content is a value of no type
};
/// What stands for a form that was reported.
struct Foreign {
  std::string form;  ///< "codec", "any"
  std::vector<ExpressionPtr> expressions;
};

struct Body;
struct Case;
struct Switch {
  ExpressionPtr tag;
  std::vector<Case> cases;
};

/// Spare bytes after each element, up to where the next one is stated to begin.
struct Slack {
  std::string name, doc;
  ExpressionPtr until;  ///< where it is written out: "offsets[_index + 1]"
  source::SourceRange range;
};

enum class RepeatKind : std::uint8_t {
  none,
  count,
  eos,
  head,
  until,
  fields,  ///< as many fields of a message as have its number
};
struct Repeat {
  RepeatKind kind = RepeatKind::none;
  bool is_map = false;       ///< the head is that of a map, the elements its pairs
  bool is_tuple = false;     ///< in Python's literals
  ExpressionPtr expression;  ///< the count, or the condition of `until`
};
enum class SizeKind : std::uint8_t { none, expression, eos, rest };
struct Size {
  SizeKind kind = SizeKind::none;
  ExpressionPtr expression;
  source::SourceRange range;
};

/// How something lies in bytes: a field's, a case's or an element's.
struct Body {
  std::variant<Scalar, ConstantBytes, Padding, Text, RawBytes, RecordReference, NdArray, Digest,
               FreeForm, Foreign, Switch>
      kind;
  std::string wire;           ///< "msgpack": objects of that form; a member's; empty: plain bytes
  bool is_json_text = false;  ///< a record whose members are in a JSON text
  std::optional<Codec> codec;
  Repeat repeat;
  Size size;
  std::optional<std::uint64_t> pad;  ///< own extent filled up to a multiple, from its own begin
  std::optional<std::uint64_t> min_count, max_count;
  std::vector<Condition> each;  ///< a condition an element
  /// Elements that follow from others: where those of that list begin, one by one.
  std::optional<FieldIndex> starts_of;
  CheckStyle starts_style;                    ///< `class`, `level` and `name` beside it
  std::optional<Slack> slack;                 ///< spare bytes after each element
  std::optional<source::SourceRange> stream;  ///< `stream: append`: elements may come one by one
  std::vector<std::string> unique;  ///< members of the elements that must differ: {"name"}
  std::string order_by;             ///< sorted by this member
  Level order_level = Level::canonical;
  std::optional<TypeIndex> form;  ///< the type that is another name for it, as it is or repeated
  std::string planned;            ///< a feature in it that this version can't execute; "" if none
  source::SourceRange range;
};

struct Case {
  std::string name;          ///< of the alternative: the member's name, or `alternative:`
  std::vector<Int128> tags;  ///< empty for `else`
  std::vector<std::string> text_tags;
  bool is_else = false;
  Body body;
  std::string doc;
  source::SourceRange range;
};

// ---- roles ----

enum class RoleKind : std::uint8_t { constant, derived, given, choice };

/// What a derived field follows from: how its relation inverts.
enum class DerivationKind : std::uint8_t {
  none,
  count_of,       ///< number of elements of `field`, times `factor` plus `offset`
  size_of,        ///< bytes of `field`
  plain_size_of,  ///< bytes of the plain content of `field`, which a codec encodes
  begin_of,       ///< offset of `field`, minus its base
  section_begin,  ///< begin of `section`
  tag_of,         ///< the alternative that `field` holds
  presence_of,    ///< flags: a bit for each field of `presences`
  bits_of,        ///< of a group: the fields in it
  expression,     ///< `is:`
};

struct Presence {
  std::uint32_t flag = 0;  ///< into Scalar::flags; 0 of a boolean
  FieldIndex field = 0;
};

/// What else a number is derived from where the field isn't there that it mostly follows from.
struct OtherDerivation {
  DerivationKind derivation = DerivationKind::none;
  FieldIndex field = 0;
  bool is_scaled = false;
};

struct Role {
  RoleKind kind = RoleKind::given;
  DerivationKind derivation = DerivationKind::none;
  FieldIndex field = 0;
  std::uint32_t section = 0;
  /// The value is (count or size or begin * factor + offset) / divisor, exactly.
  Int128 factor = 1, offset = 0;
  Int128 divisor = 1;
  ExpressionPtr expression;
  std::vector<OtherDerivation> others;  ///< of which the first counts that is there
  /// What a number that doesn't follow from them is the count, size or tag of.
  std::vector<FieldIndex> told;
  std::vector<Presence> presences;
  std::string because;  ///< for people: "count of tensors", "begin of section blobs", "magic"
  /// Further relations, which reader and writer check: "size of data".
  std::vector<std::string> checks;
};

// ---- records ----

struct Placement {
  /// `in:`, index into the sections of the record that declares it (see below).
  std::optional<std::uint32_t> section;
  std::optional<TypeIndex> section_owner;
  ExpressionPtr at;                    ///< an offset held elsewhere
  std::optional<std::uint64_t> align;  ///< of its start, from the start of the file
  ExpressionPtr align_by;              ///< where it isn't a constant (planned)
};

/// How a field of a protobuf message is distinguished from others, and whether it is there.
struct MessageTag {
  std::uint32_t number = 0;
  protobuf::Coding coding = protobuf::Coding::varint;
  bool is_packed = false;  ///< how a list is written
  bool is_required = false;
  bool is_optional = false;  ///< not repeated, and its presence means something
  bool is_left_out = false;  ///< of a list in JSON: not written where it is empty
};

/// What the fields of a type with `wire: json` (or `python`) are in a text.
enum class JsonShape : std::uint8_t { object, list, tuple, one_of, pair };
struct JsonRecord {
  JsonShape shape = JsonShape::object;
  JsonStyle style;
  /// Holds members that no field names: a value of no type, or a map. Neither: they are refused.
  std::optional<FieldIndex> others, entries;
  std::optional<FieldIndex> stored;  ///< of a whole text: keeps one of another style
};

struct Field {
  std::string name;  ///< "" for anonymous padding
  std::string doc, doc_ref;
  Body body;
  Placement place;
  ExpressionPtr condition;  ///< `if:`
  Versions versions;
  ExpressionPtr is;
  std::optional<Int128> constant;  ///< `const:` of a number
  std::optional<Int128> absent, unknown, default_value;
  ExpressionPtr default_expression;
  bool is_given = false, is_choice = false;
  std::string parts_role;  ///< of bytes that are members of elements, and of their places: its role
  std::optional<MessageTag> tag;  ///< of a message's field, or of a member in JSON
  std::string json_name;          ///< of a member in JSON
  std::vector<Condition> valid;
  CheckStyle style;  ///< `class`, `level` of the field itself
  Role role;
  source::SourceRange range;  ///< of the whole entry
  source::SourceRange name_range;

  /// Whether a choice keeps how its number was spelled: in line, and not as an element.
  [[nodiscard]] bool keeps_spelling() const {
    const auto* scalar = std::get_if<Scalar>(&body.kind);
    return scalar != nullptr && scalar->numeral && body.repeat.kind == RepeatKind::none &&
           !place.at && !place.section;
  }
};

/// Whether a field is bits of the group at `group`.
[[nodiscard]] inline bool is_in_group(const Field& field, FieldIndex group) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  return scalar != nullptr && scalar->place && scalar->place->group == group;
}

struct Section {
  std::string name;
  std::optional<FieldIndex> begin;  ///< the field that states it; none: it follows what is before
  std::uint64_t align = 1;
  ExpressionPtr align_by;               ///< where it isn't a constant (planned)
  ExpressionPtr each_align_by, pad_by;  ///< likewise
  std::uint64_t each_align = 1;
  std::uint64_t pad = 1;                       ///< the section's own size is a multiple of this
  std::optional<Level> overlap = Level::rule;  ///< of shared bytes; none: payloads may share bytes
  std::optional<Level> gaps = Level::rule;     ///< of gaps that aren't zero; none: any bytes may be
  std::string doc;
  source::SourceRange range;
};

struct Parameter {
  std::string name;
  ExpressionType type;
  Range values;
};

/// What becomes of bytes after the last field.
enum class Trailing : std::uint8_t { error, rule, warn, ignore };

/// A record, or a type that gives a name to another body (`Name: {type: str, prefix: u32}`).
struct Type {
  std::string name;
  std::string doc, doc_ref;
  std::vector<Parameter> parameters;
  bool is_record = true;
  Body alias;  ///< where it isn't a record
  std::vector<Condition> alias_valid;
  std::vector<Field> fields;
  std::vector<Section> sections;
  std::vector<Condition> rules;
  std::vector<JoinedArray> arrays;
  std::vector<StatedParts> parts;
  std::optional<std::uint64_t> pad;  ///< the record's extent is a multiple of this
  ExpressionPtr size;                ///< the record's own extent, stated by a member
  ExpressionPtr version;             ///< the file's, where something in the record depends on it
  ExpressionPtr byte_order;          ///< likewise: what the file says of the order of bytes
  std::uint64_t least_size = 0;  ///< bytes that it takes at least, without what lies in sections
  std::optional<std::uint64_t> fixed_size;  ///< where it always takes that many
  std::string wire;                  ///< "msgpack", "protobuf", "json", "python"; empty: plain
  std::optional<JsonRecord> json;    ///< of "json" and "python"
  std::optional<Trailing> trailing;  ///< as a root
  bool is_directory = false;
  /// Features that this version resolves but can't execute: "commit", "directory".
  std::vector<std::string> planned;
  source::SourceRange range;

  /// Whether its fields are told apart by numbers, in any order: messages, and JSON, which is
  /// decoded to them.
  [[nodiscard]] bool is_message() const { return wire == "protobuf" || is_text_wire(wire); }
};

struct Root {
  std::string name;  ///< "" for a schema's only root
  TypeIndex type = 0;
  std::vector<std::string> extensions;
  std::vector<std::string> text_extensions;  ///< of a message: `text-form`
  Trailing trailing = Trailing::rule;        ///< its type's own, or the format's
};

struct Sample {
  std::string name, doc;
  std::optional<std::size_t> root;  ///< which of Format::roots it is; none: any
  std::string file, hex;
  bool is_valid = true;
  std::string rule;
  std::vector<std::pair<std::string, std::string>> values;  ///< path and value as text
  source::SourceRange range;
};

/// The field that `since` and `until` compare with.
struct VersionField {
  TypeIndex type = 0;
  FieldIndex field = 0;
};

/// The enumeration of a field has an attribute that says in which order bytes are.
struct OrderField {
  TypeIndex type = 0;
  FieldIndex field = 0;
  std::uint32_t attribute = 0;
};

/// A key that is kept for later.
struct PlannedKey {
  source::SourceRange range;
  std::string what;  ///< "'derive' of a field"
};

/// One schema document.
struct Format {
  std::string name;
  std::string title, doc, doc_ref;
  std::string path;  ///< of its file, as given
  std::vector<std::string> extensions;
  std::vector<std::string> imports;  ///< paths of imported files, for the depfile
  ByteOrder endian;
  std::vector<Enum> enums;
  std::vector<Type> types;
  std::vector<Root> roots;
  std::vector<Directory> directories;  ///< those that are roots, and those inside of others
  std::vector<PlannedKey> planned_keys;
  std::optional<VersionField> version;
  std::optional<OrderField> byte_order;  ///< what says it, where a file does
  Trailing trailing = Trailing::rule;
  std::vector<Sample> samples;
  source::SourceRange range;
};

}  // namespace schemac::model
