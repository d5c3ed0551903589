// Walks over expressions and over the structural ones of a record: those that decide where things
// lie, how often and how large they are.
#pragma once

#include <functional>
#include <vector>

#include "model/model.h"

namespace schemac::model {

/// Calls `visit` for the expression and everything in it; a visit that returns false isn't
/// followed further down.
void visit_expressions(const ExpressionPtr& expression,
                       const std::function<bool(const Expression&)>& visit);

/// Finds out how large an expression is.
void measure(Expression& expression);

/// The expression, if it is a field of the record at hand; else nullptr.
[[nodiscard]] const Reference* as_own_field(const Expression& expression);

/// Whether a field lies where its record is, after the one before it.
[[nodiscard]] bool is_inline(const Field& field);

/// Whether it is a text that a byte fills up to its size.
[[nodiscard]] bool is_filled_up(const Body& body);

/// What a structural expression says about its field.
enum class Structure : std::uint8_t {
  repeat,
  size,
  filled_size,  ///< the size that a text is filled up to
  at,
  presence,    ///< `if`
  tag,         ///< `switch`
  argument,    ///< passed to a record that uses it in its structure
  plain_size,  ///< `size` of a codec
};

struct StructuralUse {
  Structure structure = Structure::repeat;
  ExpressionPtr expression;
  FieldIndex target = 0;
  std::optional<std::uint32_t> case_index;  ///< in a case of the target's switch
};

/// All structural expressions of a record in the order of its fields. `structural_parameters`
/// says of each type which parameters it uses so.
[[nodiscard]] std::vector<StructuralUse> structural_uses(
    const Format& format, TypeIndex type,
    const std::vector<std::vector<bool>>& structural_parameters);

/// For each type its parameters: whether the type's structure depends on them.
[[nodiscard]] std::vector<std::vector<bool>> find_structural_parameters(const Format& format);

}  // namespace schemac::model
