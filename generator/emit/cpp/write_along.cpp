#include "emit/cpp/write_along.h"

#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp/write_size.h"

namespace schemac::emit::cpp {
namespace {

const plan::Record* record_in(const plan::Plan& plan, const plan::Body& body) {
  const auto* nested = std::get_if<plan::Nested>(&body.kind);
  return nested == nullptr || nested->json ? nullptr : &plan.records[nested->record];
}

// Whether checks inside a body measure anything: then nothing around it may measure it, too.
bool holds_measured(const plan::Plan& plan, const plan::Body& body) {
  return std::ranges::any_of(nested_in(body), [&](const plan::Nested* nested) {
    const plan::Record& record = plan.records[nested->record];
    return record.is_recursive || is_measured(plan, record) ||
           std::ranges::any_of(record.fields, [&](const plan::Field& field) {
             return holds_measured(plan, field.body);
           });
  });
}

// Padding counts on from all that is before it. So next to padding nothing is measured on its own.
bool is_padded(const plan::Record& record) {
  return std::ranges::any_of(
      record.items, [](const plan::Item& item) { return std::holds_alternative<plan::Pad>(item); });
}

bool can_be_measured(const plan::Plan& plan, const plan::Record& record, const plan::Field& field) {
  if (field.jump || field.codec) return false;
  if (!is_padded(record) && is_measured(plan, field.body)) return true;
  return !is_measured(plan, field.body) && !holds_measured(plan, field.body);
}

}  // namespace

bool is_measured_by_head(const plan::List& list) {
  const plan::Body& element = list.element.front();
  const auto* text = std::get_if<plan::Text>(&element.kind);
  return text != nullptr && text->head && !element.fixed_size && !list.has_slack;
}

bool is_measured(const plan::Plan& plan, const plan::Record& record) {
  const bool is_plain = !record.message() && !record.json && !record.is_recursive &&
                        !record.is_made_by_codec && !record.fixed_size && !record.slack;
  return is_plain && record.params.empty() && record.section_params.empty() &&
         record.sections.empty() && !record.stream && !hangs_on_place(plan, record) &&
         std::ranges::all_of(record.fields, [&](const plan::Field& field) {
           return can_be_measured(plan, record, field);
         });
}

bool is_measured(const plan::Plan& plan, const plan::Body& body) {
  if (const plan::Record* record = record_in(plan, body)) return is_measured(plan, *record);
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    const plan::Record* element = record_in(plan, list->element.front());
    if (is_measured_by_head(*list)) return true;
    return element != nullptr && !list->has_slack && is_measured(plan, *element);
  }
  const auto* choice = std::get_if<plan::Switch>(&body.kind);
  return choice != nullptr &&
         std::ranges::all_of(choice->alternatives, [&](const plan::Alternative& alternative) {
           const plan::Record* record = record_in(plan, alternative.body.front());
           return record != nullptr && is_measured(plan, *record);
         });
}

bool is_measured_with_head(const plan::Plan& plan, const plan::Record& record,
                           const plan::Field& field) {
  const bool has_head = std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.free; })
          if (kind.free) return false;
        if constexpr (requires { kind.head.has_value(); }) return kind.head.has_value();
        return false;
      },
      field.body.kind);
  return has_head && !field.body.fixed_size && !is_padded(record) && is_measured(plan, record);
}

void emit_measuring(Printer& out, const WriteScope& scope,
                    const std::vector<plan::FieldId>& locals) {
  if (!is_measured(scope.plan(), scope.record())) return;
  std::string size = inline_size(scope.without_measured());
  // What was computed for a field that states it isn't computed once more.
  for (const plan::FieldId id : locals) {
    if (!scope.is_derived(id) || scope.states_place(id)) continue;
    const std::string computed = scope.derivation(id);
    const auto at = size.find(computed);
    if (computed.starts_with("size_of(") && at != std::string::npos)
      size.replace(at, computed.size(), scope.local(id));
  }
  if (size != "0") out.emit({{"size", size}}, "out.measure($size$);");
}

}  // namespace schemac::emit::cpp
