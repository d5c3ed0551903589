// Expressions become lists of operations.
#include <algorithm>
#include <limits>

#include "direct/evaluate.h"
#include "direct/number.h"
#include "direct/scalar_of.h"
#include "direct/walk/formula.h"
#include "plan/facts/stored_sizes.h"

namespace schemac::direct {
namespace {

using plan::Op;

bool has_sign(const plan::Expr& expr) { return expr.range.min < 0; }

bool fits_64_bits(const model::Range& range) { return range.fits_u64() || range.fits_i64(); }

bool is_true_or_false(const plan::Expr& expr) { return expr.range.min >= 0 && expr.range.max <= 1; }

// How an operation is done that fits, of numbers without a sign where that matters.
std::optional<Operation::Kind> kind_of(Op op) {
  if (op == Op::divide) return Operation::Kind::divide;
  if (op == Op::modulo) return Operation::Kind::modulo;
  if (op == Op::ceil_div) return Operation::Kind::ceil_div;
  if (op == Op::align_up) return Operation::Kind::align_up;
  if (op == Op::minimum) return Operation::Kind::minimum;
  if (op == Op::maximum) return Operation::Kind::maximum;
  if (op == Op::bit_or) return Operation::Kind::bits;
  if (op == Op::bit_xor) return Operation::Kind::bit_xor;
  if (op == Op::bit_and) return Operation::Kind::bit_and;
  if (op == Op::shift_left) return Operation::Kind::shift_left;
  if (op == Op::shift_right) return Operation::Kind::shift_right;
  return std::nullopt;
}
std::optional<Operation::Kind> kind_of_any_sign(Op op) {
  if (op == Op::add) return Operation::Kind::add;
  if (op == Op::subtract) return Operation::Kind::subtract;
  if (op == Op::multiply) return Operation::Kind::multiply;
  return std::nullopt;
}

std::optional<AttributeTable> table_of(const plan::Expr& expr, const plan::Plan& plan) {
  if (!fits_64_bits(expr.range)) return std::nullopt;
  bool fits = true;
  AttributeTable table(plan.enums[expr.id], [&](const plan::EnumMember& member) {
    const auto stated = attribute_of(expr, plan, member.value);
    if (!stated) return std::optional<std::uint64_t>();
    fits = fits && fits_64_bits({*stated, *stated});
    return std::optional(static_cast<std::uint64_t>(*stated));
  });
  return fits && !table.is_empty() ? std::optional(std::move(table)) : std::nullopt;
}

}  // namespace

ScalarList::ScalarList(plan::FieldId list, const plan::Scalar& scalar)
    : field(list),
      load(load_of(scalar.dtype, scalar.endian)),
      tag(plan::tag_size(scalar)),
      stride(plan::stored_size(scalar)),
      is_signed(direct::is_signed(scalar.dtype)),
      is_token(scalar.coding == plan::Coding::token),
      is_boolean(scalar.dtype == Dtype::bool8) {}

class Formulas::Flattening {
 public:
  Flattening(Formulas& out, const plan::Plan& plan, const steps::Routine& routine)
      : out_(out),
        plan_(plan),
        routine_(routine),
        is_message_(routine.record->message() != nullptr) {}

  void add(const plan::Expr& expr) {
    Formula made;
    made.begin = begin_ = here();
    made.result = slot_of(expr);
    made.end = here();
    made.is_signed = has_sign(expr);
    out_.formulas_.push_back(made);
  }

 private:
  [[nodiscard]] std::uint32_t here() const {
    return static_cast<std::uint32_t>(out_.operations.size());
  }
  Slot make_slot(std::uint64_t initial = 0) {
    out_.initial_.push_back(initial);
    return static_cast<Slot>(out_.initial_.size() - 1);
  }
  Slot constant(std::uint64_t number) {
    const auto found = std::ranges::find(constants_, number, &Constant::number);
    if (found != constants_.end()) return found->slot;
    constants_.push_back({number, make_slot(number)});
    return constants_.back().slot;
  }
  Operation& emit(Operation::Kind kind, std::uint32_t x = 0, std::uint32_t y = 0) {
    return emit_to(make_slot(), kind, x, y);
  }
  Operation& emit_to(Slot to, Operation::Kind kind, std::uint32_t x = 0, std::uint32_t y = 0) {
    Operation made;
    made.kind = kind;
    made.to = to;
    made.x = x;
    made.y = y;
    return out_.operations.emplace_back(made);
  }
  // An operation of which a table of what it names has been added.
  template <class Named>
  std::uint32_t name(std::vector<Named>& names, Named named) {
    names.push_back(std::move(named));
    return static_cast<std::uint32_t>(names.size() - 1);
  }

