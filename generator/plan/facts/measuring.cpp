#include "plan/facts/measuring.h"

#include <algorithm>

namespace schemac::plan {
namespace {

const Record* record_in(const Plan& plan, const Body& body) {
  const auto* nested = std::get_if<Nested>(&body.kind);
  return nested == nullptr || nested->json ? nullptr : &plan.records[nested->record];
}

bool is_aligned(const Record& record) {
  return std::ranges::any_of(record.items, [](const Item& item) {
    const auto* pad = std::get_if<Pad>(&item);
    return pad != nullptr && !pad->of_record;
  });
}

bool depends_on_place(const Plan& plan, const Record& record) {
  if (is_aligned(record) || record.is_recursive) return is_aligned(record);
  return std::ranges::any_of(record.fields, [&](const Field& field) {
    return !field.jump && depends_on_place(plan, field.body);
  });
}

// Whether checks inside a body measure anything: then nothing around it may measure it, too.
bool holds_measured(const Plan& plan, const Body& body) {
  return std::ranges::any_of(nested_in(body), [&](const Nested* nested) {
    const Record& record = plan.records[nested->record];
    return record.is_recursive || record.is_measured || record.holds_measured;
  });
}

// Whether content that a record holds, or places, places more in another section than its own.
bool places_apart(const Plan& plan, const Record& record) {
  return std::ranges::any_of(record.fields, [&](const Field& field) {
    return std::ranges::any_of(nested_in(field.body), [&](const Nested* nested) {
      if (plan.records[nested->record].places_apart) return true;
      return field.jump && std::ranges::any_of(nested->sections, [&](const SectionRef& section) {
               return section != field.jump->section;
             });
    });
  });
}

void find_places_apart(Plan& plan) {
  for (bool is_found = true; is_found;) {  // records may hold themselves
    is_found = false;
    for (Record& record : plan.records) {
      if (record.places_apart || !places_apart(plan, record)) continue;
      record.places_apart = is_found = true;
    }
  }
}

// Padding counts on from all that is before it. So next to padding nothing is measured on its own.
bool is_padded(const Record& record) {
  return std::ranges::any_of(record.items,
                             [](const Item& item) { return std::holds_alternative<Pad>(item); });
}

bool can_be_measured(const Plan& plan, const Record& record, const Field& field) {
  if (field.jump || field.codec) return false;
  if (!is_padded(record) && is_measured(plan, field.body)) return true;
  return !is_measured(plan, field.body) && !holds_measured(plan, field.body);
}

bool is_measured(const Plan& plan, const Record& record) {
  const bool is_plain = !record.message() && !record.json && !record.is_recursive &&
                        !record.is_made_by_codec && !record.fixed_size && !record.slack;
  return is_plain && record.params.empty() && record.section_params.empty() &&
         record.sections.empty() && !record.stream && !record.depends_on_place &&
         std::ranges::all_of(record.fields, [&](const Field& field) {
           return can_be_measured(plan, record, field);
         });
}

}  // namespace

// Records come after those that they hold; nothing that depends on others is asked of recursive
// ones.
void find_measuring(Plan& plan) {
  for (Record& record : plan.records) {
    record.depends_on_place = depends_on_place(plan, record);
    record.is_measured = is_measured(plan, record);
    record.holds_measured = std::ranges::any_of(
        record.fields, [&](const Field& field) { return holds_measured(plan, field.body); });
  }
  find_places_apart(plan);
}

bool depends_on_place(const Plan& plan, const Body& body) {
  return std::ranges::any_of(nested_in(body), [&](const Nested* nested) {
    const Record& record = plan.records[nested->record];
    return nested->json ? record.json->style.is_from_file : record.depends_on_place;
  });
}

bool is_measured(const Plan& plan, const Body& body) {
  const auto is_measured_record = [&](const Body& each) {
    const Record* record = record_in(plan, each);
    return record != nullptr && record->is_measured;
  };
  if (const auto* list = std::get_if<List>(&body.kind))
    return is_measured_by_head(*list) ||
           (!list->has_slack && is_measured_record(list->element.front()));
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    return std::ranges::all_of(choice->alternatives, [&](const Alternative& alternative) {
      return is_measured_record(alternative.body.front());
    });
  return is_measured_record(body);
}

bool is_measured_by_head(const List& list) {
  const Body& element = list.element.front();
  const auto* text = std::get_if<Text>(&element.kind);
  return text != nullptr && text->head && !element.fixed_size && !list.has_slack;
}

bool is_measured_with_head(const Record& record, const Field& field) {
  const bool has_head = std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.free; })
          if (kind.free) return false;
        if constexpr (requires { kind.head.has_value(); }) return kind.head.has_value();
        return false;
      },
      field.body.kind);
  return has_head && !field.body.fixed_size && !is_padded(record) && record.is_measured;
}

}  // namespace schemac::plan
