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
/// Makes them of numbers, one after the other, into `out`, whose memory is used again. Zero wins
/// over an overflow: an array with an empty dimension has no elements, whatever the others are.
class DimsMaker {
 public:
  explicit DimsMaker(DimsOutcome& out) : out_(out) {
    out_.dims.clear();
    out_.count = 0;
    out_.failure = Failure::none;
  }
  /// What can't be computed is below 0.
  void add(Int128 number) {
    const auto bits = static_cast<std::uint64_t>(number);
    out_.dims.push_back(bits);
    is_empty_ = is_empty_ || number == 0;
    const bool is_size = number == Int128{bits};
    fits_ = fits_ && is_size && !__builtin_mul_overflow(count_, bits, &count_);
  }
  /// Nothing can be said of one of them.
  void fail() { out_.failure = Failure::unknown; }
  [[nodiscard]] bool ok() const { return out_.ok(); }
  void finish() {
    if (!ok() || is_empty_) return;
    if (fits_)
      out_.count = count_;
    else
      out_.failure = Failure::overflow;
  }

 private:
  DimsOutcome& out_;
  bool is_empty_ = false, fits_ = true;
  std::uint64_t count_ = 1;
};

/// Into `out`, whose memory is used again.
void evaluate_dims(std::span<const plan::DimsTerm> terms, const plan::Plan& plan,
                   const Scope& scope, DimsOutcome& out);
[[nodiscard]] DimsOutcome evaluate_dims(std::span<const plan::DimsTerm> terms,
                                        const plan::Plan& plan, const Scope& scope);

/// The list that an argument names.
[[nodiscard]] ListOf find_list(const plan::Expr& argument, const Scope& scope);
/// Calls `add` with each number of a list. Returns whether all of them could be looked at.
template <class Add>
bool each_number(const ListOf& list, const Add& add) {
  if (list.scope == nullptr) return false;
  const Outcome length = list.scope->length(list.field);
  if (!length.ok()) return false;
  for (std::uint64_t i = 0; Int128{i} < length.value; ++i) {
    const Outcome each = list.item(i);
    if (!each.ok()) return false;
    add(each.value);
  }
  return true;
}

/// The member with this value, or null.
[[nodiscard]] const plan::EnumMember* member_of(const plan::Enum& enumeration, Int128 value);

/// What an attribute (Op::attribute) is of the member that a number is; nothing where that states
/// none, or is no member.
[[nodiscard]] std::optional<Int128> attribute_of(const plan::Expr& expr, const plan::Plan& plan,
                                                 Int128 number);

/// An operation on two numbers, exactly: arithmetic (whose result `is_signed` if it can be below 0)
/// or a comparison.
[[nodiscard]] Outcome operated(plan::Op op, Int128 x, Int128 y, bool is_signed);

[[nodiscard]] Outcome evaluate(const plan::Expr& expr, const plan::Plan& plan, const Scope& scope,
                               const Element& element = {});
/// What the sentence of a check shows; `no_fact` where it can't be calculated.
[[nodiscard]] impl::Facts facts_of(const std::vector<plan::Expr>& facts, const plan::Plan& plan,
                                   const Scope& scope, const Element& element = {});

}  // namespace schemac::direct
