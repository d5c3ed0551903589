// What a record needs from the records around it: `_parent.x`, `_root.y`, sections that payloads
// lie in. The plan has no way out of a record, so each becomes a parameter, and every record on the
// way passes it on.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/model.h"

namespace schemac::plan {

/// A number from outside.
struct OuterValue {
  model::ExpressionPtr expression;  ///< as the record that needs it says it
  std::string key;                  ///< equal for equal expressions
  std::string name;                 ///< of the parameter
};
/// A section that another record declares; or the file itself, which belongs to whatever root it
/// is.
struct OuterSection {
  static constexpr std::uint32_t whole_file = ~std::uint32_t{0};
  model::TypeIndex owner = 0;
  std::uint32_t section = 0;
  [[nodiscard]] static OuterSection file() { return {whole_file, whole_file}; }
  [[nodiscard]] bool is_file() const { return section == whole_file; }
  bool operator==(const OuterSection&) const = default;
};
struct Needs {
  std::vector<OuterValue> values;
  std::vector<OuterSection> sections;
};

/// By TypeIndex; `types` are those that the roots reach, `files` the roots that no record holds.
/// Records that hold each other are followed to the end.
[[nodiscard]] std::vector<Needs> find_needs(const model::Format& format,
                                            const std::vector<model::TypeIndex>& types,
                                            model::TypeIndex root,
                                            const std::set<model::TypeIndex>& files);

/// Whether an expression speaks of outer records only, so that it can be a parameter.
[[nodiscard]] bool is_outer(const model::ExpressionPtr& expression);
/// The same value as the holder of the record says it.
[[nodiscard]] model::ExpressionPtr seen_from_holder(const model::ExpressionPtr& expression,
                                                    bool is_holder_root);
[[nodiscard]] std::string key_of(const model::Expression& expression);

/// The section that a field lies in, if another record than `type` declares it (or nobody).
[[nodiscard]] std::optional<OuterSection> section_of(const model::Field& field);

}  // namespace schemac::plan
