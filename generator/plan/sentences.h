// What a broken condition says: from its form where that is common ("version is 3, it must be 1"),
// else from its text in the schema.
#pragma once

#include <string>

#include "plan/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// "ceil_div(bit_count, 8)", with the names of the record's fields, safe to stand in a sentence.
[[nodiscard]] std::string shown(const RecordScope& scope, const Expr& expr);

/// `condition` as the schema has it, without what is put around it; `subject` names the value and
/// shows it ("version is {a}"); empty where a condition is about more than one.
[[nodiscard]] std::string sentence_of(const RecordScope& scope, const Expr& condition,
                                      const std::string& subject);

}  // namespace schemac::plan
