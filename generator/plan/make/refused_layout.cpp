#include "plan/make/refused_layout.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "plan/facts/asked_layout.h"
#include "plan/facts/measuring.h"

namespace schemac::plan {
namespace {

// `offset != absent` of the field that lies there says no more than that it is there.
bool asks_more_than_presence(const Plan& plan, const Record& record, const Expr& expr) {
  if (expr.op == Op::field) {
    const Source& source = record.fields[expr.id].source;
    if (source.kind == SourceKind::begin_of && record.fields[source.field].presence) return false;
    return record.fields[expr.id].states_place;
  }
  if (expr.args.empty() || expr.op == Op::inside) return is_known_late(plan, record, expr);
  return std::ranges::any_of(
      expr.args, [&](const Expr& arg) { return asks_more_than_presence(plan, record, arg); });
}

bool asks_inside(const Plan& plan, const Record& record, const Expr& expr) {
  if (expr.op == Op::inside) return is_known_late(plan, record, expr);
  return std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return asks_inside(plan, record, arg); });
}

void report(const RecordScope& scope, const model::Field& field, const std::string& what) {
  scope.builder.planned(field.range, what + " of '" + field.name +
                                         "' that depends on offsets or on the size of the file");
}

// How often the place where its record begins counts in a number; nothing if it isn't just added.
std::optional<int> begins_in(const Plan& plan, const Record& record, const Expr& expr) {
  if (expr.op == Op::offset_of) return record.fields[expr.id].jump ? 0 : 1;
  const Record* const held = expr.op == Op::inside ? held_record(plan, record, expr.id) : &record;
  if (held == nullptr) return 0;
  std::vector<int> counts;
  for (const Expr& arg : expr.args) {
    const std::optional<int> count = begins_in(plan, *held, arg);
    if (!count) return std::nullopt;
    counts.push_back(*count);
  }
  if (expr.op == Op::inside && counts.size() == 1) return counts[0];
  if (expr.op == Op::add && counts.size() == 2) return counts[0] + counts[1];
  if (expr.op == Op::subtract && counts.size() == 2) return counts[0] - counts[1];
  const bool is_free = std::ranges::all_of(counts, [](int count) { return count == 0; });
  return is_free ? std::optional(0) : std::nullopt;
}

// Whether all that holds a record begins with it, and with it the file.
bool begins_files(const Plan& plan, const Record& record) {
  for (const Record& holder : plan.records)
    for (const Field& field : holder.fields)
      for (const Nested* nested : nested_in(field.body)) {
        if (&plan.records[nested->record] != &record) continue;
        const bool is_first = &field == &holder.fields.front() && !field.jump &&
                              std::holds_alternative<Nested>(field.body.kind);
        if (!is_first || holder.is_recursive || !begins_files(plan, holder)) return false;
      }
  return true;
}

// A writer checks what is there before records have their places.
void report_asked_begin(const RecordScope& scope, const Field& field, const model::Field& from,
                        const Switch* choice) {
  const auto asks = [&](const Expr& expr) {
    return begins_in(scope.builder.plan, scope.record, expr) != 0;
  };
  const bool is_condition = field.presence && asks(field.presence->condition);
  const bool is_asked = is_condition || (choice != nullptr && asks(choice->tag));
  if (is_asked && !begins_files(scope.builder.plan, scope.record))
    report(scope, from, is_condition ? "a condition" : "a tag");
}

// A writer would have to say, before a record inside has its places, what that states of them.
void report_asked_inside(const RecordScope& scope, const Field& field, const model::Field& from) {
  const auto asks = [&](const Expr& expr) {
    return asks_inside(scope.builder.plan, scope.record, expr);
  };
  if (field.source.expression && asks(*field.source.expression)) report(scope, from, "a number");
  for (const Nested* nested : nested_in(field.body))
    if (std::ranges::any_of(nested->args, asks)) return report(scope, from, "an argument");
}

// Whether it asks where fields of the record are, or what is placed for it.
bool asks_own_place(const Record& record, const Expr& expr) {
  if (expr.op == Op::offset_of) return true;
  if (expr.op == Op::inside) return false;
  if (expr.op == Op::field) {
    const Source& source = record.fields[expr.id].source;
    if (source.kind == SourceKind::expression && source.expression)
      return asks_own_place(record, *source.expression);
    return source.kind == SourceKind::begin_of || source.kind == SourceKind::section_begin;
  }
  return std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return asks_own_place(record, arg); });
}

// Whether a place asks other records for what is known only once all has its place. A writer that
// gives content its place can't know it.
class LatePlaces {
 public:
  explicit LatePlaces(const Plan& plan) : plan_(plan) {}

  bool asks(const Record& record, const Expr& expr) {
    if (expr.op == Op::inside) return depends_on_places(plan_, record, expr);
    if (expr.op == Op::param) return is_passed_late(record, expr.id);
    if (expr.op == Op::field && record.fields[expr.id].source.expression)
      return asks(record, *record.fields[expr.id].source.expression);
    return std::ranges::any_of(expr.args, [&](const Expr& arg) { return asks(record, arg); });
  }

