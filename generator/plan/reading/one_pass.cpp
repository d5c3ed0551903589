#include "plan/reading/one_pass.h"

#include <algorithm>
#include <functional>
#include <set>

#include "plan/facts/element_rules.h"
#include "plan/facts/item_needs.h"
#include "plan/facts/version_facts.h"

namespace schemac::plan {
namespace {

// Whether elements of a list of records are walked as a range, one after the other.
bool is_range(const Field& field) {
  const auto& list = std::get<List>(field.body.kind);
  return !list.is_counted && !list.stated_starts &&
         !std::get<Nested>(list.element.front().kind).json;
}

// Whether the check of a record needs nothing of what is around it.
bool is_alone(const Record& record) {
  return record.params.empty() && record.section_params.empty() && record.sections.empty() &&
         !record.is_recursive && !record.message() && !record.is_made_by_codec && !record.key;
}

// Views are copied: those that hold large records find these again.
constexpr std::size_t most_kept = 24;  // fields

// Whether the walk of a record passes over the record that a field holds in line, to find its end.
bool is_walked_along(const Plan& plan, const Record& record, const Field& field) {
  const auto* nested = std::get_if<Nested>(&field.body.kind);
  if (nested == nullptr || nested->json || !nested->sections.empty()) return false;
  const Record& inner = plan.records[nested->record];
  return !field.presence && !field.region && !field.jump && !field.codec && !record.late &&
         !inner.fixed_size && !inner.is_recursive && inner.message() == nullptr && !inner.json &&
         inner.weight <= most_kept;
}

void find_kept(const Plan& plan, Record& record) {
  for (Field& field : record.fields) field.is_kept = field.is_looked_into;
  if (record.message() != nullptr || record.json) return;
  const auto finds_sections = [](const Item& item) {
    return std::holds_alternative<FindSections>(item);
  };
  // What is before them is checked when a file is opened, and no view looks at it again.
  if (std::any_of(record.items.begin(), record.items.end(), finds_sections)) return;
  for (const Item& item : record.items)
    if (const auto* lone = std::get_if<LoneField>(&item))
      if (is_walked_along(plan, record, record.fields[lone->field]))
        record.fields[lone->field].is_kept = true;
}

// Records are after those that they hold: what holds them is known first.
void show_kept(Plan& plan) {
  for (std::size_t i = plan.records.size(); i-- > 0;)
    if (plan.records[i].is_shown)
      for (const Field& field : plan.records[i].fields)
        if (const auto* nested = std::get_if<Nested>(&field.body.kind); nested && field.is_kept)
          plan.records[nested->record].is_shown = true;
}

// Whether expressions ask where a field ends.
bool is_measured(const Record& record, FieldId id) {
  bool is_asked = false;
  const std::function<void(const Expr&)> look = [&](const Expr& expr) {
    is_asked = is_asked || (expr.op == Op::size_of && expr.id == id);
    if (expr.op != Op::inside) std::ranges::for_each(expr.args, look);
  };
  for (const Field& field : record.fields) for_each_expression(field, look);
  return is_asked;
}

// The field that a record ends with, in line.
const LoneField* last_field(const Record& record) {
  const auto is_inline = [](const Item& item) {
    return std::holds_alternative<Run>(item) || std::holds_alternative<LoneField>(item);
  };
  const auto last = std::ranges::find_if(record.items.rbegin(), record.items.rend(), is_inline);
  return last == record.items.rend() ? nullptr : std::get_if<LoneField>(&*last);
}

bool holds_records(const Body& body) {
  if (std::holds_alternative<Switch>(body.kind)) return true;
  const auto* list = std::get_if<List>(&body.kind);
  return list != nullptr && (list->count || list->head) && !list->has_slack &&
         !list->stated_starts && std::holds_alternative<Nested>(list->element.front().kind);
}

std::optional<FieldId> last_content(const Record& record) {
  const LoneField* last = last_field(record);
  // Padding after it begins where it ends.
  const bool is_end = last != nullptr && last->end && record.end.anchor == *last->end;
  if (!is_end || record.end.distance != 0) return std::nullopt;
  const Field& field = record.fields[last->field];
  const bool is_plain = !field.presence && !field.region && !field.jump && !field.codec;
  if (!is_plain || field.body.fixed_size || !holds_records(field.body)) return std::nullopt;
  return is_measured(record, last->field) ? std::nullopt : std::optional(last->field);
}

// Whether a view of it is made for somebody who takes it from what holds it.
bool is_taken_alone(const Plan& plan, const Record& record) {
  const Holders& holders = record.holders;
  const bool is_alternative = holders.count > holders.fields.size() + holders.lists.size();
  return is_alternative || std::ranges::any_of(holders.fields, [&](const FieldOf& at) {
           return !plan.records[at.record].fields[at.field].is_kept;
         });
}

bool holds_packed(const Body& body) {
  const auto* list = std::get_if<List>(&body.kind);
  return list != nullptr && packed_element(*list) != nullptr;
}

// Finds the records that a root holds, and whether each of them, and each of their fields, is of a
// kind that the steps make values of.
class ReadAtOnce {
 public:
  explicit ReadAtOnce(const Plan& plan) : plan_(plan) {}

