// What is required of one field besides what its body requires: where it lies, how large it is, and
// what holds while it is missing. And of a record: its rules, its padding, its sections.
#pragma once

#include "emit/doc/describe/requirement.h"
#include "emit/doc/queries/doc_scope.h"

namespace schemac::emit::doc {

[[nodiscard]] Requirements place_requirements(const DocScope& scope, plan::FieldId field);
[[nodiscard]] Requirements record_requirements(const DocScope& scope);

}  // namespace schemac::emit::doc
