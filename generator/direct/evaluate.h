// Expressions of a plan, evaluated exactly.
//
// Reader and writer know their fields from different places (bytes here, values there), so both
// answer the same few questions through `Scope`, and one evaluator serves both directions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "direct/number.h"
#include "plan/plan.h"
#include "schemac/check/check.h"

namespace schemac::direct {

enum class Failure : std::uint8_t {
  none,
  unknown,     ///< needs a field that couldn't be read: nothing can be said
  overflow,    ///< doesn't fit 64 bits, or a division by zero
  no_element,  ///< there is no such element
};

struct Outcome {
  Int128 value = 0;
  Failure failure = Failure::none;

  [[nodiscard]] bool ok() const { return failure == Failure::none; }
  static Outcome failed(Failure why) { return {0, why}; }
};

class Scope;

/// A list of scalars, wherever it lies.
struct ListOf {
  const Scope* scope = nullptr;
  plan::FieldId field = 0;
  /// Of the parameter that it was handed on as: a number outside counts as the greatest.
  std::optional<model::Range> limits = std::nullopt;

  [[nodiscard]] Outcome item(std::uint64_t index) const;
};

/// What the names in an expression stand for: the values of the record at hand.
class Scope {
 public:
  Scope() = default;
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;
  virtual ~Scope() = default;

  [[nodiscard]] virtual Outcome number(plan::FieldId field) const = 0;
  [[nodiscard]] virtual Outcome length(plan::FieldId field) const = 0;
  [[nodiscard]] virtual Outcome size_of(plan::FieldId field) const = 0;
  [[nodiscard]] virtual Outcome offset_of(plan::FieldId field) const = 0;
  /// Bytes of the plain content of a field that is encoded; 0 if its stored bytes are malformed.
  [[nodiscard]] virtual Outcome plain_size(plan::FieldId field) const = 0;
  /// The same of a field of the last element of a list; for writers.
  [[nodiscard]] virtual Outcome size_of_last(plan::FieldId /*list*/, plan::FieldId /*part*/) const;
  /// What a derived number follows from; for writers.
  [[nodiscard]] virtual Outcome given(plan::FieldId field) const;
  [[nodiscard]] virtual Outcome tag_of(plan::FieldId field) const;
  [[nodiscard]] virtual Outcome section_begin(std::uint32_t section) const;
  [[nodiscard]] virtual Outcome is_present(plan::FieldId field) const = 0;
  [[nodiscard]] virtual Outcome item(plan::FieldId list, std::uint64_t index) const = 0;
  [[nodiscard]] virtual std::optional<std::string_view> text(plan::FieldId field) const = 0;
  /// The record that a field holds; null if it isn't whole or isn't there.
  [[nodiscard]] virtual const Scope* inside(plan::FieldId field) const = 0;
  [[nodiscard]] virtual Outcome param(plan::ParamId param) const = 0;
  /// The list that was passed as a parameter; without a scope where there is none.
  [[nodiscard]] virtual ListOf param_list(plan::ParamId) const { return {}; }
  [[nodiscard]] virtual Outcome file_size() const = 0;
};

/// `_`, `_index`, `_last` and `_next` of a rule about one element.
struct Element {
  Outcome value;  ///< of a scalar
  std::uint64_t index = 0;
  bool is_last = false;
  const Scope* record = nullptr;  ///< the element, where it is a record
  const Scope* next = nullptr;    ///< the one after it, if there is one
};

/// The dims of an array, each a number of 64 bits; what is below 0 or can't be computed is an
/// overflow, unless some dim is 0.
struct DimsOutcome {
  std::vector<std::uint64_t> dims;
  std::uint64_t count = 0;  ///< their product
  Failure failure = Failure::none;
  [[nodiscard]] bool ok() const { return failure == Failure::none; }
};
/// Into `out`, whose memory is used again.
void evaluate_dims(std::span<const plan::DimsTerm> terms, const plan::Plan& plan,
                   const Scope& scope, DimsOutcome& out);
[[nodiscard]] DimsOutcome evaluate_dims(std::span<const plan::DimsTerm> terms,
                                        const plan::Plan& plan, const Scope& scope);

/// The list that an argument names.
[[nodiscard]] ListOf find_list(const plan::Expr& argument, const Scope& scope);

/// The member with this value, or null.
[[nodiscard]] const plan::EnumMember* member_of(const plan::Enum& enumeration, Int128 value);

/// What an attribute (Op::attribute) is of the member that a number is; nothing where that states
/// none, or is no member.
[[nodiscard]] std::optional<Int128> attribute_of(const plan::Expr& expr, const plan::Plan& plan,
                                                 Int128 number);

[[nodiscard]] Outcome evaluate(const plan::Expr& expr, const plan::Plan& plan, const Scope& scope,
                               const Element& element = {});
/// What the sentence of a check shows; `no_fact` where it can't be calculated.
[[nodiscard]] impl::Facts facts_of(const std::vector<plan::Expr>& facts, const plan::Plan& plan,
                                   const Scope& scope, const Element& element = {});

}  // namespace schemac::direct