  [[nodiscard]] const std::set<RecordId>& records() const { return records_; }

  bool add(RecordId id) {
    const Record& record = plan_.records[id];
    if (!records_.insert(id).second) return true;
    if (record.is_recursive || record.slack || !record.sections.empty() ||
        !record.section_params.empty())
      return false;
    if (record.message() != nullptr) return true;  // read from its view
    return std::ranges::all_of(record.items, is_inline) &&
           std::ranges::all_of(record.fields, [&](const Field& each) { return takes(each); });
  }

 private:
  static bool is_inline(const Item& item) {
    if (const auto* run = std::get_if<Run>(&item)) return !run->condition && !run->counted;
    return std::holds_alternative<LoneField>(item) || std::holds_alternative<Pad>(item) ||
           std::holds_alternative<Require>(item) || std::holds_alternative<CheckElements>(item);
  }

  bool takes(const Field& field) {
    const bool is_plain = !field.presence && !field.availability && !field.jump && !field.unknown &&
                          !field.codec && field.role != model::RoleKind::choice;
    if (!is_plain) return false;
    const auto* scalar = std::get_if<Scalar>(&field.body.kind);
    if (scalar != nullptr) return !field.region && !scalar->versioned && scalar->flags.empty();
    if (std::holds_alternative<Constant>(field.body.kind)) return !field.region;
    if (!field.has_member()) return false;
    const bool may_have_region =
        std::holds_alternative<Nested>(field.body.kind) || holds_packed(field.body);
    if (field.region && !may_have_region) return false;
    return std::visit([&](const auto& kind) { return takes_body(kind); }, field.body.kind);
  }

  bool takes_body(const Text&) { return true; }
  bool takes_body(const Raw& raw) { return !raw.digest && !raw.free; }
  bool takes_body(const Array& array) {
    return array.dims && (!array.head || array.dtype.op != Op::attribute);
  }
  bool takes_body(const Nested& nested) { return !nested.json && add(nested.record); }
  bool takes_body(const List& list) {
    const auto refuses = [&](const std::optional<CheckId>& check) {
      return check && plan_.checks[*check].level == Level::error;
    };
    if (refuses(list.duplicate) || refuses(list.order) || list.is_counted || list.stated_starts ||
        list.starts_of)
      return false;
    const Body& element = list.element.front();
    if (const Scalar* scalar = packed_element(list))
      return bit_count(scalar->dtype) >= 8 && scalar->flags.empty();
    if (list.least_element == 0 || version_split(plan_, element)) return false;
    if (const auto* nested = std::get_if<Nested>(&element.kind)) return takes_body(*nested);
    return std::holds_alternative<Text>(element.kind);
  }
  bool takes_body(const Switch& choice) {
    return std::ranges::all_of(choice.alternatives, [&](const Alternative& alternative) {
      const auto* nested = std::get_if<Nested>(&alternative.body.front().kind);
      return nested != nullptr && takes_body(*nested);
    });
  }
  bool takes_body(const Scalar&) { return false; }
  bool takes_body(const Constant&) { return false; }

  const Plan& plan_;
  std::set<RecordId> records_;
};

}  // namespace

void find_checked_alone(Plan& plan) {
  for (Record& record : plan.records) {
    record.is_checked_alone =
        is_alone(record) && std::ranges::any_of(record.holders.lists, [&](const FieldOf& at) {
          const Record& holder = plan.records[at.record];
          return !holder.message() && is_range(holder.fields[at.field]);
        });
    record.is_shown = record.is_looked_into || record.is_checked_alone;
    find_kept(plan, record);
  }
  show_kept(plan);
}

void find_last_content(Plan& plan) {
  for (Record& record : plan.records) {
    if (record.message() || record.json || !record.sections.empty() || record.late ||
        record.is_looked_into)
      continue;
    record.last_content = last_content(record);
    // Where it has to be looked for, little is won.
    record.is_looked_at = record.last_content && last_field(record)->begin.anchor == 0 &&
                          is_taken_alone(plan, record);
  }
}

void find_read_at_once(Plan& plan) {
  for (Root& root : plan.roots) {
    ReadAtOnce reading(plan);
    const Record& record = plan.records[root.record];
    // Parts are looked for once the file was walked.
    root.is_read_at_once =
        reading.add(root.record) && record.message() == nullptr && record.parts.empty();
    if (root.is_read_at_once)
      for (const RecordId id : reading.records()) plan.records[id].is_read_at_once = true;
  }
}

}  // namespace schemac::plan
