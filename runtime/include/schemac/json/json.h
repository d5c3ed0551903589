// JSON texts inside of a format, and others that say the same in another way (Python's literals):
// `schemac::json`, a library of its own.
//
// A text whose members a schema names is decoded to a message in protobuf's wire form, each member
// a field, in the order of the schema. What walks, shows, checks and writes messages then does so
// for JSON, with the same limits; only this library knows how a text is spelled. Free-form values
// in it are fields that hold texts of their own.
//
//     {"shape": [3, 4], "dtype": "<f8", "note": 1}      the text
//     1: "<f8"  2: 3 4  3: "{\"note\": 1}"              the message: dtype, shape, others
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "schemac/check/check.h"
#include "schemac/core/bytes.h"
#include "schemac/core/free_value.h"
#include "schemac/core/limits.h"
#include "schemac/json/syntax.h"

namespace schemac::impl::json {

/// How a new text is written.
struct Style {
  std::string_view item = ", ";  ///< between elements and members
  std::string_view key = ": ";   ///< between a name and its value
  bool ascii = false;            ///< other characters are escaped
  std::uint8_t indent = 0;       ///< blanks a level; 0: all in one line
  std::uint16_t pad = 1;         ///< blanks after the text, up to a multiple of so many bytes
  Syntax syntax = Syntax::json;
  std::string_view trailing = {};  ///< after the last part of the object that the text is
  std::string_view end = {};       ///< after the blanks
  bool is_from_file = false;       ///< they reach up to a multiple of the file, not of the text
};
/// Of values inside of texts.
inline constexpr Style python_style{.syntax = Syntax::python};

enum class Kind : std::uint8_t { whole, real, boolean, text, name, record, any };

/// A text that stands for a number: a member of an enumeration of texts.
struct Name {
  std::string_view text = {};
  std::uint64_t number = 0;
};

/// One member of an object (or one element of a list, or one kind of value): a field of a message.
struct Member {
  std::string_view name = {};
  std::string_view field = {};  ///< what paths call it; empty: the same
  std::uint32_t number = 0;     ///< the field's
  Kind kind = Kind::any;
  bool is_list = false;
  bool is_optional = false;
  bool is_tuple = false;                                          ///< of a list: Python's other one
  std::int64_t min = std::numeric_limits<std::int64_t>::min();    ///< of whole numbers
  std::uint64_t max = std::numeric_limits<std::uint64_t>::max();  ///< likewise
  std::uint32_t record = 0;                                       ///< into TextForm::records
  std::span<const Name> names = {};                               ///< of Kind::name: all of them
};

/// What the members of a record are in JSON.
enum class Shape : std::uint8_t {
  members,    ///< of an object, by name
  positions,  ///< of a list, by position
  tuple,      ///< likewise of a tuple
  kinds,      ///< one value, which is recognised by its kind
  pair,       ///< a name and its value: a list of these is an object with any names
};

struct RecordForm {
  Shape shape = Shape::members;
  std::span<const Member> members = {};  ///< by number
  std::uint32_t others = 0;   ///< the field that holds members that nobody named; 0: refused
  std::uint32_t entries = 0;  ///< the list of pairs that these are instead; 0: there is none
};

/// What a header knows of the texts of a format.
struct TextForm {
  std::span<const RecordForm> records = {};
  std::uint32_t root = 0;
  std::uint32_t stored = 0;  ///< the field of the root that keeps a text of another style; 0: none
  Style style = {};
};

/// Which member of a record of Shape::kinds takes a value: the first that can; null: none can.
[[nodiscard]] const Member* taker_of(std::span<const RecordForm> records, const RecordForm& form,
                                     const FreeValue& value);

enum class Flaw : std::uint8_t {
  malformed,  ///< no text of that syntax
  deep,       ///< lists and objects inside each other too often
  large,      ///< takes more memory than allowed
  duplicate,  ///< two members of one name, of which the last one counts
  kind,       ///< a member is something else
  range,      ///< a number doesn't fit
  unknown,    ///< a member that nobody named
};

struct FlawAt {
  Flaw flaw = Flaw::malformed;
  std::string path;      ///< of the member, below the text: "shape[2]"
  std::string sentence;  ///< what is wrong, without placeholders
};

struct Parsed {
  FreeValue value;
  std::vector<FlawAt> flaws;
  [[nodiscard]] bool is_whole() const;
};
/// The value of a text. Without malformed, deep, large it is whole.
[[nodiscard]] Parsed parse(Bytes text, const Limits& limits = {}, Syntax syntax = Syntax::json);

struct Decoded {
  std::vector<std::byte> message;
  std::vector<FlawAt> flaws;
  bool is_whole = false;  ///< the message stands for the text
};
/// The message that a text stands for, which begins at that byte of the file.
[[nodiscard]] Decoded decode(Bytes text, const TextForm& form, const Limits& limits = {},
                             std::uint64_t begin = 0);

/// The text of a value; what its syntax has no form for becomes null.
[[nodiscard]] std::string text_of(const FreeValue& value, const Style& style = {});
/// The same; as it was stored, if that still stands for the value.
[[nodiscard]] std::string text_of(const Free& value, const Style& style = {});
/// The text of a message that begins at that byte of the file; the stored one, if that stands for
/// its other fields.
[[nodiscard]] std::string text_of(Bytes message, const TextForm& form, std::uint64_t begin = 0);
/// Whether a syntax has a form for a value.
[[nodiscard]] bool can_say(const FreeValue& value, Syntax syntax = Syntax::json);
/// Whether a value is members of an object, by their names; or nothing, as of an empty one.
[[nodiscard]] bool are_members(const FreeValue& value);
/// What a syntax is called in sentences: "JSON", "Python".
[[nodiscard]] std::string_view name(Syntax syntax);
/// Whether a value has lists and objects inside each other more often than readers take by default.
[[nodiscard]] bool is_too_deep(const FreeValue& value, std::uint32_t most = Limits{}.depth);
/// The first object in a value that has two members of one name, of which readers take one or the
/// other: as reading its text finds it.
[[nodiscard]] std::optional<FlawAt> find_duplicate(const FreeValue& value);

}  // namespace schemac::impl::json