  Slot ask(const plan::Expr& expr, Operation::Kind kind = Operation::Kind::ask) {
    return emit(kind, name(out_.asked, &expr)).to;
  }

  Slot slot_of(const plan::Expr& expr) {
    switch (expr.op) {
      case Op::constant:
        return fits_64_bits({expr.number, expr.number})
                   ? constant(static_cast<std::uint64_t>(expr.number))
                   : ask(expr);
      case Op::field:
        return number(expr);
      case Op::param:
        return expr.id < routine_.record->params.size() ? out_.slots_.params + expr.id : ask(expr);
      case Op::element:
        return Slots::element;
      case Op::index:
        return Slots::index;
      case Op::is_last:
        return Slots::is_last;
      case Op::file_size:
        return Slots::file_size;
      case Op::length:
        return out_.slots_.lengths + expr.id;
      case Op::item:
      case Op::last_item:
      case Op::product:
      case Op::sum:
        return of_list(expr);
      case Op::size_of:
        return measure(expr);
      case Op::offset_of:
        return is_message_ ? ask(expr) : emit(Operation::Kind::offset, expr.id).to;
      case Op::is_present:
        return is_message_ ? emit(Operation::Kind::is_found, expr.id).to : ask(expr);
      case Op::text_is:
        return ask(expr, Operation::Kind::text_is);
      case Op::inside:
        return expr.id < plan::the_next ? ask(expr, Operation::Kind::inside) : ask(expr);
      case Op::attribute:
      case Op::has_attribute:
        return attribute(expr);
      case Op::flag:
        return flag(expr);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
      case Op::align_up:
      case Op::ceil_div:
      case Op::minimum:
      case Op::maximum:
      case Op::bit_or:
      case Op::bit_xor:
      case Op::bit_and:
      case Op::shift_left:
      case Op::shift_right:
        return arithmetic(expr);
      case Op::bits:
        return bits(expr);
      case Op::negate:
        return negated(expr);
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return comparison(expr);
      case Op::logical_and:
        return connective(expr, Operation::Kind::leave_if_zero);
      case Op::logical_or:
        return connective(expr, Operation::Kind::leave_if_not_zero);
      case Op::logical_not:
        return emit(Operation::Kind::is_zero, slot_of(expr.args[0])).to;
      case Op::is_one_of:
        return is_one_of(expr);
      case Op::choose:
        return chosen(expr);
      case Op::argument:
        return argument(expr);
      case Op::list:
      case Op::param_list:
      case Op::digest_size:
      case Op::plain_size:
      case Op::size_of_last:
      case Op::given:
      case Op::tag_of:
      case Op::section_begin:
        break;
    }
    return ask(expr);
  }

  // A boolean of a broken file can be any byte: steps compare it with 0, messages are asked.
  Slot number(const plan::Expr& expr) {
    const Slot slot = Slots::numbers + expr.id;
    const auto* scalar = std::get_if<plan::Scalar>(&routine_.record->fields[expr.id].body.kind);
    const bool is_any_byte = is_message_ && scalar != nullptr && scalar->dtype == Dtype::bool8;
    return is_any_byte ? emit(Operation::Kind::is_not_zero, slot).to : slot;
  }

  Slot measure(const plan::Expr& expr) {
    if (is_message_) return ask(expr);
    const auto* distance = std::get_if<steps::Measure::Distance>(&routine_.measures[expr.id].kind);
    return distance == nullptr
               ? ask(expr)
               : emit(Operation::Kind::distance, name(out_.distances, *distance)).to;
  }

