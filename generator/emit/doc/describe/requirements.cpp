#include "emit/doc/describe/requirements.h"

#include <algorithm>
#include <set>

#include "emit/doc/describe/body_kinds.h"
#include "emit/doc/describe/field_requirements.h"
#include "emit/doc/describe/message_fields.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::emit::doc {
namespace {

constexpr plan::FieldId no_field = ~plan::FieldId{0};

// The field of the record at which a violation is reported: "name" of "name.length", "dims" of
// "dims[0]". Keys of elements are fields of another record.
std::optional<plan::FieldId> blamed_by(const DocScope& scope, const Requirement& requirement) {
  const plan::Check& check = scope.plan().checks[requirement.checks.front()];
  if (check.kind == plan::CheckKind::duplicate || check.kind == plan::CheckKind::order)
    return std::nullopt;
  const std::string first = check.field.substr(0, check.field.find_first_of(".["));
  const auto& fields = scope.record.fields;
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [&](const plan::Field& field) { return field.name == first; });
  if (found == fields.end()) return std::nullopt;
  return plan::id_of(scope.record, *found);
}

// What a body requires is said of its form where it has one; here of all its uses.
void collect_form(const plan::Body& body, plan::FormId form, const BodySite& site,
                  std::vector<Requirements>& out) {
  if (body.form == form) out.push_back(describe(site, body, true).requirements);
  for (const plan::Body* inner : inner_bodies(body)) collect_form(*inner, form, site, out);
}

}  // namespace

Tone tone_of(model::RoleKind role) {
  switch (role) {
    case model::RoleKind::constant:
      return Tone::constant;
    case model::RoleKind::derived:
      return Tone::derived;
    case model::RoleKind::given:
      return Tone::given;
    case model::RoleKind::choice:
      return Tone::choice;
  }
  return Tone::none;
}

Text room_of(const DocScope& scope, plan::FieldId field) {
  const auto& jump = scope.record.fields[field].jump;
  if (jump) return scope.section(jump->section);
  for (const plan::Item& item : scope.record.items)
    if (const auto* in = std::get_if<plan::InSection>(&item))
      for (const plan::LoneField& lone : in->fields)
        if (lone.field == field) return scope.section({false, in->section});
  const bool is_root = std::any_of(scope.plan().roots.begin(), scope.plan().roots.end(),
                                   [&](const plan::Root& root) { return root.record == scope.id; });
  return text(is_root ? "the file" : "what holds it");
}

BodySite site_of(const DocScope& scope, plan::FieldId id) {
  const plan::Field& field = scope.record.fields[id];
  Text room = room_of(scope, id);
  if (field.region) room = text("its ", scope.expression(field.region->size), " bytes");
  return {scope,
          field.name,
          text(scope.field(id)),
          to(scope.context.links.field(scope.id, id)),
          tone_of(field.role),
          std::move(room),
          scope.record.message() != nullptr,
          message_field_of(scope.record, id)};
}

std::string sentence_pattern(const plan::Check& check) {
  std::string out;
  std::string_view rest = check.sentence;
  for (auto open = rest.find('{'); open != rest.npos; open = rest.find('{')) {
    const auto close = rest.find('}', open);
    if (close == rest.npos) break;
    out += rest.substr(0, open);
    out += "…";
    rest.remove_prefix(close + 1);
  }
  return out + std::string(rest);
}

RequirementList::RequirementList(const Context& context, const Uses& uses) {
  note_unique_keys(context);
  for (const TypeReference& type : uses.order()) {
    RequirementGroup group;
    if (type.is_form) {
      group.title = context.plan.forms[type.id].name;
      group.link = to(context.links.form(type.id));
      group.requirements = of_form(context, uses, type.id);
    } else {
      group.title = context.plan.records[type.id].name;
      group.link = to(context.links.record(type.id));
      group.requirements = of_record(DocScope(context, type.id));
    }
    if (!group.requirements.empty()) groups_.push_back(std::move(group));
  }
  add_uncovered(context);
}

