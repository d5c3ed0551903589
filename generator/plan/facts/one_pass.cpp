#include "plan/facts/one_pass.h"

#include <algorithm>
#include <set>

#include "plan/facts/element_rules.h"
#include "plan/facts/version_facts.h"

namespace schemac::plan {
namespace {

// Whether elements of a list of records are walked as a range, one after the other.
bool is_range(const Field& field) {
  const auto& list = std::get<List>(field.body.kind);
  return !list.is_counted && !list.stated_begins &&
         !std::get<Nested>(list.element.front().kind).json;
}

// Whether the check of a record needs nothing of what is around it.
bool is_alone(const Record& record) {
  return record.params.empty() && record.section_params.empty() && record.sections.empty() &&
         !record.is_recursive && !record.message() && !record.is_made_by_codec && !record.key;
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
    if (refuses(list.duplicate) || refuses(list.order) || list.is_counted || list.stated_begins ||
        list.begins_of)
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
