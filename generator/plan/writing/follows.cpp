#include "plan/writing/follows.h"

#include <algorithm>

#include "plan/expression_nodes.h"
#include "plan/writing/own_offset.h"

namespace schemac::plan {
namespace {

// Where a value lacks what a condition asks for, its count says with a number below 0 that it isn't
// there: so the count itself is wrong, if it must not be below 0.
bool may_miss_wrongly(const Record& record, const Expr& is_there, const Expr& condition) {
  if (condition.op != Op::greater_equal || condition.args.front().op != Op::field) return false;
  const Source& source = record.fields[condition.args.front().id].source;
  return source.absent < 0 && !follows_from_presence(record, source.field, is_there);
}

bool is_about_extent(SourceKind kind) {
  return kind == SourceKind::count_of || kind == SourceKind::size_of ||
         kind == SourceKind::plain_size_of;
}

// Whether a derived number may be absent while a field that it is about is there.
bool may_lack(const Record& record, FieldId number, FieldId told) {
  const auto& presence = record.fields[number].presence;
  if (!presence || record.message() != nullptr) return false;
  const auto& other = record.fields[told].presence;
  return !other || !is_same(presence->condition, other->condition);
}

}  // namespace

bool holds_by_derivation(const Record& record, const Expr& condition) {
  const auto field_of = [&](const Expr& expr) -> const Field& { return record.fields[expr.id]; };
  // One that may be unknown: it then isn't what it follows from, as the schema allows.
  if (condition.op == Op::logical_or && condition.args.front().op == Op::equal &&
      condition.args.front().args.front().op == Op::field &&
      field_of(condition.args.front().args.front()).has_known_choice())
    return holds_by_derivation(record, condition.args.back());
  // One that may be absent.
  if (condition.op == Op::logical_or && condition.args.front().op == Op::logical_not)
    return !may_miss_wrongly(record, condition.args.front().args.front(), condition.args.back()) &&
           holds_by_derivation(record, condition.args.back());
  // A count or a size that follows from what it is of is no number below 0.
  if (condition.op == Op::greater_equal && condition.args.front().op == Op::field &&
      condition.args.back().op == Op::constant && condition.args.back().number == 0)
    return is_about_extent(field_of(condition.args.front()).source.kind);
  const bool may_be_equal = condition.op == Op::equal || condition.op == Op::less_equal ||
                            condition.op == Op::greater_equal;
  if (!may_be_equal || condition.args.front().op != Op::field) return false;
  const Source& source = field_of(condition.args.front()).source;
  return source.kind == SourceKind::expression &&
         is_same(*source.expression, condition.args.back());
}

bool follows_from_presence(const Record& record, FieldId id, const Expr& condition) {
  if (record.fields[id].availability && condition.op == Op::logical_and)
    return follows_from_presence(record, id,
                                 condition.args.back());  // the version is checked apart
  if (is_own_offset(record, id, condition)) return true;
  if (condition.op == Op::not_equal)
    return follows_from_presence(record, id, condition.args.front());
  const Expr& told = condition.op == Op::flag ? condition.args.front() : condition;
  if (told.op != Op::field) return false;
  const Field& field = record.fields[told.id];
  if (field.source.kind != SourceKind::flags) return false;
  // Flags that may be absent say nothing then, though a value may have the field.
  if (field.has_member() && field.is_optional()) return false;
  // A flag about several fields follows from the first of them.
  const auto& flags = std::get<Scalar>(field.body.kind).flags;
  if (flags.empty()) return field.source.field == id;
  return std::ranges::any_of(flags, [&](const Flag& flag) {
    return flag.presence_of == id && condition.op == Op::flag &&
           model::Int128{flag.bit} == condition.number;
  });
}

bool follows_from(const Record& record, const Expr& stated, FieldId id) {
  if (stated.op != Op::field) return false;
  const Source& source = record.fields[stated.id].source;
  const bool is_derived = source.kind != SourceKind::member &&
                          source.kind != SourceKind::constant &&
                          source.kind != SourceKind::expression;
  return is_derived && source.field == id && source.factor == 1 && source.offset == 0 &&
         source.divisor == 1 && !may_lack(record, stated.id, id);
}

bool tag_follows_from(const Record& record, const Switch& choice, FieldId id) {
  if (!choice.tag_field) return false;
  const Source& source = record.fields[*choice.tag_field].source;
  return source.kind == SourceKind::tag_of && source.field == id;
}

bool tag_may_follow_from(const Record& record, const Switch& choice, FieldId id) {
  return tag_follows_from(record, choice, id) ||
         (choice.tag_field &&
          std::ranges::any_of(record.fields[*choice.tag_field].source.others,
                              [&](const Source& other) { return other.field == id; }));
}

}  // namespace schemac::plan