// Also said at the key itself: "once in `File.tensors`".
void RequirementList::note_unique_keys(const Context& context) {
  for (plan::RecordId id = 0; id < context.plan.records.size(); ++id) {
    const DocScope scope(context, id);
    for (plan::FieldId field = 0; field < scope.record.fields.size(); ++field) {
      const auto* list = std::get_if<plan::List>(&scope.record.fields[field].body.kind);
      if (list == nullptr || !list->unique || *list->unique == no_field) continue;
      const auto* nested = std::get_if<plan::Nested>(&list->element.front().kind);
      if (nested == nullptr) continue;
      briefs_[{nested->record, *list->unique}].push_back(
          text("once in ", code(scope.record.name + "." + scope.record.fields[field].name,
                                to(context.links.field(id, field)))));
    }
  }
}

Requirements RequirementList::of_record(const DocScope& scope) {
  // By the field that a report blames: a reader meets them in this order.
  std::vector<std::pair<plan::FieldId, Requirement>> found_at;
  const auto add = [&](plan::FieldId field, const Requirements& found) {
    note_briefs(scope, field, found);
    for (const Requirement& each : found)
      found_at.emplace_back(blamed_by(scope, each).value_or(field), each);
  };
  for (plan::FieldId id = 0; id < scope.record.fields.size(); ++id) {
    add(id, describe(site_of(scope, id), scope.record.fields[id].body).requirements);
    add(id, place_requirements(scope, id));
  }
  add(no_field, record_requirements(scope));
  std::stable_sort(found_at.begin(), found_at.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  Requirements all;
  for (auto& [field, each] : found_at) all.push_back(std::move(each));
  return all;
}

void RequirementList::note_briefs(const DocScope& scope, plan::FieldId field,
                                  const Requirements& found) {
  for (const Requirement& each : found) {
    if (each.brief.empty()) continue;
    const plan::FieldId at = blamed_by(scope, each).value_or(field);
    if (at != no_field) briefs_[{scope.id, at}].push_back(each.brief);
  }
}

Requirements RequirementList::of_form(const Context& context, const Uses& uses, plan::FormId form) {
  std::vector<Requirements> of_uses;
  for (const Use& use : uses.of_form(form)) {
    const DocScope scope(context, use.record);
    const std::string& name = context.plan.forms[form].name;
    const std::string link = to(context.links.form(form));
    const BodySite site{scope, "",          text(code(name, link)),
                        link,  Tone::given, text("what holds it")};
    collect_form(scope.record.fields[use.field].body, form, site, of_uses);
  }
  Requirements all = of_uses.front();
  for (std::size_t i = 1; i < of_uses.size(); ++i)
    for (std::size_t k = 0; k < of_uses[i].size(); ++k) {
      const Requirement& other = of_uses[i][k];
      const auto& checks = context.plan.checks;
      const bool is_same =
          k < all.size() && flat(all[k].holds) == flat(other.holds) &&
          checks[all[k].checks.front()].level == checks[other.checks.front()].level &&
          checks[all[k].checks.front()].rule == checks[other.checks.front()].rule;
      if (is_same)
        all[k].checks.insert(all[k].checks.end(), other.checks.begin(), other.checks.end());
      else
        all.push_back(other);
    }
  for (const Requirement& each : all)
    if (!each.brief.empty()) form_briefs_[form].push_back(each.brief);
  return all;
}

// Checks that no part of this document knows: in the words of their report.
void RequirementList::add_uncovered(const Context& context) {
  std::set<plan::CheckId> covered;
  for (const RequirementGroup& group : groups_)
    for (const Requirement& each : group.requirements)
      covered.insert(each.checks.begin(), each.checks.end());
  for (const plan::Record& record : context.plan.records)
    if (record.json) covered.insert(record.message()->malformed);  // made of a text, it never is
  RequirementGroup others;
  others.title = "Others";
  for (plan::CheckId id = 0; id < context.plan.checks.size(); ++id) {
    if (covered.contains(id)) continue;
    const plan::Check& check = context.plan.checks[id];
    require(others.requirements, id,
            text("Nothing is to be reported as: ", sentence_pattern(check), "."));
  }
  if (!others.requirements.empty()) groups_.push_back(std::move(others));
}

std::vector<Text> RequirementList::briefs(plan::RecordId record, plan::FieldId field) const {
  const auto found = briefs_.find({record, field});
  return found != briefs_.end() ? found->second : std::vector<Text>();
}

std::vector<Text> RequirementList::briefs(plan::FormId form) const {
  const auto found = form_briefs_.find(form);
  return found != form_briefs_.end() ? found->second : std::vector<Text>();
}

}  // namespace schemac::emit::doc
