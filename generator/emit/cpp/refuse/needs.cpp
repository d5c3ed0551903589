#include "emit/cpp/refuse/needs.h"

#include <algorithm>
#include <optional>
#include <string>

#include "emit/cpp/measure/elements.h"
#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/scope.h"
#include "emit/cpp/measure/stated_size.h"
#include "emit/cpp/refuse/scalar_check.h"
#include "emit/cpp/spell/questions.h"
#include "plan/writing/own_offset.h"

namespace schemac::emit::cpp {
namespace {

// Where a value lacks what a condition asks for, its count says with a number below 0 that it isn't
// there: so the count itself is wrong, if it must not be below 0.
bool may_miss_wrongly(const WriteScope& scope, const plan::Expr& is_there,
                      const plan::Expr& condition) {
  if (condition.op != plan::Op::greater_equal || condition.args.front().op != plan::Op::field)
    return false;
  const plan::Source& source = scope.field(condition.args.front().id).source;
  return source.absent < 0 && !follows_from_presence(scope, source.field, is_there);
}

}  // namespace

bool is_checked(const WriteScope& scope, const plan::Require& require) {
  if (!is_refused(scope.plan(), require.check) || holds_by_derivation(scope, require.condition))
    return false;
  return !scope.asks_layout(require.condition);
}

void add_needs(const plan::Dims& dims, Needs& needs) {
  for (const plan::Expr* expr : dims.expressions()) needs.add_fields(*expr);
}

void add_needs(const WriteScope& scope, plan::FieldId id, const plan::Body& body, Needs& needs) {
  const auto add_stated = [&](const std::optional<plan::Expr>& stated) {
    if (stated && !scope.follows_from(*stated, id) && !scope.asks_layout(*stated))
      needs.add(scope, *stated);
  };
  if (const auto* text = std::get_if<plan::Text>(&body.kind)) add_stated(text->size);
  if (const auto* raw = std::get_if<plan::Raw>(&body.kind)) add_stated(raw->size);
  if (const auto* array = std::get_if<plan::Array>(&body.kind)) {
    needs.add(scope, array->dtype);
    if (array->dims && !scope.asks_layout(*array->dims)) add_needs(*array->dims, needs);
  }
  if (checks_local(scope, id, body)) needs.fields.push_back(id);
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
    for (std::size_t i = 0; i < nested->args.size(); ++i)
      if (!scope.plan().records[nested->record].params[i].is_known_late)
        needs.add_fields(nested->args[i]);
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    add_stated(list->count);
    for (const plan::EachRule& rule : list->each)
      if (is_checked(scope, *list, rule))
        needs.add(scope, rule.condition, record_of_elements(scope.plan(), *list));
    add_needs(scope, id, list->element.front(), needs);
  }
}

bool can_be_large(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  if (scalar == nullptr) return false;
  if (bit_count(scalar->dtype) == 64)
    return scalar->dtype == Dtype::i64 && field.source.kind == plan::SourceKind::expression &&
           !scope.states_place(id) && !field.source.expression->range.fits_i64();
  const plan::SourceKind kind = field.source.kind;
  if (kind == plan::SourceKind::count_of || kind == plan::SourceKind::size_of ||
      kind == plan::SourceKind::plain_size_of)
    return true;
  return kind == plan::SourceKind::expression && !scope.states_place(id);
}

bool can_be_small(const WriteScope& scope, plan::FieldId id) {
  const auto* scalar = std::get_if<plan::Scalar>(&scope.field(id).body.kind);
  if (scalar == nullptr || scope.states_place(id)) return false;
  const auto& derivation = scope.field(id).derivation;
  return derivation && derivation->range.min < model::range_of(scalar->dtype).min &&
         scalar->dtype != Dtype::i64;
}

bool derivation_can_fail(const WriteScope& scope, plan::FieldId id) {
  const auto& expression = scope.field(id).source.expression;
  return expression && !scope.states_place(id) && scope.can_fail(*expression);
}

