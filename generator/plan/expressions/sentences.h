// What a broken condition says: from its form where that is common ("version is 3; it must be 1"),
// else from its text in the schema.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "plan/expressions/builder.h"
#include "plan/plan.h"

namespace schemac::plan {

/// "ceil_div(bit_count, 8)", with the names of the record's fields, safe to put into a sentence.
[[nodiscard]] std::string shown(const RecordScope& scope, const Expr& expr);

/// `condition` as the schema has it, without what is put around it; `subject` names the value and
/// shows it ("version is {a}"); empty where a condition is about more than one. `values` are
/// NamedValues::words.
[[nodiscard]] std::string sentence_of(const RecordScope& scope, const Expr& condition,
                                      const std::string& subject, const std::string& values);
/// The schema's own sentence with the values after it.
[[nodiscard]] std::string told_with(const std::string& message, const std::string& values);

/// Values that a sentence shows.
struct NamedValues {
  std::string words;        ///< "a is {a}, len(t) is {b}"; may be empty
  std::vector<Expr> facts;  ///< as Require::facts
};

/// The values that a condition names, as far as there is room for them. `told` are facts that the
/// sentence shows already; fields that may not be there are shown if they are among `granted`.
[[nodiscard]] NamedValues values_in(const RecordScope& scope, const Expr& condition,
                                    std::vector<Expr> told, const std::set<FieldId>& granted);

}  // namespace schemac::plan
