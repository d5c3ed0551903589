#include "plan/writing/verified.h"

#include <algorithm>
#include <set>

#include "model/overload.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/computed.h"
#include "plan/writing/follows.h"
#include "plan/writing/refusals.h"

namespace schemac::plan {
namespace {

// Whether a record has what is known late.
class LateRules {
 public:
  LateRules(const Plan& plan, const Record& record) : plan_(plan), record_(record) {}

  [[nodiscard]] bool are_any() const {
    for (FieldId id = 0; id < record_.fields.size(); ++id)
      if (is_late(id)) return true;
    return std::ranges::any_of(record_.items, [&](const Item& item) {
      if (const auto* later = std::get_if<CheckElements>(&item)) return has_late_rule(later->list);
      const auto* require = std::get_if<Require>(&item);
      return require != nullptr && is_refused(plan_, require->check) &&
             !holds_by_derivation(record_, require->condition) && asks_written(require->condition);
    });
  }

 private:
  // What states a place itself holds by construction.
  [[nodiscard]] bool asks_written(const Expr& expr) const {
    if (expr.op == Op::file_size || expr.op == Op::offset_of) return true;
    if (expr.op == Op::inside || expr.op == Op::param) return asks_layout(plan_, record_, expr);
    if (expr.op == Op::field) return record_.fields[expr.id].states_place;
    return std::ranges::any_of(expr.args, [&](const Expr& arg) { return asks_written(arg); });
  }

  [[nodiscard]] bool has_late_rule(const List& list) const {
    return std::ranges::any_of(list.each, [&](const EachRule& rule) {
      return is_refused(plan_, rule.check) && asks_layout(plan_, record_, list, rule.condition);
    });
  }

  // Whether the plain size that a codec's content has to have is something else than what that
  // content says of itself.
  [[nodiscard]] bool may_decode_to_other_size(FieldId id) const {
    const std::optional<Expr>& size = record_.fields[id].codec->size;
    if (!size) return false;
    return size->op != Op::field || !follows_from(record_, *size, id) ||
           record_.fields[size->id].source.kind != SourceKind::plain_size_of;
  }

  [[nodiscard]] bool is_late(FieldId id) const {
    const Field& field = record_.fields[id];
    if (field.codec && (field.codec->is_checked_in_file || may_decode_to_other_size(id)))
      return true;
    if (has_asked_size(plan_, record_, field)) return true;
    const auto* list = std::get_if<List>(&field.body.kind);
    if (list != nullptr && has_late_rule(*list)) return true;
    // A number that may be too narrow for what it states.
    const auto* scalar = std::get_if<Scalar>(&field.body.kind);
    const auto& derived = field.source.expression;
    if (scalar == nullptr || field.source.kind != SourceKind::expression || !derived) return false;
    return (scalar->bit_count() < 64 || may_not_be_computed(plan_, record_, *derived) ||
            may_not_fit(*derived, *scalar)) &&
           asks_written(*derived);
  }

  const Plan& plan_;
  const Record& record_;
};

// Whether something in line takes all bytes up to the end.
class OpenEnds {
 public:
  explicit OpenEnds(const Plan& plan) : plan_(plan) {}

  bool are_in(const Record& record) {
    if (record.message() != nullptr) return true;
    if (!seen_.insert(&record).second) return false;
    return std::ranges::any_of(record.fields, [this](const Field& field) {
      return !field.jump && !field.region && is_open(field.body);
    });
  }

 private:
  bool is_open(const Body& body) {
    return std::visit(
        model::Overload{
            [](const Scalar&) { return false; },
            [](const Constant&) { return false; },
            [](const Text& text) { return text.to_end; },
            [](const Raw& raw) { return raw.to_end; },
            [](const Array&) { return false; },
            [&](const Nested& nested) {
              return nested.json.has_value() || are_in(plan_.records[nested.record]);
            },
            [&](const List& list) {
              return list.has_slack || list.is_counted ||
                     (list.goes_to_limit() && !list.starts_of) || is_open(list.element.front());
            },
            [&](const Switch& choice) {
              return std::ranges::any_of(choice.alternatives, [this](const Alternative& each) {
                return is_open(each.body.front());
              });
            },
        },
        body.kind);
  }

  const Plan& plan_;
  std::set<const Record*> seen_;
};

// What takes all bytes up to the end takes those of content that is placed after it, too.
bool takes_placed(const Plan& plan, const Root& root) {
  const Record& record = plan.records[root.record];
  const auto is_whole_file = [](const Section& each) { return each.is_whole_file; };
  return std::ranges::any_of(record.sections, is_whole_file) && OpenEnds(plan).are_in(record);
}

}  // namespace

bool may_break_late_rules(const Plan& plan) {
  return std::ranges::any_of(plan.roots,
                             [&](const Root& root) { return takes_placed(plan, root); }) ||
         std::ranges::any_of(
             plan.records, [&](const Record& record) { return LateRules(plan, record).are_any(); });
}

}  // namespace schemac::plan
