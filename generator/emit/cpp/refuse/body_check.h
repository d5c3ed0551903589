// Checks of one body of a value: a field's, an element's, an alternative's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/cpp/measure/scope.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// Where a body stands. Paths below a frame of its own begin at the body itself.
struct BodyPlace {
  const WriteScope& scope;
  plan::FieldId field = 0;
  std::string x;      ///< how the value is spelled
  std::string frame;  ///< "frame", or the local that was made for the body
  std::string path;   ///< of the body below `frame`: the field's name, or "" in a frame of its own
  bool is_measured = false;  ///< the check measures what the body's head tells of
};

/// The rules about elements of a list that need fields after it.
void emit_rules_check(Printer& out, const BodyPlace& at, const plan::List& list);
/// What a list's elements can break, one by one.
void emit_list_elements_check(Printer& out, const BodyPlace& at, const plan::List& list);
/// Prints statements that end the function with false if the value breaks a rule of the body.
void emit_body_check(Printer& out, const BodyPlace& at, const plan::Body& body);

/// Whether the body is a field's enumerator, which is checked as the number that it is.
[[nodiscard]] bool checks_local(const WriteScope& scope, plan::FieldId id, const plan::Body& body);
/// Whether there is anything to check in it.
[[nodiscard]] bool has_check(const WriteScope& scope, const plan::Body& body);

/// Whether the check of a list makes the product of its elements: a rule looks at each of them, and
/// the product is asked for.
[[nodiscard]] bool notes_product(const WriteScope& scope, plan::FieldId id);

/// "tensor_dtype_unknown": a check of the plan, seen from namespace `detail`.
[[nodiscard]] std::string check_of(const plan::Plan& plan, plan::CheckId id);
/// Whether the writer refuses values that break it.
[[nodiscard]] bool is_refused(const plan::Plan& plan, std::optional<plan::CheckId> id);
/// The same of values with an element that breaks it, before anything has its place.
[[nodiscard]] bool is_checked(const WriteScope& scope, const plan::List& list,
                              const plan::EachRule& rule);
/// ", schemac::facts(a, b)": the facts of a rule.
[[nodiscard]] std::string facts_of(const std::vector<plan::Expr>& facts, const Spelling& spelling);

}  // namespace schemac::emit::cpp
