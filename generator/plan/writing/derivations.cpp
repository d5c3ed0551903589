#include "plan/writing/derivations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "model/range_arithmetic.h"
#include "plan/expression_nodes.h"

namespace schemac::plan {
namespace {

// What is in memory, or in a file, times a small number: no such calculation overflows.
constexpr model::Range lengths{0, model::max_i64};

Expr unchecked(Op op, Expr x, model::Int128 y) {
  Expr made = make_operation(op, {std::move(x), make_constant(y)});
  made.is_checked = false;
  made.range.min = std::max(made.range.min, model::min_i64);
  made.range.max = std::min(made.range.max, model::max_i64);
  return made;
}

class Inversion {
 public:
  Inversion(const Record& record, FieldId id)
      : record_(record), field_(record.fields[id]), id_(id) {}

  std::optional<Expr> find() const {
    const Source& source = field_.source;
    switch (source.kind) {
      case SourceKind::member:
      case SourceKind::constant:
        return std::nullopt;
      case SourceKind::count_of:
      case SourceKind::size_of:
      case SourceKind::plain_size_of:
      case SourceKind::begin_of:
      case SourceKind::tag_of:
        return first_of(source);
      case SourceKind::section_begin:
        return make_about_field(Op::section_begin, source.section, lengths);
      case SourceKind::flags:
        return flags();
      case SourceKind::expression:
        return source.expression;
    }
    return std::nullopt;
  }

  // What isn't there has no elements and no bytes, which may be a multiple.
  std::optional<Multiple> multiple() const {
    const Source& source = field_.source;
    const bool is_number = source.kind == SourceKind::count_of ||
                           source.kind == SourceKind::size_of ||
                           source.kind == SourceKind::plain_size_of;
    if (!is_number || source.divisor == 1) return std::nullopt;
    Expr whole = whole_number(source);
    if (source.offset % source.divisor != 0) whole = where_held(source, std::move(whole), 0);
    return Multiple{std::move(whole), static_cast<std::uint64_t>(source.divisor)};
  }

 private:
  [[nodiscard]] const Scalar& scalar() const { return std::get<Scalar>(field_.body.kind); }

  // Of several fields the first that is there decides.
  [[nodiscard]] Expr first_of(const Source& source) const {
    Expr otherwise = make_constant(source.absent);
    for (auto other = source.others.rbegin(); other != source.others.rend(); ++other)
      otherwise = where_held(*other, told(*other), std::move(otherwise));
    return where_held(source, told(source), std::move(otherwise));
  }

  [[nodiscard]] Expr told(const Source& source) const {
    if (source.kind == SourceKind::tag_of)
      return make_about_field(Op::tag_of, source.field, model::range_of(scalar()));
    Expr whole = whole_number(source);
    return source.divisor == 1 ? whole : unchecked(Op::divide, std::move(whole), source.divisor);
  }

  // number * factor + offset.
  [[nodiscard]] static Expr whole_number(const Source& source) {
    const Op op = source.kind == SourceKind::count_of        ? Op::length
                  : source.kind == SourceKind::size_of       ? Op::size_of
                  : source.kind == SourceKind::plain_size_of ? Op::plain_size
                                                             : Op::offset_of;
    Expr number = make_about_field(op, source.field, lengths);
    if (source.factor != 1) number = unchecked(Op::multiply, std::move(number), source.factor);
    if (source.offset > 0) number = unchecked(Op::add, std::move(number), source.offset);
    if (source.offset < 0) number = unchecked(Op::subtract, std::move(number), -source.offset);
    return number;
  }

  // `told` where the field is there, else `otherwise`.
  [[nodiscard]] Expr where_held(const Source& source, Expr told, Expr otherwise) const {
    if (!record_.fields[source.field].presence) return told;
    return make_operation(Op::choose,
                          {is_held(source.field), std::move(told), std::move(otherwise)});
  }
  [[nodiscard]] Expr where_held(const Source& source, Expr told, model::Int128 otherwise) const {
    return where_held(source, std::move(told), make_constant(otherwise));
  }

  // A value may have a field that its version lacks: that is refused, but later than rules are.
  [[nodiscard]] Expr is_held(FieldId id) const {
    const Field& told = record_.fields[id];
    Expr is_there = make_about_field(Op::is_present, id, {0, 1});
    const bool knows_presence = told.has_member() && told.is_optional();
    if (!told.availability || !knows_presence) return is_there;
    return make_operation(Op::logical_and, {told.availability->condition, std::move(is_there)});
  }

  // A bit for each field that is there, beside the given ones.
  [[nodiscard]] Expr flags() const {
    Expr word;
    word.op = Op::bits;
    word.range = {0, model::range_of(scalar()).max};
    if (field_.has_member()) word.args.push_back(make_about_field(Op::given, id_, word.range));
    for (const Flag& flag : scalar().flags) {
      if (!flag.presence_of) continue;
      const auto bit = model::Int128{1} << flag.bit;
      Expr held = is_held(*flag.presence_of);
      if (bit != 1) held = make_operation(Op::multiply, {std::move(held), make_constant(bit)});
      word.args.push_back(std::move(held));
    }
    const bool may_lack = field_.has_member() && field_.is_optional();
    if (!may_lack) return word;
    // Flags that aren't there state nothing.
    return make_operation(Op::choose, {make_about_field(Op::is_present, id_, {0, 1}),
                                       std::move(word), make_constant(0)});
  }

  const Record& record_;
  const Field& field_;
  FieldId id_;
};

}  // namespace

void find_derivations(Record& record) {
  for (FieldId id = 0; id < record.fields.size(); ++id) {
    if (!std::holds_alternative<Scalar>(record.fields[id].body.kind)) continue;
    const Inversion inversion(record, id);
    record.fields[id].derivation = inversion.find();
    record.fields[id].multiple = inversion.multiple();
  }
}

std::optional<FieldId> asks_whether_held(const Expr& condition) {
  if (condition.op == Op::is_present) return condition.id;
  const bool asks_version = condition.op == Op::logical_and && condition.args.size() == 2;
  return asks_version ? asks_whether_held(condition.args.back()) : std::nullopt;
}

}  // namespace schemac::plan
