#include "emit/doc/queries/path.h"

#include <algorithm>

#include "plan/facts/inner_bodies.h"

namespace schemac::emit::doc {
namespace {

std::optional<plan::FieldId> find_field(const plan::Record& record, std::string_view name) {
  const auto found = std::find_if(record.fields.begin(), record.fields.end(),
                                  [&](const plan::Field& field) { return field.name == name; });
  if (found == record.fields.end()) return std::nullopt;
  return plan::id_of(record, *found);
}

// The record inside a body that has a field of that name: its own, an element's, an alternative's.
std::optional<plan::RecordId> find_inside(const plan::Plan& plan, const plan::Body& body,
                                          std::string_view name) {
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind))
    if (find_field(plan.records[nested->record], name)) return nested->record;
  for (const plan::Body* inner : inner_bodies(body))
    if (const auto found = find_inside(plan, *inner, name)) return found;
  return std::nullopt;
}

}  // namespace

PathTarget find_path(const Context& context, const std::string& root, const std::string& path) {
  const plan::Plan& plan = context.plan;
  PathTarget target;
  std::optional<plan::RecordId> here;
  for (const plan::Root& each : plan.roots)
    if (each.name == root) here = each.record;
  std::string_view rest = path;
  while (here && !rest.empty()) {
    const std::string_view step = rest.substr(0, rest.find('.'));
    rest.remove_prefix(std::min(rest.size(), step.size() + 1));
    const std::string_view name = step.substr(0, step.find('['));
    const auto field = find_field(plan.records[*here], name);
    if (!field) {
      const auto& sections = plan.records[*here].sections;
      for (std::size_t i = 0; i < sections.size(); ++i)
        if (!target.field && sections[i].name == name)
          target.link = to(context.links.section(*here, i));
      break;
    }
    target = {*here, field, to(context.links.field(*here, *field))};
    const std::string_view next = rest.substr(0, rest.find_first_of(".["));
    here = find_inside(plan, plan.records[*here].fields[*field].body, next);
  }
  return target;
}

}  // namespace schemac::emit::doc
