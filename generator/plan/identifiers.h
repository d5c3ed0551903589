// Names of a schema as C++ spells them. A schema may call a field `class` or two cases `a-b` and
// `a_b`; what the user of a header types is decided here, once, so that documents, headers and
// tools agree.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace schemac::plan {

/// A name of letters, digits and '_' as an identifier: a leading digit gets a '_' before it, a word
/// that C++ keeps for itself (keywords, and macros of the standard library) one after it.
[[nodiscard]] std::string escaped(std::string name);
/// Any name as an identifier: other characters become '_', and what is left is escaped.
[[nodiscard]] std::string identifier(std::string_view name);
/// The same in small letters: "ValueType" gives "value_type".
[[nodiscard]] std::string snake_identifier(std::string_view name);
/// The same in CamelCase: "parts.chunk_head" gives "PartsChunkHead".
[[nodiscard]] std::string camel_identifier(std::string_view name);

/// Names of types in the namespace of a format: of records, their views, and enumerations.
class TypeNames {
 public:
  /// A name that differs from all others, in small letters, too: constants are called after it.
  [[nodiscard]] std::string add(const std::string& name);
  void take(const std::string& name) { taken_.insert(name); }
  /// Whether it was added or taken.
  [[nodiscard]] bool contains(const std::string& name) const { return taken_.contains(name); }

 private:
  std::set<std::string> taken_, small_;
};

/// Hands out names that differ: the second `x` becomes `x_2`.
class UniqueNames {
 public:
  UniqueNames() = default;
  /// Names inside of a class, which differ from those of types, too. `types` outlives them.
  explicit UniqueNames(const TypeNames& types) : types_(&types) {}

  [[nodiscard]] std::string add(const std::string& name);
  /// Identifiers of names of a schema; those that C++ can spell as they are have the first choice.
  [[nodiscard]] std::vector<std::string> add_all(const std::vector<std::string>& names);
  /// A name that something else has.
  void take(const std::string& name) { taken_.insert(name); }
  [[nodiscard]] bool is_taken(const std::string& name) const {
    return taken_.contains(name) || (types_ != nullptr && types_->contains(name));
  }

 private:
  const TypeNames* types_ = nullptr;
  std::set<std::string> taken_;
};

}  // namespace schemac::plan