  Slot of_list(const plan::Expr& expr) {
    const plan::Scalar* scalar = scalar_of(routine_.record->fields[expr.id].body);
    const bool is_simple =
        !is_message_ && scalar != nullptr && !is_packed(scalar->dtype) && !is_signed(scalar->dtype);
    if (!is_simple || has_sign(expr)) return ask(expr);
    const std::uint32_t list = name(out_.lists, ScalarList(expr.id, *scalar));
    if (expr.op == Op::product) return emit(Operation::Kind::product, 0, list).to;
    if (expr.op == Op::sum) return emit(Operation::Kind::sum, 0, list).to;
    if (expr.op == Op::last_item) return emit(Operation::Kind::last_item, 0, list).to;
    const Slot index = slot_of(expr.args[0]);
    Operation& made = emit(Operation::Kind::item, index, list);
    made.x_is_signed = has_sign(expr.args[0]);
    return made.to;
  }

  Slot attribute(const plan::Expr& expr) {
    std::optional<AttributeTable> table = table_of(expr, plan_);
    if (!table) return ask(expr);
    const Slot value = slot_of(expr.args[0]);
    const std::uint32_t named = name(out_.attributes, *std::move(table));
    return emit(expr.op == Op::attribute ? Operation::Kind::attribute
                                         : Operation::Kind::has_attribute,
                value, named)
        .to;
  }

  Slot flag(const plan::Expr& expr) {
    const Slot word = slot_of(expr.args[0]);
    Flag made;
    made.shift = static_cast<unsigned>(expr.number);
    made.mask = expr.width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << expr.width) - 1;
    return emit(Operation::Kind::flag, word, name(out_.flags, made)).to;
  }

  // Both have no sign, or both fit a type that has one: then bits compare as numbers do.
  enum class Signs : std::uint8_t { none, all, mixed };
  static Signs signs_of(const plan::Expr& x, const plan::Expr& y) {
    if (!has_sign(x) && !has_sign(y)) return Signs::none;
    return x.range.fits_i64() && y.range.fits_i64() ? Signs::all : Signs::mixed;
  }

  Slot wide(Op op, Slot x, bool x_is_signed, Slot y, bool y_is_signed, bool is_signed) {
    Operation& made = emit(Operation::Kind::wide, x, y);
    made.op = op;
    made.is_signed = is_signed;
    made.x_is_signed = x_is_signed;
    made.y_is_signed = y_is_signed;
    return made.to;
  }

  Slot arithmetic(const plan::Expr& expr) {
    const plan::Expr& first = expr.args[0];
    Slot result = slot_of(first);
    bool result_is_signed = has_sign(first);
    for (std::size_t i = 1; i < expr.args.size(); ++i) {
      const plan::Expr& next = expr.args[i];
      const Slot y = slot_of(next);
      const bool fits = !expr.is_checked && expr.args.size() == 2;
      const bool has_signs = has_sign(expr) || has_sign(first) || has_sign(next);
      const auto kind =
          has_signs || kind_of_any_sign(expr.op) ? kind_of_any_sign(expr.op) : kind_of(expr.op);
      const bool has_sum = expr.op == Op::add || expr.op == Op::multiply;
      const bool is_large = has_sum && !has_sign(expr) && !result_is_signed && !has_sign(next);
      if (fits && kind)
        result = emit(*kind, result, y).to;
      else if (is_large)
        result = emit(expr.op == Op::add ? Operation::Kind::add_checked
                                         : Operation::Kind::multiply_checked,
                      result, y)
                     .to;
      else
        result = wide(expr.op, result, result_is_signed, y, has_sign(next), has_sign(expr));
      result_is_signed = has_sign(expr);
    }
    return result;
  }

  Slot negated(const plan::Expr& expr) {
    const Slot value = slot_of(expr.args[0]);
    const Slot zero = constant(0);
    if (!expr.is_checked) return emit(Operation::Kind::subtract, zero, value).to;
    return wide(Op::subtract, zero, false, value, has_sign(expr.args[0]), has_sign(expr));
  }

  Slot bits(const plan::Expr& expr) {
    Slot word = slot_of(expr.args[0]);
    for (std::size_t i = 1; i < expr.args.size(); ++i)
      word = emit(Operation::Kind::bits, word, slot_of(expr.args[i])).to;
    return word;
  }

