// What the layout of a record says of its fields: which of them state what.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.h"
#include "model/passes/relations/solve.h"

namespace schemac::model {

/// One relation that names a field, solved for it or not.
struct Relation {
  FieldIndex source = 0;              ///< the field that is named
  std::optional<std::uint32_t> flag;  ///< the bit of it
  DerivationKind kind = DerivationKind::none;
  FieldIndex target = 0;
  std::uint32_t section = 0;
  std::optional<Solution> solution;  ///< none: can't be solved for the field
  std::optional<std::uint32_t> case_index;
  source::SourceRange range;  ///< where the field is named
};

/// All relations of a record. Those that the cases of a switch have in common are one.
[[nodiscard]] std::vector<Relation> find_relations(
    const Format& format, TypeIndex index, const std::vector<std::vector<bool>>& parameters);

}  // namespace schemac::model
