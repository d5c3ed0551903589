// How a field, a case or an element lies in bytes, from the keys that need no names of fields. An
// alias (`Name: {type: str, prefix: u32}`) is replaced by what it stands for.
#pragma once

#include <string>
#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

/// Where a body is.
struct BodySite {
  SchemaIndex schema = 0;
  TypeIndex type = 0;  ///< the record or alias
  std::string name;    ///< for what is declared inline: type and field in CamelCase
  ByteOrder endian;
  std::string wire;                ///< "msgpack", or empty
  std::vector<TypeIndex> aliases;  ///< being replaced right now, outermost first
};

[[nodiscard]] Body make_body(Draft& draft, const syntax::Node& node, const BodySite& site);

/// The alias that a node's `type` names; nothing if it names something else.
[[nodiscard]] std::optional<TypeIndex> alias_of(const Draft& draft, const syntax::Node& node,
                                                SchemaIndex schema, TypeIndex type);
/// Whether a type's keys make it a record and not another name for a body.
[[nodiscard]] bool declares_record(const syntax::Node& node);
/// The wire form of what a type holds: its own, that of the type around it, the schema's.
[[nodiscard]] std::string wire_of(const Draft& draft, TypeIndex type);
/// The byte order that `endian` of a node states, or the one around it.
[[nodiscard]] ByteOrder endian_of(const syntax::Node& node, ByteOrder around);

/// A new record whose `fields` are inside a field or case.
[[nodiscard]] TypeIndex add_inline_record(Draft& draft, const syntax::Node& node,
                                          const BodySite& site);

}  // namespace schemac::model
