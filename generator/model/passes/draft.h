// The model while its passes make it. Beside each type and field it keeps the syntax that it was
// made from, since some keys can be understood only after others: first what needs no names of
// fields (kinds, enumerations, types), then, with all fields known, the expressions.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/model.h"
#include "source/diagnostics.h"
#include "syntax/node.h"

namespace schemac::model {

using SchemaIndex = std::uint32_t;

/// One document that takes part: the format's own, which is the first, or an imported one.
struct Schema {
  std::string name;
  const syntax::Node* root = nullptr;
  std::string prefix;                      ///< of its types in the format: "" or "name."
  std::map<std::string, TypeIndex> types;  ///< as its own text calls them: "Chunk", "other.Chunk"
  std::map<std::string, EnumIndex> enums;
  std::vector<SchemaIndex> imports;
  ByteOrder endian;
  bool has_broken_imports = false;            ///< missing ones, or a cycle: reported
  std::map<std::string, TypeIndex> messages;  ///< of .proto files, by their full names
  std::map<std::string, EnumIndex> message_enums;
};

/// Where a type comes from.
struct TypeSource {
  const syntax::Node* node = nullptr;  ///< the map with its keys; of an inline record its field's
  SchemaIndex schema = 0;
  std::optional<TypeIndex> outer;  ///< the type that it is declared in
  bool is_inline = false;          ///< `fields` of a field or case: sees the names around it
  bool is_message = false;         ///< of a .proto file: its node is the file's name
  ByteOrder endian;
  std::vector<const syntax::Node*> fields;  ///< beside Type::fields
  std::map<std::string, TypeIndex> types;   ///< declared inside of it
  std::map<std::string, EnumIndex> enums;
};

/// A field whose value is asked for in expressions over files.
struct AskedMember {
  TypeIndex type = 0;
  FieldIndex field = 0;
  source::SourceRange range;
};

struct Draft {
  explicit Draft(source::Diagnostics& all) : diagnostics(all) {}

  Format format;
  std::deque<syntax::Document> documents;  ///< of imported files
  std::vector<Schema> schemas;
  std::vector<TypeSource> sources;  ///< beside Format::types
  /// Types and enumerations by the names that they have in C++.
  std::map<std::string, TypeIndex> types_in_code;
  std::map<std::string, EnumIndex> enums_in_code;
  EnumIndex enums_seen = 0;                 ///< how many of them are in that table
  std::set<TypeIndex> reported_aliases;     ///< that stand for themselves
  std::set<const syntax::Node*> used_lets;  ///< the values of 'let' that expressions name
  std::vector<AskedMember> asked_members;
  std::uint64_t bound_nodes = 0;  ///< of expressions, each time that they are bound
  bool is_over_budget = false;    ///< reported: budget.h
  /// What follows from a mistake in them isn't reported: enumerations with wrong members, fields of
  /// an unknown kind, types with wrong names of fields, names that a type doesn't have.
  std::set<EnumIndex> reported_enums;
  std::set<std::pair<TypeIndex, FieldIndex>> reported_fields;
  std::set<TypeIndex> misnamed_types;
  std::set<std::pair<TypeIndex, std::string>> reported_names;
  std::deque<syntax::Node> made;  ///< texts of what has none: the fields of a map's pairs
  source::Diagnostics& diagnostics;

  source::Diagnostic& error(source::SourceRange range, std::string code, std::string message) {
    return diagnostics.error(range, std::move(code), std::move(message));
  }
  source::Diagnostic& warning(source::SourceRange range, std::string code, std::string message) {
    return diagnostics.warning(range, std::move(code), std::move(message));
  }
  /// A feature that the model has no place for.
  source::Diagnostic& not_yet(source::SourceRange range, const std::string& what);
};

/// The name for messages: 'name' of a field, "the padding" without one.
[[nodiscard]] std::string shown(const Field& field);
/// "name" or the empty text: `doc`, `title`, ...
[[nodiscard]] std::string text_or(const syntax::Node& node, std::string_view key,
                                  std::string_view otherwise = {});
/// The types of whole files: roots, and files of directories.
[[nodiscard]] std::set<TypeIndex> types_of_files(const Format& format);
/// If the key is there, reports that it has no effect where it is.
void report_idle(Draft& draft, const syntax::Node& node, std::string_view key,
                 const std::string& message, const std::string& help);
/// The same of a key beside one that says it otherwise.
void report_idle_beside(Draft& draft, const syntax::Node& node, std::string_view key,
                        std::string_view other);
/// `doc-ref`, which may be a list.
[[nodiscard]] std::string doc_ref_of(const syntax::Node& node);
/// Its `doc`, which also says where the format's own document describes it.
[[nodiscard]] std::string doc_and_reference_of(const syntax::Node& node);
/// A whole number under `key`, however it was read (a literal or its negation).
[[nodiscard]] std::optional<Int128> number_of(const syntax::Node& node);
[[nodiscard]] std::optional<Int128> number_under(const syntax::Node& node, std::string_view key);
/// A whole number of at least 0 that fits 64 bits; else reported.
[[nodiscard]] std::optional<std::uint64_t> size_under(Draft& draft, const syntax::Node& node,
                                                      std::string_view key);
/// The `true` of a key.
[[nodiscard]] bool is_true(const syntax::Node& node, std::string_view key);
[[nodiscard]] Int128 to_number(const syntax::Integer& integer);
/// The text of a name, a word, a plain scalar or an expression that is a name.
[[nodiscard]] std::string name_of(const syntax::Node& node);

/// "1 byte", "4 bytes".
[[nodiscard]] std::string byte_count(Int128 bytes);

}  // namespace schemac::model
