// The syntax tree: YAML with places, and with the form that the key table (keys.h) found for each
// value. It knows keys and spellings, not meaning: names are text, types and expressions are
// parsed but unbound. Maps keep the order of the file, since the order of fields is the layout.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/source.h"
#include "syntax/expression.h"
#include "syntax/integer.h"

namespace schemac::syntax {

enum class Context : std::uint8_t;  // which keys a map may have: keys.h
struct Entry;

enum class NodeKind {
  empty,  ///< a key without a value, or null/~
  scalar,
  list,
  map,
};

/// What the key table took the value for. Later stages switch on this, not on spellings.
enum class Form {
  unchecked,   ///< free-form (JSON-like values), or wrong and reported
  name,        ///< an identifier; rules and classes may have '-'
  word,        ///< one of the fixed words of its key: eos, head, le, ...; look at `text`
  text,        ///< any text; const's bytes, doc
  quoted,      ///< a text in quotes, beside values without
  integer,     ///< `as_integer()`
  boolean,     ///< `as_boolean()`
  expression,  ///< `expression`; the node may be a YAML list, which is a list expression
  type,        ///< `type`
  list,        ///< `items`, each with its own form
  record,      ///< `entries` are keys of `context`
  names,       ///< `entries` are names given by the schema's author (types, members, cases)
};

struct Node {
  NodeKind kind = NodeKind::empty;
  Form form = Form::unchecked;
  Context context{};           ///< for Form::record: which rows of the key table apply
  bool is_quoted = false;      ///< a scalar in '' or "", or a block scalar
  bool is_reported = false;    ///< a mistake in it was reported: what follows from it isn't
  source::SourceRange range;   ///< with quotes or brackets
  std::string text;            ///< a scalar's text, escapes undone
  ExpressionPtr expression;    ///< set for Form::expression
  TypeReferencePtr type;       ///< set for Form::type
  std::vector<Node> items;     ///< of a list
  std::vector<Entry> entries;  ///< of a map, in file order; without repeated keys (reported)

  [[nodiscard]] bool is_scalar() const { return kind == NodeKind::scalar; }
  [[nodiscard]] bool is_list() const { return kind == NodeKind::list; }
  [[nodiscard]] bool is_map() const { return kind == NodeKind::map; }
  /// `is_word("eos")`: the value is that fixed word of its key.
  [[nodiscard]] bool is_word(std::string_view word) const;

  /// The value of a key of a map; nullptr if there is none or this is no map.
  [[nodiscard]] const Node* find(std::string_view key) const;
  [[nodiscard]] const Entry* find_entry(std::string_view key) const;
  [[nodiscard]] bool has(std::string_view key) const { return find(key) != nullptr; }
  /// The text of a scalar value under `key`, or nothing.
  [[nodiscard]] std::optional<std::string> text_of(std::string_view key) const;
  /// The expression under `key`; null if there is none.
  [[nodiscard]] ExpressionPtr expression_of(std::string_view key) const;
  /// The type under `key`; null if there is none.
  [[nodiscard]] TypeReferencePtr type_of(std::string_view key) const;

  [[nodiscard]] const std::string& as_text() const { return text; }
  /// An unquoted whole number.
  [[nodiscard]] std::optional<Integer> as_integer() const;
  /// An unquoted true or false.
  [[nodiscard]] std::optional<bool> as_boolean() const;
};

struct Entry {
  std::string key;
  source::SourceRange key_range;
  bool is_key_quoted = false;
  Node value;
};

/// One YAML document: one format. A file may hold several, separated by `---`.
struct Document {
  const source::SourceFile* file = nullptr;
  Node root;
  bool is_partial = false;  ///< lines that aren't YAML were left out (and reported)
};

[[nodiscard]] std::string_view to_text(NodeKind kind);
[[nodiscard]] std::string_view to_text(Form form);

}  // namespace schemac::syntax
