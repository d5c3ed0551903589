// Expressions of a routine's steps as an interpreter goes through them quickest: lists of
// operations over slots of 64 bits.
//
// A walk keeps the numbers that steps set in these slots, so that a field, a length or a constant
// is loaded by no operation at all. The compiler has proved most operations to fit 64 bits; those
// that it hasn't are calculated exactly (Kind::wide), and may fail. What is rare is asked of the
// evaluator of trees (Kind::ask), which says the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "direct/by_value.h"
#include "direct/number.h"
#include "plan/plan.h"
#include "steps/routine.h"

namespace schemac::direct {

using Slot = std::uint32_t;

/// Where an activation keeps what is of which kind. Constants and results of operations are after
/// its parameters.
struct Slots {
  static constexpr Slot element = 0, index = 1, is_last = 2, file_size = 3;
  static constexpr Slot numbers = 4;  ///< of fields
  Slot lengths = 0;                   ///< of fields, then Routine::inner
  Slot params = 0;
  Slot constants = 0;
};

struct Operation {
  enum class Kind : std::uint8_t {
    move,
    // Those that were proved to fit.
    add,
    subtract,
    multiply,
    divide,
    modulo,
    ceil_div,
    align_up,
    minimum,
    maximum,
    bits,  ///< of both
    bit_xor,
    bit_and,
    shift_left,
    shift_right,
    equal,
    not_equal,
    less,
    less_equal,
    less_signed,
    less_equal_signed,
    is_zero,
    is_not_zero,
    flag,  ///< bits of x, by Formulas::flags[y]
    // Those that weren't, of numbers without a sign.
    add_checked,
    multiply_checked,
    // All others that weren't: by `op`, exactly.
    wide,
    // To operation y of the formula.
    leave_if_zero,      ///< if x is 0
    leave_if_not_zero,  ///< if x isn't
    leave,
    // What steps set.
    distance,   ///< by Formulas::distances[x]
    offset,     ///< of Routine::places[x]
    is_found,   ///< whether the field x of a message is there
    text_is,    ///< by Formulas::asked[x]
    attribute,  ///< of x, by Formulas::attributes[y]; has_attribute likewise
    has_attribute,
    item,  ///< of the list y: element x
    last_item,
    product,
    sum,
    inside,  ///< by Formulas::asked[x]
    ask,     ///< likewise
  };
  Kind kind = Kind::move;
  plan::Op op = plan::Op::constant;
  bool is_signed = false, x_is_signed = false, y_is_signed = false;
  Slot to = 0;
  std::uint32_t x = 0, y = 0;
};

struct Formula {
  std::uint32_t begin = 0, end = 0;  ///< operations
  Slot result = 0;
  bool is_signed = false;  ///< it can be below 0
};

/// An attribute of the members of an enumeration, of those that state it.
using AttributeTable = ByValue<std::optional<std::uint64_t>>;

/// A list of scalars, none smaller than a byte.
struct ScalarList {
  ScalarList(plan::FieldId list, const plan::Scalar& scalar);
  /// The bits of an element's number, as expressions see it.
  [[nodiscard]] std::uint64_t number_at(const std::byte* element) const {
    if (is_token) return std::to_integer<std::uint64_t>(*element) & 1;
    const std::uint64_t bits = load_bits(load, element + tag);
    return is_boolean && bits != 0 ? 1 : bits;
  }

  plan::FieldId field;
  Load load;
  std::uint64_t tag, stride;
  bool is_signed;
  bool is_token;    ///< a boolean of MessagePack
  bool is_boolean;  ///< of any byte
};

class Formulas {
 public:
  /// Of Routine::expressions. Borrows the plan and the routine.
  Formulas(const plan::Plan& plan, const steps::Routine& routine);

  /// Null where the expression is none of those.
  [[nodiscard]] const Formula* find(const plan::Expr& expr) const {
    return expr.serial == 0 ? nullptr : &formulas_[expr.serial - 1];
  }
  [[nodiscard]] const Slots& slots() const { return slots_; }
  /// How the numbers of fields are loaded.
  struct Loaded {
    Load load = Load::u8;
    bool is_token = false;  ///< a boolean of MessagePack
    bool is_signed = false;
    std::optional<BitsAt> bits;  ///< of a number that doesn't fill its type
  };
  [[nodiscard]] const std::vector<Loaded>& loads() const { return loads_; }
  /// Slots at the start of a walk: zeros, then constants, then room for results.
  [[nodiscard]] const std::vector<std::uint64_t>& initial() const { return initial_; }

  std::vector<Operation> operations;
  std::vector<const plan::Expr*> asked;
  std::vector<steps::Measure::Distance> distances;
  std::vector<AttributeTable> attributes;
  std::vector<ScalarList> lists;
  struct Flag {
    unsigned shift = 0;
    std::uint64_t mask = 0;
  };
  std::vector<Flag> flags;

 private:
  class Flattening;

  Slots slots_;
  std::vector<Loaded> loads_;
  std::vector<std::uint64_t> initial_;
  std::vector<Formula> formulas_;  // by serial, from 1
};

}  // namespace schemac::direct
