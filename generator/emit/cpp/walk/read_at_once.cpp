#include "emit/cpp/walk/read_at_once.h"

#include <algorithm>
#include <set>

#include "emit/cpp/spell/element_size.h"
#include "emit/cpp/spell/records.h"
#include "emit/cpp/spell/versions.h"
#include "emit/cpp/walk/record_functions.h"
#include "emit/cpp/wire/forms.h"

namespace schemac::emit::cpp {
namespace {

// Finds the records that a root holds, and whether each of them, and each of their fields, is of a
// kind that the steps make values of.
class Reach {
 public:
  explicit Reach(const plan::Plan& plan) : plan_(plan) {}

  [[nodiscard]] const std::set<plan::RecordId>& records() const { return records_; }

  bool add(plan::RecordId id) {
    const plan::Record& record = plan_.records[id];
    if (!records_.insert(id).second) return true;
    if (record.is_recursive || record.slack || !record.sections.empty() ||
        !record.section_params.empty())
      return false;
    if (record.message() != nullptr) return true;  // read from its view
    return std::ranges::all_of(record.items, is_inline) &&
           std::ranges::all_of(record.fields, [&](const plan::Field& each) { return takes(each); });
  }

 private:
  static bool is_inline(const plan::Item& item) {
    if (const auto* run = std::get_if<plan::Run>(&item)) return !run->condition && !run->counted;
    return std::holds_alternative<plan::LoneField>(item) ||
           std::holds_alternative<plan::Pad>(item) || std::holds_alternative<plan::Require>(item) ||
           std::holds_alternative<plan::CheckElements>(item);
  }

  bool takes(const plan::Field& field) {
    const bool is_plain = !field.presence && !field.availability && !field.jump && !field.unknown &&
                          !field.codec && field.role != model::RoleKind::choice;
    if (!is_plain) return false;
    const auto* scalar = std::get_if<plan::Scalar>(&field.body.kind);
    if (scalar != nullptr) return !field.region && !scalar->versioned && scalar->flags.empty();
    if (std::holds_alternative<plan::Constant>(field.body.kind)) return !field.region;
    if (!field.has_member()) return false;
    const bool may_have_region = std::holds_alternative<plan::Nested>(field.body.kind) ||
                                 scalar_element(field.body) != nullptr;
    if (field.region && !may_have_region) return false;
    return std::visit([&](const auto& kind) { return takes_body(kind); }, field.body.kind);
  }

  bool takes_body(const plan::Text&) { return true; }
  bool takes_body(const plan::Raw& raw) { return !raw.digest && !raw.free; }
  bool takes_body(const plan::Array& array) {
    return array.dims && (!array.head || has_known_dtype(array));
  }
  bool takes_body(const plan::Nested& nested) { return !nested.json && add(nested.record); }
  bool takes_body(const plan::List& list) {
    const auto refuses = [&](const std::optional<plan::CheckId>& check) {
      return check && plan_.checks[*check].level == Level::error;
    };
    if (refuses(list.duplicate) || refuses(list.order) || is_loose(list) || list.is_counted ||
        list.stated_begins || list.begins_of)
      return false;
    const plan::Body& element = list.element.front();
    if (const plan::Scalar* scalar = scalar_element(list))
      return !is_packed(scalar->dtype) && scalar->flags.empty();
    if (list.least_element == 0 || version_split(plan_, element)) return false;
    if (const auto* nested = std::get_if<plan::Nested>(&element.kind)) return takes_body(*nested);
    return std::holds_alternative<plan::Text>(element.kind);
  }
  bool takes_body(const plan::Switch& choice) {
    return std::ranges::all_of(choice.alternatives, [&](const plan::Alternative& alternative) {
      const auto* nested = std::get_if<plan::Nested>(&alternative.body.front().kind);
      return nested != nullptr && takes_body(*nested);
    });
  }
  bool takes_body(const plan::Scalar&) { return false; }
  bool takes_body(const plan::Constant&) { return false; }

  const plan::Plan& plan_;
  std::set<plan::RecordId> records_;
};

}  // namespace

bool can_read_at_once(const plan::Plan& plan, const plan::Root& root) {
  const plan::Record& record = plan.records[root.record];
  // Parts are looked for once the file was walked.
  return Reach(plan).add(root.record) && record.message() == nullptr && record.parts.empty();
}

void emit_readers(Printer& out, const plan::Plan& plan, Forms& forms) {
  std::set<plan::RecordId> read;
  for (const plan::Root& root : plan.roots) {
    Reach reach(plan);
    if (!can_read_at_once(plan, root)) continue;
    (void)reach.add(root.record);
    read.insert(reach.records().begin(), reach.records().end());
  }
  if (read.empty()) return;
  const auto readers = [&] {
    for (const plan::RecordId id : read) emit_record_reader(out, plan, forms, id);
  };
  out.blank_line();
  out.emit({{"readers", readers}},
           R"cc(
             namespace detail {

             // ---- reading in one pass; null where anything is wrong ----

             $readers$;

             }  // namespace detail
           )cc");
}

}  // namespace schemac::emit::cpp