Needs needs_of(const WriteScope& scope) {
  Needs needs;
  const plan::Record& record = scope.record();
  for (plan::FieldId id = 0; id < record.fields.size(); ++id) {
    const plan::Field& field = record.fields[id];
    if (can_be_large(scope, id) || can_be_small(scope, id) || derivation_can_fail(scope, id))
      needs.fields.push_back(id);
    if (!field.has_member()) continue;
    if (!std::holds_alternative<plan::Switch>(field.body.kind))
      add_needs(scope, id, field.body, needs);
    if (field.presence && record.message() == nullptr &&
        !follows_from_presence(scope, id, field.presence->condition))
      needs.add_fields(field.presence->condition);
    if (field.availability) needs.add(scope, field.availability->version);
    if (const plan::Expr* size = region_to_check(scope, id)) needs.add(scope, *size);
  }
  for (const plan::Item& item : record.items)
    if (const auto* later = std::get_if<plan::CheckElements>(&item))
      for (const plan::EachRule& rule : later->list.each)
        if (is_checked(scope, later->list, rule))
          needs.add(scope, rule.condition, record_of_elements(scope.plan(), later->list));
  for (const plan::Item& item : record.items)
    if (const auto* require = std::get_if<plan::Require>(&item);
        require != nullptr && is_checked(scope, *require)) {
      needs.add(scope, require->condition);
      for (const plan::Expr& fact : require->facts) needs.add(scope, fact);
    }
  return needs;
}

bool follows_from_presence(const WriteScope& scope, plan::FieldId id, const plan::Expr& condition) {
  if (scope.field(id).availability && condition.op == plan::Op::logical_and)
    return follows_from_presence(scope, id, condition.args.back());  // the version is checked apart
  if (plan::is_own_offset(scope.record(), id, condition)) return true;
  if (condition.op == plan::Op::not_equal)
    return follows_from_presence(scope, id, condition.args.front());
  const plan::Expr& source = condition.op == plan::Op::flag ? condition.args.front() : condition;
  if (source.op != plan::Op::field || scope.field(source.id).source.kind != plan::SourceKind::flags)
    return false;
  // Flags that may be absent then tell of nothing, though a value may have it.
  if (scope.field(source.id).has_member() && scope.field(source.id).is_optional()) return false;
  // Of several fields that one flag tells of, it follows from the first.
  const auto& flags = std::get<plan::Scalar>(scope.field(source.id).body.kind).flags;
  if (flags.empty()) return scope.field(source.id).source.field == id;
  return std::ranges::any_of(flags, [&](const plan::Flag& flag) {
    return flag.presence_of == id && condition.op == plan::Op::flag &&
           model::Int128{flag.bit} == condition.number;
  });
}

bool holds_by_derivation(const WriteScope& scope, const plan::Expr& condition) {
  // One that may be unknown: it then isn't what it follows from, as the schema allows.
  if (condition.op == plan::Op::logical_or && condition.args.front().op == plan::Op::equal &&
      condition.args.front().args.front().op == plan::Op::field &&
      scope.field(condition.args.front().args.front().id).has_known_choice())
    return holds_by_derivation(scope, condition.args.back());
  // One that may be absent.
  if (condition.op == plan::Op::logical_or && condition.args.front().op == plan::Op::logical_not)
    return !may_miss_wrongly(scope, condition.args.front().args.front(), condition.args.back()) &&
           holds_by_derivation(scope, condition.args.back());
  // A count or a size that follows from what it is of is no number below 0.
  if (condition.op == plan::Op::greater_equal && condition.args.front().op == plan::Op::field &&
      condition.args.back().op == plan::Op::constant && condition.args.back().number == 0) {
    const plan::SourceKind kind = scope.field(condition.args.front().id).source.kind;
    return kind == plan::SourceKind::count_of || kind == plan::SourceKind::size_of ||
           kind == plan::SourceKind::plain_size_of;
  }
  const bool may_be_equal = condition.op == plan::Op::equal ||
                            condition.op == plan::Op::less_equal ||
                            condition.op == plan::Op::greater_equal;
  if (!may_be_equal || condition.args.front().op != plan::Op::field) return false;
  const plan::Source& source = scope.field(condition.args.front().id).source;
  if (source.kind != plan::SourceKind::expression) return false;
  std::vector<std::string> names;
  for (const plan::Field& field : scope.record().fields) names.push_back(field.name);
  return plan::to_text(*source.expression, names) == plan::to_text(condition.args.back(), names);
}

}  // namespace schemac::emit::cpp
