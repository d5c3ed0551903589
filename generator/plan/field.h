// Fields of the plan: a body, where it is, whether it is there, and where a writer gets it from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "plan/body.h"
#include "schemac/walk/stated_place.h"

namespace schemac::plan {

/// Where the writer gets the value of a scalar field.
enum class SourceKind : std::uint8_t {
  member,  ///< given: the value has it
  constant,
  count_of,  ///< elements (bits) of `field`, * factor + offset
  size_of,   ///< bytes of `field` (its region), own padding included; 0 (absent value) when absent
  plain_size_of,  ///< bytes of the plain content of `field` (Field::codec); 0 when absent
  begin_of,       ///< where `field` is placed; the absent value when absent
  section_begin,  ///< of section `section`
  tag_of,         ///< the tag of the alternative that `field` holds
  flags,          ///< Scalar::flags with presence_of; other bits given or 0
  expression,     ///< `expression`
};
/// What relation it is. Executors evaluate Field::derivation, into which it is inverted.
struct Source {
  SourceKind kind = SourceKind::member;
  FieldId field = 0;
  std::uint32_t section = 0;
  /// The value is (count or size or begin * factor + offset) / divisor, exactly.
  model::Int128 factor = 1, offset = 0;
  model::Int128 divisor = 1;
  std::optional<Expr> expression;
  model::Int128 absent = 0;  ///< the value where `field` isn't there, nor any of `others`
  /// Where `field` isn't there: the first of these that is. None of them is scaled.
  std::vector<Source> others;
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
  /// Where content may share bytes, in place of `overlap`: names what a writer puts elsewhere.
  std::optional<CheckId> moved;
  /// What a reader says, if anything, of content that was claimed: of either the offset's field.
  [[nodiscard]] std::optional<CheckId> claimed() const { return overlap ? overlap : moved; }
  /// The offset isn't derived from where this lies: a writer puts the content where it says, after
  /// zeros.
  bool is_given = false;
  /// ... and depends on the size of the file: it is put as if it weren't given, then compared.
  bool is_late = false;
  /// Whether a writer puts the content where the value says.
  [[nodiscard]] bool is_obeyed() const { return is_given && !is_late; }
  /// What the field that states it can say; none if that is any offset.
  std::optional<impl::StatedPlace> stated;
  /// What it refuses: an offset before the end of what was put so far (a: the offset, b: that end),
  /// and one farther after that than schemac::impl::Placing::largest_gap, or of late ones any other
  /// than that end (likewise).
  std::optional<CheckId> too_early, too_far;
  /// What lies in it may have a place of its own, which is looked for before this one is claimed.
  bool places_content = false;
};
/// The field's bytes have a stated size: content must fill it (after its own padding). The limit of
/// the body is its end. Order: cause (pair) if more than left: clipped to what is left, and content
/// is read; then fill (array_size for an Array). No `fill`: for an Array its size_check, else a
/// Require says the same of the field that states the size.
struct Region {
  Expr size;
  std::optional<FieldId> stated_by;
  std::optional<CheckId> cause, fill;
  /// Where it is the same in all files, and not 0: if less is there, the field is truncated at its
  /// begin, which is a fault, and nothing in it is looked at.
  std::optional<std::uint64_t> fixed;
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
/// number (or a list that states starts: all of its elements) has a choice beside it: whether the
/// number that it follows from is stated, true by default.
struct Unknown {
  model::Int128 value = 0;
  std::string choice;             ///< of a derived one: "n_known"
  std::string choice_identifier;  ///< its C++ spelling
};

/// How a number with a form was spelled, if not as a writer spells it: a choice beside the field.
struct Spelling {
  std::string choice;             ///< "n_spelled"
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
  /// What is made is a record. Writers hold stored bytes against it as soon as they have them, if
  /// it follows from these bytes and from members of the holder alone; else in the written file.
  bool is_checked_alone = false, is_checked_in_file = false;
  std::optional<FreeForm> content;  ///< the plain content is a text: CheckCodec makes its checks
};

/// What a count or a size is before it is divided: a multiple of the divisor, or a writer refuses
/// the field that is counted (refusals::remainder).
struct Multiple {
  Expr whole;
  std::uint64_t divisor = 1;
};

struct Field {
  std::string name;        ///< the schema's spelling
  std::string identifier;  ///< the C++ spelling of its member and accessor
  std::string doc, doc_ref;
  model::RoleKind role = model::RoleKind::given;
  std::string role_text;  ///< "count of tensors": for documents
  Body body;
  Source source;  ///< of scalars
  /// Of derived scalars: by what a writer computes the number, over what it knows of the value and
  /// of places (plan/writing/derivations.h). Where `unknown` has a choice: by what it is if that
  /// says so.
  std::optional<Expr> derivation;
  std::optional<Multiple> multiple;
  std::optional<Presence> presence;
  std::optional<Availability> availability;
  std::optional<Jump> jump;
  std::optional<Region> region;
  std::optional<Codec> codec;
  std::optional<model::Int128> default_value;
  /// What holds a number against the expression that it follows from. Facts: a the one, b the
  /// other.
  std::vector<CheckId> own_checks;
  std::optional<Unknown> unknown;  ///< of plain whole numbers without a presence, and of lists that
  std::optional<Spelling> spelling;
  ///< state begins
  /// Expressions look into the record that it holds (Op::inside). If that isn't whole, the walk of
  /// the record at hand ends, as after a fault.
  bool is_looked_into = false;
  /// A view keeps the view of the record that it holds, since its walk passes over that.
  bool is_kept = false;
  /// Expressions of a record around this one ask for its number.
  bool is_asked_from_outside = false;
  /// It states an offset, or follows from where things lie: a writer knows it once they are placed.
  bool states_place = false;
  /// Of a derived number: others that follow from it can't be calculated where it doesn't fit. A
  /// writer looks at it before them, so that it blames no other.
  bool is_checked_first = false;
  bool is_of_parts = false;  ///< bytes that consist of the parts which elements have as members
  /// Of a list of scalars: its product is asked for, by an expression or as dims of an array.
  bool is_multiplied = false;
  [[nodiscard]] bool has_member() const {
    return role == model::RoleKind::given || role == model::RoleKind::choice;
  }
  /// Whether it follows, by an expression, from where things lie.
  [[nodiscard]] bool is_calculated_late() const {
    return states_place && source.kind == SourceKind::expression;
  }
  /// Whether it says where a section begins; it is always there.
  [[nodiscard]] bool states_section() const { return source.kind == SourceKind::section_begin; }
  /// Whether a value may have no such member.
  [[nodiscard]] bool is_optional() const {
    return presence && !(presence->is_by_version && default_value);
  }
  /// Whether a value may have no such member, which then is stored as `unknown`.
  [[nodiscard]] bool may_be_unknown() const { return unknown && has_member(); }
  /// Whether a choice says that it is stated.
  [[nodiscard]] bool has_known_choice() const { return unknown && !has_member(); }
};

/// Whether a field is nothing but the bits of others.
[[nodiscard]] inline bool is_group(const Field& field) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  return scalar != nullptr && scalar->is_group;
}
/// Whether a field is some of the bits of a group: it has no bytes of its own.
[[nodiscard]] inline bool is_in_group(const Field& field) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  return scalar != nullptr && scalar->place;
}

/// The switch that a field is, or that its elements are; null for other fields.
[[nodiscard]] inline const Switch* switch_of(const Field& field) {
  const auto* list = std::get_if<List>(&field.body.kind);
  return std::get_if<Switch>(list != nullptr ? &list->element.front().kind : &field.body.kind);
}

/// The digest that a field is; null for other fields.
[[nodiscard]] inline const Digest* digest_of(const Field& field) {
  const auto* raw = std::get_if<Raw>(&field.body.kind);
  return raw != nullptr && raw->digest ? &*raw->digest : nullptr;
}

}  // namespace schemac::plan
