// Expressions as both executors evaluate them: whole numbers and conditions over fields of one
// record.
//
// A closed set of operators over few kinds of leaves. References to outer records were turned into
// parameters, enumerators into constants, attributes into table look-ups. Numbers are exact: an
// operation is marked `is_checked` where its range was not proved to fit 64 bits; it then fails
// with an overflow instead of a wrong value.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/range.h"

namespace schemac::plan {

using FieldId = std::uint32_t;   // into Record::fields
using RecordId = std::uint32_t;  // into Plan::records
using EnumId = std::uint32_t;    // into Plan::enums
using FormId = std::uint32_t;    // into Plan::forms
using CheckId = std::uint32_t;   // into Plan::checks
using AnchorId = std::uint32_t;  // a variable position in a record; 0 is its start
using ParamId = std::uint32_t;   // into Record::params

enum class Op : std::uint8_t {
  // leaves
  constant,  // `number`
  field,     // the value of the scalar field `id`; while writing: the value that the writer derives
             // for it
  param,     // the number passed as parameter `id`
  element,   // `_`: the element or the field that a rule is about
  index,     // `_index`
  is_last,   // `_last`
  file_size,  // bytes of the file
  // leaves about other fields
  length,      // elements of the list field `id`, bytes of a text or raw field
  size_of,     // bytes that field `id` takes, its own padding included
  offset_of,   // where field `id` begins in the file
  is_present,  // 1 if the optional field `id` is there
  item,  // element args[0] of the list of scalars `id`; fails with out-of-bounds if there is none
  last_item,   // the last element of the list of scalars `id`; likewise
  product,     // of the list of scalars `id`; 0 if any is 0, else fails with overflow if it doesn't
               // fit u64
  sum,         // of the list of scalars `id`
  list,        // the list of scalars `id` itself; in DimsTerm alone
  param_list,  // args[0], a leaf about a list (length, item, last_item, product, sum, list), is
               // about the one passed as parameter `id`; its own id has no meaning
  text_is,     // 1 if the text field `id` has the characters `text`
  inside,      // args[0], a leaf about a field of the record that field `id` holds (Field::
               // is_looked_into); `text` is how the schema writes it: "shape.batch". Other
               // operations are around it, never inside
  attribute,   // attribute `attribute` of the member of enum `id` whose value is args[0]; 0 if it
               // states none
  has_attribute,  // 1 if it states one
  digest_size,    // bytes of a digest of the kind args[0]
  plain_size,    // bytes of the plain content of the field `id` (Field::codec), as stated; 0 if its
                 // stored bytes are malformed
  size_of_last,  // bytes of field `attribute` of the last element of the list of records `id`, when
                 // decoded; 0 if there is none. Only as what a field follows from
  flag,          // bits [number, number + width) of args[0], shifted down
  // leaves that writers ask: what derived numbers follow from (Field::derivation)
  given,   // the number that a value has for the scalar field `id`, before anything is added to it
  tag_of,  // the tag of the alternative that field `id` holds
  section_begin,  // where section `id` of the record begins in the file
  // arithmetic on args
  add,
  subtract,
  multiply,
  divide,
  modulo,
  negate,
  align_up,
  ceil_div,
  minimum,
  maximum,
  bits,    // the bits of all args together
  bit_or,  // these five of numbers that aren't below 0
  bit_xor,
  bit_and,
  shift_left,
  shift_right,
  // conditions: 0 or 1
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  logical_and,
  logical_or,
  logical_not,
  is_one_of,  // args[0] equals one of args[1...]
  choose,     // args[0] ? args[1] : args[2]
  argument,   // args[0] as an argument of another record; `range` is what the parameter can hold:
              // what can't be calculated, or doesn't fit, is range.max
};

struct Expr {
  Op op = Op::constant;
  model::Int128 number = 0;
  std::uint32_t id = 0;
  std::uint32_t attribute = 0;
  std::uint32_t width = 1;
  std::string text;  ///< of text_is the characters; of attribute, flag, param, param_list and
                     ///< inside its name, to show
  std::vector<Expr> args;
  model::Range range;        ///< of the result
  bool is_checked = false;   ///< the operation itself can overflow 64 bits (or divide by zero)
  std::uint32_t serial = 0;  ///< of steps: which of Routine::expressions it is, from 1; 0: none
};

/// Op::inside of these looks into the element that a rule is about, or into the one after it;
/// after the last one there is none: the operation fails.
inline constexpr FieldId the_element = ~FieldId{0};
inline constexpr FieldId the_next = the_element - 1;

/// The id of a leaf below Op::param_list.
inline constexpr FieldId no_field = the_next - 1;

/// What is meant at the end of a path through records: `expr` without Op::inside around it.
[[nodiscard]] inline const Expr& leaf_of(const Expr& expr) {
  return expr.op == Op::inside ? leaf_of(expr.args.front()) : expr;
}

/// Whether an operation in it can fail (overflow, an index outside).
[[nodiscard]] bool can_fail(const Expr& expr);
/// Whether it is where a field begins, or 0 where that isn't there.
[[nodiscard]] bool is_zero_if_absent(const Expr& expr);

/// "ceil_div(bit_count, 8)", for documents and sentences; `names` are those of the record's fields.
[[nodiscard]] std::string to_text(const Expr& expr, const std::vector<std::string>& names);

}  // namespace schemac::plan
