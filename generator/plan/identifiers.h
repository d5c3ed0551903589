// Names of a schema as C++ spells them. A schema may call a field `class` or two cases `a-b` and
// `a_b`; what the user of a header types is decided here, once, so that documents, headers and
// tools agree.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace schemac::plan {

/// A name of letters, digits and '_' as an identifier: a leading digit gets a '_' before it, a word
/// that C++ keeps for itself (keywords, and macros of the standard library) one behind it.
[[nodiscard]] std::string escaped(std::string name);
/// Any name as an identifier: other characters become '_', and what is left is escaped.
[[nodiscard]] std::string identifier(std::string_view name);
/// The same in small letters: "ValueType" gives "value_type".
[[nodiscard]] std::string snake_identifier(std::string_view name);
/// The same in CamelCase: "parts.chunk_head" gives "PartsChunkHead".
[[nodiscard]] std::string camel_identifier(std::string_view name);

/// Hands out names that differ: the second `x` becomes `x_2`.
class UniqueNames {
 public:
  [[nodiscard]] std::string add(const std::string& name);

 private:
  std::set<std::string> taken_;
};

}  // namespace schemac::plan
