// Names of types and enumerations: which ones can be seen where in a schema. Its own type's nested
// ones first, then those of the types around it, then the schema's, then imported ones by
// "schema.Name".
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

/// Whose names of types and enumerations can be seen.
struct NameScope {
  SchemaIndex schema = 0;
  std::optional<TypeIndex> type;  ///< the record or alias at hand
};

[[nodiscard]] std::optional<TypeIndex> find_type(const Draft& draft, const NameScope& scope,
                                                 const std::vector<std::string>& path);
[[nodiscard]] std::optional<EnumIndex> find_enum(const Draft& draft, const NameScope& scope,
                                                 const std::vector<std::string>& path);

/// What `type: x` may be without a declaration; "bool" is bool8, "u3" is a u8 of 3 bits.
[[nodiscard]] std::optional<NumberType> builtin_scalar(std::string_view name);
/// Forms that stand for bytes of other languages: json, bin, any.
[[nodiscard]] bool is_foreign_form(std::string_view name);

/// Reports a name that stands for no type, with the nearest one that does.
void report_unknown_type(Draft& draft, const NameScope& scope,
                         const syntax::TypeReference& reference);

}  // namespace schemac::model
