// Fields of a record: role, body, place, and where the writer gets a value from.
#pragma once

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// Record::fields, their numbers in `scope.ids`, and Record::params: names and kinds first, so that
/// expressions can name any field of the record.
void declare_fields(RecordScope& scope);
/// Their bodies, places and sources.
void lower_fields(RecordScope& scope);

/// Where the writer gets the value of a scalar.
[[nodiscard]] Source lower_source(RecordScope& scope, const model::Field& field);

}  // namespace schemac::plan