  Slot compared(Op op, const plan::Expr& left, Slot x, const plan::Expr& right, Slot y) {
    const Signs signs = signs_of(left, right);
    if (signs == Signs::mixed) return wide(op, x, has_sign(left), y, has_sign(right), false);
    if (op == Op::equal) return emit(Operation::Kind::equal, x, y).to;
    if (op == Op::not_equal) return emit(Operation::Kind::not_equal, x, y).to;
    const bool is_turned = op == Op::greater || op == Op::greater_equal;
    if (is_turned) std::swap(x, y);
    const bool is_less = op == Op::less || op == Op::greater;
    if (signs == Signs::none)
      return emit(is_less ? Operation::Kind::less : Operation::Kind::less_equal, x, y).to;
    return emit(is_less ? Operation::Kind::less_signed : Operation::Kind::less_equal_signed, x, y)
        .to;
  }

  Slot comparison(const plan::Expr& expr) {
    const Slot x = slot_of(expr.args[0]);
    const Slot y = slot_of(expr.args[1]);
    return compared(expr.op, expr.args[0], x, expr.args[1], y);
  }

  // Ends at the first operand that decides.
  Slot connective(const plan::Expr& expr, Operation::Kind leave) {
    const Slot to = make_slot();
    std::vector<std::uint32_t> leaves;
    for (const plan::Expr& arg : expr.args) {
      const Slot each = slot_of(arg);
      emit_to(to, is_true_or_false(arg) ? Operation::Kind::move : Operation::Kind::is_not_zero,
              each);
      if (&arg == &expr.args.back()) break;
      leaves.push_back(here());
      emit_to(0, leave, to);
    }
    land(leaves);
    return to;
  }
  void land(const std::vector<std::uint32_t>& leaves) {
    for (const std::uint32_t each : leaves) out_.operations[each].y = here() - begin_;
  }

  Slot is_one_of(const plan::Expr& expr) {
    const Slot value = slot_of(expr.args[0]);
    const Slot to = make_slot();
    std::vector<std::uint32_t> leaves;
    emit_to(to, Operation::Kind::move, constant(0));
    for (std::size_t i = 1; i < expr.args.size(); ++i) {
      const Slot candidate = slot_of(expr.args[i]);
      emit_to(to, Operation::Kind::move,
              compared(Op::equal, expr.args[0], value, expr.args[i], candidate));
      leaves.push_back(here());
      emit_to(0, Operation::Kind::leave_if_not_zero, to);
    }
    land(leaves);
    return to;
  }

  Slot chosen(const plan::Expr& expr) {
    if (expr.is_checked) return ask(expr);
    const Slot condition = slot_of(expr.args[0]);
    const Slot to = make_slot();
    const std::uint32_t otherwise = here();
    emit_to(0, Operation::Kind::leave_if_zero, condition);
    emit_to(to, Operation::Kind::move, slot_of(expr.args[1]));
    const std::uint32_t end = here();
    emit_to(0, Operation::Kind::leave);
    land({otherwise});
    emit_to(to, Operation::Kind::move, slot_of(expr.args[2]));
    land({end});
    return to;
  }

  // What can't be calculated has a value of its own.
  Slot argument(const plan::Expr& expr) {
    const plan::Expr& value = expr.args[0];
    const bool fits = expr.range.contains(value.range.min) && expr.range.contains(value.range.max);
    return fits && !plan::can_fail(value) ? slot_of(value) : ask(expr);
  }

  struct Constant {
    std::uint64_t number;
    Slot slot;
  };

  Formulas& out_;
  const plan::Plan& plan_;
  const steps::Routine& routine_;
  const bool is_message_;
  std::uint32_t begin_ = 0;
  std::vector<Constant> constants_;
};

Formulas::Formulas(const plan::Plan& plan, const steps::Routine& routine) {
  const auto fields = static_cast<Slot>(routine.record->fields.size());
  slots_.lengths = Slots::numbers + fields;
  slots_.params = slots_.lengths + fields + static_cast<Slot>(routine.inner.size());
  slots_.constants = slots_.params + static_cast<Slot>(routine.record->params.size());
  initial_.resize(slots_.constants);
  for (const plan::Field& field : routine.record->fields) {
    Loaded& loaded = loads_.emplace_back();
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (scalar == nullptr || is_packed(scalar->dtype)) continue;
    loaded = {load_of(scalar->dtype, scalar->endian), scalar->coding == plan::Coding::token,
              is_signed(scalar->dtype), bits_of(*scalar)};
  }
  Flattening flattening(*this, plan, routine);
  for (const plan::Expr& expr : routine.expressions) flattening.add(expr);
}

}  // namespace schemac::direct
