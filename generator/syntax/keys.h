// The one table of the language's keys: where each may be used, what its value may look like, what
// it means in a line, whether this version executes it, and what Kaitai Struct calls it. The check
// of the tree, the "did you mean" and the documentation all read this table, so that a new key is a
// row here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/diagnostics.h"
#include "syntax/node.h"

namespace schemac::syntax {

/// Kinds of maps with fixed keys.
enum class Context : std::uint8_t {
  none,
  schema,
  enumeration,
  member,  ///< an enumerator; further keys are attributes
  attach,  ///< attributes for an imported enumeration
  attach_member,
  type,       ///< an entry of `types`
  field,      ///< an item of `fields`
  case_body,  ///< a case of a field's or type's `switch`
  section,
  section_each,
  rule,
  valid,
  each,
  repetition,  ///< `repeat: {until: ...}`
  order,
  pad,
  slack,
  parts,
  ndarray,
  codec,
  digest,
  number_form,  ///< `form: {base: 8, size: 8}`
  span,         ///< `over: {from, to}`
  bit,          ///< an entry of `flags`
  map,          ///< the field form `map: {key, value}`
  array,        ///< an item of `arrays`
  array_form,
  style,
  directory_entry,
  directory_switch,
  key_list,  ///< an entry of a directory's `keys`
  sample,
};

/// What a name may look like.
enum class NameKind : std::uint8_t {
  identifier,  ///< letters, digits, '_'; no word of the expression language
  kebab,       ///< an identifier that may have '-' inside: rules, encodings
  dotted,      ///< identifiers joined by '.'
  case_label,  ///< members, numbers, `else`, or anything in quotes
};

/// One way in which a value may be written.
struct ValueForm {
  Form form = Form::text;
  Context context = Context::none;            ///< of Form::record
  std::vector<std::string_view> words{};      ///< of Form::word
  std::vector<ValueForm> values{};            ///< of a list's items, or of a map's values
  NameKind name_kind = NameKind::identifier;  ///< of Form::name, and of the keys of Form::names
  bool takes_list = false;                    ///< a Form::expression that a YAML list may spell
  std::string_view described{};               ///< for messages, where the general word is too vague
};

enum class KeyStatus : std::uint8_t {
  executed,
  planned,   ///< refused today; documents say what it will do
  reserved,  ///< refused, and in no document: nobody has asked for it yet
};

struct Key {
  std::string_view name;
  std::vector<Context> contexts;  ///< where it means this
  std::vector<ValueForm> forms;   ///< alternatives, tried in order
  KeyStatus status = KeyStatus::executed;
  std::string_view meaning;
  std::string_view kaitai{};  ///< Kaitai's names for it, separated by blanks
};

[[nodiscard]] const std::vector<Key>& keys();
/// The row of a key in a context; nullptr if it isn't allowed there.
[[nodiscard]] const Key* find_key(Context context, std::string_view name);

/// Keys of which a map of this context needs at least one each: {{"name"}, {"bit", "bits"}}.
[[nodiscard]] const std::vector<std::vector<std::string_view>>& required_keys(Context context);

/// "a field", "an enumeration"; for messages.
[[nodiscard]] std::string_view describe(Context context);
/// True if keys beyond the table are allowed: an enumerator's attributes.
[[nodiscard]] bool has_attributes(Context context);
/// "an expression, 'eos' or {until: ...}"; for messages.
[[nodiscard]] std::string describe(const std::vector<ValueForm>& forms);

/// Checks a tree against the table and fills in forms, expressions and types.
void check_keys(Document& document, source::Diagnostics& diagnostics);

}  // namespace schemac::syntax
