#include "emit/cpp/refuse/verify.h"

#include <algorithm>
#include <set>

#include "emit/cpp/measure/refused.h"
#include "emit/cpp/measure/scope.h"
#include "emit/cpp/spell/records.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/computed.h"
#include "plan/writing/follows.h"

namespace schemac::emit::cpp {
namespace {

// What states a place itself holds by construction.
bool asks_written(const WriteScope& scope, const plan::Expr& expr) {
  if (expr.op == plan::Op::file_size || expr.op == plan::Op::offset_of) return true;
  if (expr.op == plan::Op::inside || expr.op == plan::Op::param) return scope.asks_layout(expr);
  if (expr.op == plan::Op::field) return scope.field(expr.id).states_place;
  return std::ranges::any_of(expr.args,
                             [&](const plan::Expr& arg) { return asks_written(scope, arg); });
}

bool is_list_verified(const WriteScope& scope, const plan::List& list) {
  return std::ranges::any_of(list.each, [&](const plan::EachRule& rule) {
    return is_refused(scope.plan(), rule.check) && scope.asks_layout(list, rule);
  });
}

// Whether the plain size that a codec's content has to have is something else than what that
// content says of itself.
bool may_decode_to_other_size(const WriteScope& scope, plan::FieldId id) {
  const std::optional<plan::Expr>& size = scope.field(id).codec->size;
  if (!size) return false;
  return size->op != plan::Op::field || !scope.follows_from(*size, id) ||
         scope.field(size->id).source.kind != plan::SourceKind::plain_size_of;
}

bool is_field_verified(const WriteScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.field(id);
  if (field.codec && (field.codec->is_checked_in_file || may_decode_to_other_size(scope, id)))
    return true;
  if (plan::has_asked_size(scope.plan(), scope.record(), field)) return true;
  const auto* list = std::get_if<plan::List>(&field.body.kind);
  if (list != nullptr && is_list_verified(scope, *list)) return true;
  // A number that may be too narrow for what it states.
  const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
  const auto& derived = field.source.expression;
  if (scalar == nullptr || field.source.kind != plan::SourceKind::expression || !derived)
    return false;
  return (bit_count(scalar->dtype) < 64 || scope.can_fail(*derived) ||
          plan::may_not_fit(*derived, scalar->dtype)) &&
         asks_written(scope, *derived);
}

// Whether something in line takes all bytes up to the end.
class OpenEnds {
 public:
  explicit OpenEnds(const plan::Plan& plan) : plan_(plan) {}

  bool operator()(const plan::Record& record) {
    if (record.message() != nullptr) return true;
    if (!seen_.insert(&record).second) return false;
    return std::ranges::any_of(record.fields, [this](const plan::Field& field) {
      return !field.jump && !field.region && is_open(field.body);
    });
  }

 private:
  bool is_open(const plan::Body& body) {
    const auto* text = std::get_if<plan::Text>(&body.kind);
    const auto* raw = std::get_if<plan::Raw>(&body.kind);
    const auto* list = std::get_if<plan::List>(&body.kind);
    const auto* choice = std::get_if<plan::Switch>(&body.kind);
    if (text != nullptr) return text->to_end;
    if (raw != nullptr) return raw->to_end;
    if (list != nullptr)
      return list->has_slack || list->is_counted ||
             (!list->count && !list->head && !list->begins_of) || is_open(list->element.front());
    if (choice != nullptr)
      return std::ranges::any_of(choice->alternatives,
                                 [this](const auto& each) { return is_open(each.body.front()); });
    const auto* nested = std::get_if<plan::Nested>(&body.kind);
    return nested != nullptr && (nested->json || (*this)(plan_.records[nested->record]));
  }

  const plan::Plan& plan_;
  std::set<const plan::Record*> seen_;
};

// What takes all bytes up to the end takes those of content that is placed after it, too.
bool takes_placed(const plan::Plan& plan, const plan::Record& record) {
  return is_root(plan, record) && OpenEnds(plan)(record) &&
         std::ranges::any_of(record.sections,
                             [](const plan::Section& each) { return each.is_whole_file; });
}

bool is_record_verified(const plan::Plan& plan, const plan::Record& record) {
  const WriteScope scope(plan, record);
  if (takes_placed(plan, record)) return true;
  for (plan::FieldId id = 0; id < record.fields.size(); ++id)
    if (is_field_verified(scope, id)) return true;
  return std::ranges::any_of(record.items, [&](const plan::Item& item) {
    if (const auto* later = std::get_if<plan::CheckElements>(&item))
      return is_list_verified(scope, later->list);
    const auto* require = std::get_if<plan::Require>(&item);
    return require != nullptr && is_refused(plan, require->check) &&
           !plan::holds_by_derivation(scope.record(), require->condition) &&
           asks_written(scope, require->condition);
  });
}

}  // namespace

bool is_verified(const plan::Plan& plan) {
  return std::ranges::any_of(
      plan.records, [&](const plan::Record& record) { return is_record_verified(plan, record); });
}

}  // namespace schemac::emit::cpp
