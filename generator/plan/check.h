// Checks of the plan: what is looked at, how it is called, what is said of it.
#pragma once

#include <cstdint>
#include <string>

#include "plan/expression.h"
#include "schemac/check/check.h"

namespace schemac::plan {

/// What a check is about; decides its facts {a}, {b}, {c} and where it is reported.
enum class CheckKind : std::uint8_t {
  constant,        ///< scalar constant differs. a: value
  constant_bytes,  ///< at the field. text: the bytes found
  cause,           ///< announces more than there is (Stretch::cause); at the stating field. see
                   ///< schemac/check/fault.h
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
  section_order,   ///< at the field that states the start. a: begin, b: where the section before it
                   ///< begins (or the header ends)
  section_align,   ///< likewise. a: begin
  section_bounds,  ///< likewise. a: begin, b: size of the file
  gap,             ///< nonzero byte between payloads or before a section; at that byte, path
                   ///< "<section>.padding" below the record that declares the section. a: the byte
  outside,  ///< jump leaves its section; at the field that states it. a: offset, b: begin, c: end
            ///< of the section, d: the bytes that have to be there at least
  misaligned,  ///< likewise. a: offset
  overlap,     ///< likewise. a: begin, b: end of the other payload
  fill,        ///< content ends before or after its region; at the field that states the size. a:
         ///< stated, b: needed. Content that ends in a fault is noted, too, after the fault's own
         ///< violations, if the region was not clipped: b is then the distance from the region's
         ///< begin to the fault's plus the bytes that didn't fit, or no_fact beyond 64 bits
  array_size,      ///< likewise, for an ndarray. a: stated, b: needed
  array_overflow,  ///< at the first dim
  duplicate,  ///< second element with the same key; at the key's first byte (its length, where it
              ///< has one). text: the key
  order,      ///< element not after the one before it; likewise. text: the key
  depth,      ///< a record inside itself too often; at its start. Of a message also: groups inside
              ///< groups that are passed over; at the tag of the one too many
  elements,   ///< Limits::elements, or of a List that may_be_empty Limits::empty_elements; at the
              ///< field that states the count. a: count, b: elements without bytes allowed in all
  form,       ///< a tag or head of another form; at it. a: the byte found
  unfit,      ///< Coding::integer: beyond the range of its type; at its content. a: its 64 bits.
              ///< Coding::numeral: likewise; at the byte with which that shows. a: the byte
  wide,       ///< Coding::numeral: a varint in more bytes than a writer takes; at it. a: its bytes,
              ///< b: a writer's. Digits otherwise than a writer spells them. a: the number
  trailing,   ///< at the first byte after the last field. a: number of bytes
  unclaimed,  ///< at the first of the bytes that no field claims. a: their number, b: where they
              ///< begin, c: where they end
  place,      ///< at the field that states it: not where a writer puts it. a: offset, b: a writer's
  section_end,  ///< after what the last section holds: the file ends elsewhere than a writer ends
                ///< it. a: its size, b: a writer's
  malformed,  ///< bytes that are no fields of a message; at the tag, or at the value or length that
              ///< is wrong. The sentence is that of the flaw (schemac/base/protobuf.h), the path
              ///< that of the field, if it is known
  digest,     ///< bytes differ from what a digest says of them; at the digest. first: what it says,
              ///< second: what was computed
  codec,      ///< bytes that the codec can't decode; at them
  codec_limit,    ///< beyond Limits::decoded; likewise. a: bytes of plain content, b: the limit
  codec_size,     ///< decodes to another size than stated; at the field that states it (Codec::
                  ///< stated_by), else at the bytes. a: stated
  begin,          ///< StatedStarts; at the stated one. a: stated, b: the element's
  empty_element,  ///< List::empty_element; at the element
  missing,        ///< a required field of a message; at the message's begin, path of the field
  text,    ///< a JSON text is wrong in one of its ways: JsonChecks. At the text's begin, path of
           ///< the member; the sentence is that of the flaw (schemac/json/json.h)
  pieces,  ///< a message in several pieces, of which a copy is too large; at the second one
  joined_size,  ///< JoinedArray; at the first piece, without pieces at the file's begin. a: bytes
                ///< of the pieces, b: those that type and dimensions ask for
  part,         ///< StatedParts: outside, overlap, gap, as schemac/walk/parts.h reports them
};

/// One check, with everything that both executors report.
struct Check {
  CheckKind kind = CheckKind::condition;
  std::string identifier;  ///< unique in the plan: "tensor_data_offset_misaligned"
  std::string constant;    ///< for generated code: the same, or "any_padding" of several
  Rule rule = Rule::bad_value;
  Level level = Level::error;
  std::string name;      ///< the schema's own, or empty
  std::string field;     ///< path below the record that checks
  std::string doc;       ///< the schema's words about it
  std::string sentence;  ///< with placeholders, see schemac/check/check.h
  /// Of Field::own_checks, where a writer knows the number late: what the field can say.
  std::optional<model::Range> fits;
  bool is_b_signed = false;  ///< then: the number may be below 0
};

/// The runtime's form of a check; borrows the strings.
[[nodiscard]] schemac::impl::Check view_of(const Check& check);

}  // namespace schemac::plan
