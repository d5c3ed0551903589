#include "plan/facts/derive_order.h"

#include <algorithm>
#include <set>

#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"
#include "plan/facts/item_needs.h"
#include "plan/operators.h"

namespace schemac::plan {
namespace {

bool is_derived(const Field& field) {
  return std::holds_alternative<Scalar>(field.body.kind) &&
         field.source.kind != SourceKind::member && field.source.kind != SourceKind::constant;
}

// Whether a field is asked for anything but its place, which doesn't depend on its number.
bool asks_more_than_place(const Expr& expr, FieldId id) {
  return (expr.op != Op::offset_of && traits_of(expr.op).names_field && expr.id == id) ||
         std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return asks_more_than_place(arg, id); });
}

class Order {
 public:
  explicit Order(const Record& record) : record_(record) {}

  std::vector<FieldId> find() {
    for (FieldId id = 0; id < record_.fields.size(); ++id) visit(id);
    return std::move(out_);
  }

 private:
  // The model refused cycles; what was visited already needs no second look.
  void visit(FieldId id) {
    if (!is_derived(record_.fields[id]) || !visited_.insert(id).second) return;
    for (const FieldId needed : needs(record_.fields[id].source)) visit(needed);
    out_.push_back(id);
  }
  [[nodiscard]] std::set<FieldId> needs(const Source& source) const {
    std::set<FieldId> fields;
    if (source.expression)
      for (const FieldId named : fields_of(*source.expression))
        if (asks_more_than_place(*source.expression, named)) fields.insert(named);
    for (const Source& other : source.others) fields.merge(needs(other));
    if (source.kind == SourceKind::size_of) {
      // The size of the content alone: where it lies and whether it is there follows from the
      // value.
      Field content;
      content.body = record_.fields[source.field].body;
      fields.merge(needs_of(content));
    }
    return fields;
  }

  const Record& record_;
  std::set<FieldId> visited_;
  std::vector<FieldId> out_;
};

}  // namespace

std::vector<FieldId> derive_order(const Record& record) { return Order(record).find(); }

bool asks_for_number(const Expr& expr, FieldId id) {
  const bool is_about_place = expr.op == Op::size_of || expr.op == Op::offset_of;
  return (!is_about_place && traits_of(expr.op).names_field && expr.id == id) ||
         std::ranges::any_of(expr.args, [&](const Expr& arg) { return asks_for_number(arg, id); });
}

namespace {

// Whether a calculation that is safe with a number that fits its field may not be with one that
// doesn't: of lists that are larger than the field can say, some 2^40 elements are looked at.
bool may_overflow(const Expr& asking, const Field& field) {
  if (can_fail(asking)) return false;  // which is seen, whatever the number is
  const model::Int128 most = model::range_of(std::get<Scalar>(field.body.kind)).max;
  const model::Int128 held =
      field.source.expression ? field.source.expression->range.max : model::Int128{1} << 40;
  return held > most && asking.range.max > model::max_i64 / (held / most + 1);
}

// Whether another derived number of the record can't be calculated with this one where this one is
// no number that fits its field.
bool may_mislead(const Record& record, FieldId id, const std::vector<FieldId>& askers) {
  const Field& field = record.fields[id];
  if (!is_derived(field) || field.states_place) return false;
  // One beyond 63 bits is another number where it is taken as one with a sign.
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  const bool loses_sign = scalar != nullptr && model::range_of(*scalar).min < 0 &&
                          field.source.expression &&
                          field.source.expression->range.max > model::max_i64;
  const bool can_be_negative = field.source.offset < 0 ||
                               (field.source.expression && field.source.expression->range.min < 0);
  return std::ranges::any_of(askers, [&](FieldId asker) {
    const std::optional<Expr>& expression = record.fields[asker].source.expression;
    return asker != id && asks_for_number(*expression, id) &&
           (can_be_negative || loses_sign || may_overflow(*expression, field) ||
            (field.source.divisor != 1 && can_fail(*expression)));
  });
}

}  // namespace

void find_checked_first(Record& record) {
  std::vector<std::vector<FieldId>> askers(record.fields.size());
  for (FieldId id = 0; id < record.fields.size(); ++id)
    if (const std::optional<Expr>& expression = record.fields[id].source.expression)
      for (const FieldId asked : fields_of(*expression))
        if (asked < askers.size()) askers[asked].push_back(id);
  for (const FieldId id : record.derive_order)
    record.fields[id].is_checked_first = may_mislead(record, id, askers[id]);
}

}  // namespace schemac::plan
