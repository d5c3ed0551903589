// The tables of a record: its fields, and for those that need it their alternatives and bits.
#pragma once

#include <vector>

#include "emit/doc/describe/requirements.h"
#include "emit/doc/document.h"
#include "emit/doc/queries/doc_scope.h"
#include "emit/doc/queries/inline_fields.h"

namespace schemac::emit::doc {

/// A row a field, in the order of the bytes; after them what lies elsewhere.
[[nodiscard]] Table field_table(const DocScope& scope, const InlineFields& inline_fields,
                                const RequirementList& required);

/// The forms of a field that has one of several, the bits of a field of flags.
[[nodiscard]] std::vector<Table> tables_of_fields(const DocScope& scope);

/// "count of `tensors`": what a field follows from; empty where a person says it.
[[nodiscard]] Text origin_of(const DocScope& scope, const plan::Field& field);

}  // namespace schemac::emit::doc
