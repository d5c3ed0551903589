#include "plan/facts/made_by_codec.h"

#include <algorithm>
#include <set>

#include "model/overload.h"
#include "plan/facts/asked_layout.h"
#include "plan/facts/measuring.h"

namespace schemac::plan {
namespace {

// Whether nothing that a record says, or that records in it say, asks for a place in the file or
// for the file's size. Records inside are read from the same bytes alone.
class Asking {
 public:
  explicit Asking(const Plan& plan) : plan_(plan) {}

  [[nodiscard]] bool asked_by(const Record& record) const {
    if (record.is_recursive || !record.sections.empty() || !record.section_params.empty())
      return true;
    return std::ranges::any_of(record.fields,
                               [&](const Field& field) { return asked_by(record, field); }) ||
           std::ranges::any_of(record.items,
                               [&](const Item& item) { return asked_by(record, item); });
  }

 private:
  [[nodiscard]] bool asks(const Record& record, const Expr& expr) const {
    return asks_layout(plan_, record, expr);
  }
  [[nodiscard]] bool asks(const Record& record, const std::optional<Expr>& expr) const {
    return expr && asks(record, *expr);
  }

  [[nodiscard]] bool asked_by(const Record& record, const Field& field) const {
    return field.states_place || field.jump || asks(record, field.source.expression) ||
           (field.region && asks(record, field.region->size)) ||
           (field.presence && asks(record, field.presence->condition)) || field.codec ||
           asked_by(record, field.body);
  }
  [[nodiscard]] bool asked_by(const Record& record, const List& list) const {
    return asks(record, list.count) || list.stated_starts || list.starts_of ||
           std::ranges::any_of(
               list.each, [&](const EachRule& rule) { return asks(record, rule.condition); }) ||
           asked_by(record, list.element.front());
  }
  [[nodiscard]] bool asked_by(const Record& record, const Body& body) const {
    return std::visit(
        model::Overload{
            [](const Scalar&) { return false; },
            [](const Constant&) { return false; },
            [&](const Text& text) { return asks(record, text.size); },
            [&](const Raw& raw) { return asks(record, raw.size); },
            [](const Array&) { return false; },
            [&](const Nested& nested) { return asked_by(plan_.records[nested.record]); },
            [&](const List& list) { return asked_by(record, list); },
            [&](const Switch& choice) {
              return asks(record, choice.tag) ||
                     std::ranges::any_of(choice.alternatives, [&](const Alternative& each) {
                       return asked_by(record, each.body.front());
                     });
            },
        },
        body.kind);
  }
  [[nodiscard]] bool asked_by(const Record& record, const Item& item) const {
    if (const auto* require = std::get_if<Require>(&item)) return asks(record, require->condition);
    const auto* later = std::get_if<CheckElements>(&item);
    return later != nullptr && asked_by(record, later->list);
  }

  const Plan& plan_;
};

// Members and constants are known before anything is encoded; what follows from others isn't.
bool is_given(const Record& record, const Expr& expr) {
  if (expr.op == Op::constant) return true;
  if (expr.op != Op::field) return false;
  const Field& field = record.fields[expr.id];
  return field.has_member() && !field.presence && !field.unknown;
}

}  // namespace

// Records that only encoded fields hold are made by codecs.
void find_made_by_codecs(Plan& plan) {
  std::set<RecordId> in_codecs, elsewhere;
  const auto add = [&](const Body& body, std::set<RecordId>& to) {
    for (const Nested* nested : nested_in(body)) to.insert(nested->record);
  };
  for (const Root& root : plan.roots) elsewhere.insert(root.record);
  for (const Record& record : plan.records)
    for (const Field& field : record.fields) add(field.body, field.codec ? in_codecs : elsewhere);
  for (const RecordId id : in_codecs) plan.records[id].is_made_by_codec = !elsewhere.contains(id);

  const Asking asking(plan);
  for (Record& record : plan.records)
    for (Field& field : record.fields) {
      const auto* made = std::get_if<Nested>(&field.body.kind);
      if (!field.codec || made == nullptr) continue;
      const bool is_alone =
          made->sections.empty() && !asking.asked_by(plan.records[made->record]) &&
          std::ranges::all_of(made->args, [&](const Expr& arg) { return is_given(record, arg); });
      (is_alone ? field.codec->is_checked_alone : field.codec->is_checked_in_file) = true;
    }
}

}  // namespace schemac::plan
