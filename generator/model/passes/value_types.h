// What values fields have in expressions, found from their bodies, and which records hold which.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {

struct TypedRange {
  ExpressionType type;
  Range values;
};

/// Of a field as a whole: a list where it repeats.
[[nodiscard]] TypedRange value_of_field(const Draft& draft, TypeIndex type, FieldIndex field);
/// Of one body that belongs to a field; a repeated one is a list.
[[nodiscard]] TypedRange value_of_body(const Draft& draft, const Body& body, TypeIndex type,
                                       FieldIndex field);
/// Of an element of a list.
[[nodiscard]] TypedRange element_of(TypedRange list);

/// The records that a body consists of, in cases too.
[[nodiscard]] std::vector<TypeIndex> records_in(const Body& body);
/// For each type the records whose fields hold it, each once.
[[nodiscard]] std::vector<std::vector<TypeIndex>> holders(const Format& format);
/// Whether `inner` is `outer`, or lies in it at any depth.
[[nodiscard]] bool holds(const Format& format, TypeIndex outer, TypeIndex inner);

}  // namespace schemac::model
