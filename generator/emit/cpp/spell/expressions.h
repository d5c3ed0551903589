// Expressions of the plan as C++ text.
//
// A field is spelled differently in a check (a local), in a view (an accessor), in a writer (a
// member or a derived local); whoever prints an expression says how, and gets text that computes
// it. What the compiler didn't prove to fit 64 bits is computed with schemac::checked_* functions,
// which clear the flag named by `Spelling::fits`.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "plan/expression.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// How leaves are spelled at the place where an expression stands. Each gets the plan's index and
/// gives a C++ expression of kind "primary" (it needs no parentheses).
struct Spelling {
  const plan::Plan* plan = nullptr;
  std::function<std::string(plan::FieldId)>
      field;  ///< value of a scalar field, as an integer (or an enum's)
  std::function<std::string(plan::FieldId)>
      truth;                     ///< the same as a condition; if unset, `field` isn't 0
  bool has_wide_fields = false;  ///< `field` gives std::uint64_t and std::int64_t alone
  std::function<std::string(plan::ParamId)> param;
  std::function<std::string(plan::FieldId)>
      list;  ///< something with size() and operator[], elements integers
  std::function<std::string(plan::FieldId)>
      multiplied;  ///< the same where its product is asked for; if unset, `list`
  std::function<std::string(plan::FieldId)> length;     ///< elements of a list, bytes of a text
  std::function<std::string(plan::FieldId)> size_of;    ///< bytes of a field
  std::function<std::string(plan::FieldId)> offset_of;  ///< where it begins in the file
  std::function<std::string(plan::FieldId)> is_present;
  std::function<const plan::Expr*(plan::FieldId)>
      presence;  ///< what is_present spells, where that is a condition; may be unset
  std::function<std::string(plan::FieldId)>
      plain_size;  ///< bytes of what an encoded one decodes to
  std::function<std::string(plan::FieldId, plan::FieldId)>
      size_of_last;                                ///< the same of a field of a list's last element
  std::function<std::string(plan::FieldId)> text;  ///< a std::string_view
  std::function<Spelling(plan::FieldId)>
      inside;  ///< how the fields of the record that a field holds are spelled
  std::shared_ptr<const void> owner;  ///< what the functions need to stay alive
  std::string element;                ///< `_`
  std::string index;                  ///< `_index`
  std::string is_last;                ///< `_last`
  std::string next = "next_view";     ///< a pointer to the element after, or to none
  std::string file_size;              ///< bytes of the file
  std::string fits;                   ///< a bool lvalue: cleared when an operation overflows
  std::function<void(Spelling&, const std::string&)>
      clear;  ///< spells what is computed on the spot with another flag; if unset, nothing is
  std::function<bool(const plan::Expr&)>
      can_fail;  ///< whether it can't always be computed; if unset, what the expression itself says
};

/// The expression as C++. Numbers are std::uint64_t where the range has no negative values, else
/// std::int64_t; conditions are bool. The result is a primary expression if `is_operand`, else it
/// may have operators outside.
[[nodiscard]] std::string text_of(const plan::Expr& expr, const Spelling& spelling,
                                  bool is_operand = false);
/// The same as a condition: bool in C++.
[[nodiscard]] std::string condition_of(const plan::Expr& expr, const Spelling& spelling,
                                       bool is_operand = false);
/// A condition that can fail: false where it can't be computed. (What it looks into would have to
/// live in memory if it weren't inlined.)
[[nodiscard]] std::string holds_if_it_fits(const std::string& condition,
                                           const std::string& flag = "fits");

/// A condition, false where it can't be computed, that leaves the flag of the spelling alone.
[[nodiscard]] std::string presence_of(const plan::Expr& expr, const Spelling& spelling,
                                      bool is_operand = false);

/// The spelling with another flag to clear, also in records that are looked into.
[[nodiscard]] Spelling clearing(const std::string& flag, Spelling spelling);
/// Whether an expression that can fail can be computed.
[[nodiscard]] std::string is_number(const plan::Expr& expr, const Spelling& spelling);
/// Whether an expression can be computed and fits a type of whole numbers.
[[nodiscard]] std::string fits_in_type(const plan::Expr& expr, const std::string& type,
                                       const Spelling& spelling);

/// A tag without its sign: a number without a case where it can't be computed.
[[nodiscard]] std::string tag_of(const plan::Switch& choice, const Spelling& spelling);
/// As a fact of a sentence: what can't be calculated is schemac::no_fact.
[[nodiscard]] std::string fact_of(const plan::Expr& expr, const Spelling& spelling);

/// An argument of a nested record that is a number: the largest one where it can't be computed.
[[nodiscard]] std::string number_argument(const plan::Expr& argument, const Spelling& spelling);
/// An argument of a nested record that is a list of numbers, as a schemac::NumberList.
[[nodiscard]] bool is_list(const plan::Expr& argument);
[[nodiscard]] std::string list_argument(const plan::Expr& argument, const Spelling& spelling);

/// The dims of an array, as something with size() and operator[].
[[nodiscard]] std::string dims_of(const plan::Dims& dims, const Spelling& spelling);

/// The opposite of a condition, so that `if` reads without a negation where that is possible.
[[nodiscard]] plan::Expr negated(const plan::Expr& expr);

using plan::can_fail;
/// Whether it asks for nothing but the element that a rule is about, and can't fail.
[[nodiscard]] bool is_about_element(const plan::Expr& expr);

/// Fields that `expr` reads.
[[nodiscard]] std::vector<plan::FieldId> fields_of(const plan::Expr& expr);

/// "value_type_dtype": the function of namespace `detail` that gives an attribute's number (0 if
/// the value doesn't state it); with "has_" before it, whether it does. Both take a std::uint64_t.
[[nodiscard]] std::string attribute_function(const plan::Plan& plan, plan::EnumId id,
                                             std::uint32_t attribute);

}  // namespace schemac::emit::cpp
