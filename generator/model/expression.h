// Expressions with everything bound: names are references to fields, parameters and enumerators,
// every node has a type and, where it is a number, a proven range. `let`s are replaced by what they
// name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/range.h"
#include "source/source.h"
#include "syntax/operators.h"

namespace schemac::model {

using TypeIndex = std::uint32_t;   // into Format::types
using EnumIndex = std::uint32_t;   // into Format::enums
using FieldIndex = std::uint32_t;  // into Type::fields

enum class ValueKind : std::uint8_t {
  number,  ///< whole number; `enumeration` says whose members it compares with
  real,    ///< f16 to f64: shown and stored, never part of an expression's arithmetic
  boolean,
  text,        ///< characters or bytes
  dtype,       ///< an attribute that names an element type
  digest,      ///< an attribute that names a digest algorithm
  codec,       ///< an attribute that names a codec
  byte_order,  ///< an attribute that says in which order bytes are
  record,      ///< `type` says which
  choice,      ///< the value of a switch: members are its alternatives
  array,       ///< an ndarray's content
  open,        ///< a value of no type, of which only place, size and presence are known
  free,        ///< JSON or MessagePack without a declared form: anything may be looked up in it
};

struct ExpressionType {
  ValueKind kind = ValueKind::number;
  bool is_list = false;
  bool is_optional = false;  ///< an alternative that may not be held
  std::optional<EnumIndex> enumeration;
  std::optional<TypeIndex> type;
  /// Of a choice or of flags: the field of record `type` that declares the alternatives or bits.
  std::optional<FieldIndex> field;
  bool operator==(const ExpressionType&) const = default;
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Constant {
  Int128 value = 0;
};
struct TextConstant {
  std::string text;
};
struct BooleanConstant {
  bool value = false;
};
/// Where a name begins to be looked up.
enum class Base : std::uint8_t {
  self,       ///< a field of the record at hand, or of the `up`th record around it
  root,       ///< a field of the outermost record
  parameter,  ///< a parameter of the record at hand
  element,    ///< `_`: the element or value that a rule is about
  index,      ///< `_index`
  last,       ///< `_last`: whether the element is the last one
  next,       ///< `_next`: the element after it
  variable,   ///< of a comprehension or a quantified rule
};
struct Reference {
  Base base = Base::self;
  std::uint32_t up = 0;     ///< Base::self: 0 for this record, 1 for `_parent`, ...
  std::uint32_t index = 0;  ///< of the field or parameter
  std::string variable;     ///< its name: of Base::variable to find it, else to show it
};
/// A field of a record, an alternative of a switch, a bit of a flag set.
struct Member {
  ExpressionPtr object;
  enum class Kind : std::uint8_t { field, alternative, flag, free } kind = Kind::field;
  std::uint32_t index = 0;  ///< field, case or flag
  std::string name;
};
/// An attribute that an enumeration gives to its members.
struct Attribute {
  ExpressionPtr object;
  EnumIndex enumeration = 0;
  std::uint32_t index = 0;  ///< into Enum::attributes
};
struct Element {
  ExpressionPtr list;
  ExpressionPtr index;
};
enum class Function : std::uint8_t {
  len,
  size,
  offset,
  stored,
  product,
  sum,
  min,
  max,
  count,
  first,
  last,
  align_up,
  ceil_div,
  known,
  present,
  has,
  all,
  any,
  dtype,
};
struct Call {
  Function function = Function::len;
  std::vector<ExpressionPtr> arguments;
  bool of_file = false;  ///< size(file)
};
struct List {
  std::vector<ExpressionPtr> items;
};
struct Comprehension {
  ExpressionPtr result, list, condition;  ///< `condition` may be null
  std::string variable;
};
struct Quantified {
  Function function = Function::count;
  ExpressionPtr list, condition;
  std::string variable;
};
struct Conditional {
  ExpressionPtr condition, chosen, otherwise;
};
struct Unary {
  syntax::UnaryOperator op = syntax::UnaryOperator::negate;
  ExpressionPtr operand;
};
struct Binary {
  syntax::BinaryOperator op = syntax::BinaryOperator::add;
  ExpressionPtr left, right;
};

struct Expression {
  using Node =
      std::variant<Constant, TextConstant, BooleanConstant, Reference, Member, Attribute, Element,
                   Call, List, Comprehension, Quantified, Conditional, Unary, Binary>;
  source::SourceRange range;
  ExpressionType type;
  Range values;  ///< for numbers
  Node node;
  std::uint64_t nodes = 1;  ///< of itself and of all in it, counted as often as they occur
  std::uint32_t depth = 1;  ///< how many of them are inside one another
};

}  // namespace schemac::model
