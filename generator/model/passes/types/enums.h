// Enumerations, those of `enums:` and those written inside a field.
#pragma once

#include <string>

#include "model/passes/draft.h"

namespace schemac::model {

/// Adds all of an `enums:` to the format; `table` gets their names as the schema's text has them.
/// Values that are written as texts lie in bytes in the schema's byte order.
void declare_enums(Draft& draft, const syntax::Node& enums, const Schema& schema,
                   std::map<std::string, EnumIndex>& table);

/// Adds one whose members (`{gray: 0, rgb: 2}`) are inside a field of that type and byte order.
[[nodiscard]] EnumIndex add_inline_enum(Draft& draft, std::string name, NumberType type,
                                        ByteOrder endian, const syntax::Node& members);

/// What `attach:` of a schema adds to enumerations of its .proto files.
void attach_attributes(Draft& draft, const syntax::Node& attach, const Schema& schema);

}  // namespace schemac::model