 private:
  bool is_passed_late(const Record& record, ParamId param) {
    if (!seen_.emplace(&record, param).second) return false;  // records that hold themselves
    for (const Record& user : plan_.records)
      for (const Field& field : user.fields)
        for (const Nested* nested : nested_in(field.body))
          if (&plan_.records[nested->record] == &record && param < nested->args.size() &&
              is_late_argument(user, nested->args[param]))
            return true;
    return false;
  }
  bool is_late_argument(const Record& user, const Expr& expr) {
    if (expr.op == Op::file_size) return true;
    if (expr.op == Op::field) return user.fields[expr.id].states_place;
    if (expr.op == Op::inside || expr.op == Op::param) return asks(user, expr);
    return std::ranges::any_of(expr.args,
                               [&](const Expr& arg) { return is_late_argument(user, arg); });
  }

  const Plan& plan_;
  std::set<std::pair<const Record*, ParamId>> seen_;
};

// What an inline record places is written long after the record, when nobody knows where that lies.
void report_asked_holder(const RecordScope& scope, const Field& field, const model::Field& from) {
  if (scope.record.section_params.empty()) return;
  for (const Nested* nested : nested_in(field.body)) {
    const bool is_late =
        field.jump || !scope.builder.plan.records[nested->record].section_params.empty();
    if (is_late && std::ranges::any_of(nested->args, [&](const Expr& arg) {
          return asks_own_place(scope.record, arg);
        }))
      return report(scope, from, "an argument");
  }
}

// Whether it depends on how many bytes something takes.
bool asks_size(const Plan& plan, const Record& record, const Expr& expr) {
  if (expr.op == Op::size_of || expr.op == Op::plain_size || expr.op == Op::size_of_last)
    return true;
  if (expr.op == Op::inside) {
    const Record* held = held_record(plan, record, expr.id);
    return held != nullptr && asks_size(plan, *held, expr.args.front());
  }
  if (expr.op == Op::field) {
    const Source& source = record.fields[expr.id].source;
    return source.kind == SourceKind::size_of || source.kind == SourceKind::plain_size_of ||
           (source.expression && asks_size(plan, record, *source.expression));
  }
  return std::ranges::any_of(expr.args,
                             [&](const Expr& arg) { return asks_size(plan, record, arg); });
}

// A writer encodes before it measures anything, since what it encodes has a size only then.
void report_asked_codec(const RecordScope& scope, const Field& field, const model::Field& from) {
  if (!field.codec) return;
  const auto asks = [&](const std::optional<Expr>& expr) {
    return expr && (asks_layout(scope.builder.plan, scope.record, *expr) ||
                    asks_size(scope.builder.plan, scope.record, *expr));
  };
  if (asks(field.codec->level) || asks(field.codec->element_size))
    scope.builder.planned(from.range, "a codec of '" + from.name +
                                          "' whose level or element depends on sizes or offsets");
}

const Text* filled_text(const Body& body) {
  const auto* text = std::get_if<Text>(&body.kind);
  return text != nullptr && text->filler ? text : nullptr;
}

// The bytes that fill up a text are measured with it, when nothing has its place.
void report_asked_filling(const RecordScope& scope, const Body& body, const model::Field& from) {
  if (const auto* list = std::get_if<List>(&body.kind))
    return report_asked_filling(scope, list->element.front(), from);
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Alternative& alternative : choice->alternatives)
      report_asked_filling(scope, alternative.body.front(), from);
  const Text* const text = filled_text(body);
  if (text == nullptr || !text->size) return;
  if (asks_layout(scope.builder.plan, scope.record, *text->size) ||
      asks_size(scope.builder.plan, scope.record, *text->size))
    scope.builder.planned(
        from.range, "'pad-right' of '" + from.name + "', whose size depends on sizes or offsets");
}

// A number that is known late is cut off where it doesn't fit its type.
void report_late_number(const RecordScope& scope, const Field& field, const model::Field& from) {
  const auto* scalar = std::get_if<Scalar>(&field.body.kind);
  if (scalar == nullptr || scalar->is_group || !field.states_place) return;
  const std::string late = " that follows from offsets or from the size of the file";
  if (scalar->numeral)
    scope.builder.not_executed(from.range, "a number with a 'form'" + late)
        .help("remove 'form', or let people give it: 'given: true'");
  else if (scalar->bits != 0)
    scope.builder
        .not_executed(from.range, "a number of " + std::to_string(scalar->bits) + " bits" + late)
        .help("give it a type of 8, 16, 32 or 64 bits, or let people give it: 'given: true'");
}

}  // namespace

void report_asked_layout(const std::vector<RecordScope>& scopes) {
  for (const RecordScope& scope : scopes) {
    const Plan& plan = scope.builder.plan;
    for (std::size_t i = 0; i < scope.ids.size(); ++i) {
      if (!scope.ids[i]) continue;
      const Field& field = scope.record.fields[*scope.ids[i]];
      const model::Field& from = scope.type.fields[i];
      if (field.presence && asks_more_than_presence(plan, scope.record, field.presence->condition))
        report(scope, from, "a condition");
      report_asked_inside(scope, field, from);
      report_asked_codec(scope, field, from);
      report_late_number(scope, field, from);
      report_asked_filling(scope, field.body, from);
      if (field.jump && LatePlaces(plan).asks(scope.record, field.jump->target))
        report(scope, from, "a place");
      report_asked_holder(scope, field, from);
      const auto* list = std::get_if<List>(&field.body.kind);
      const auto* choice =
          std::get_if<Switch>(list != nullptr ? &list->element.front().kind : &field.body.kind);
      if (choice != nullptr && is_known_late(plan, scope.record, choice->tag))
        report(scope, from, "a tag");
      else
        report_asked_begin(scope, field, from, choice);
    }
  }
}

}  // namespace schemac::plan
