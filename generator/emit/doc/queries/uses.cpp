#include "emit/doc/queries/uses.h"

#include <algorithm>

#include "plan/facts/inner_bodies.h"

namespace schemac::emit::doc {
namespace {

// A scalar's enumeration, also that of a text's length.
std::optional<plan::EnumId> enum_of(const plan::Body& body) {
  if (const auto* scalar = std::get_if<plan::Scalar>(&body.kind)) return scalar->enumeration;
  return std::nullopt;
}

void add_use(std::vector<Use>& uses, const Use& use) {
  if (std::find(uses.begin(), uses.end(), use) == uses.end()) uses.push_back(use);
}

}  // namespace

Uses::Uses(const plan::Plan& plan)
    : plan_(plan),
      seen_(plan.records.size()),
      records_(plan.records.size()),
      forms_(plan.forms.size()),
      enums_(plan.enums.size()),
      examples_(plan.forms.size()) {
  for (const plan::Root& root : plan.roots) visit(root.record);
  // What no root reaches.
  for (plan::RecordId id = 0; id < plan.records.size(); ++id) visit(id);
}

void Uses::visit(plan::RecordId id) {
  if (seen_[id]) return;
  seen_[id] = true;
  order_.push_back({false, id});
  const plan::Record& record = plan_.records[id];
  for (plan::FieldId field = 0; field < record.fields.size(); ++field)
    visit(Use{id, field}, record.fields[field].body);
}

void Uses::visit(const Use& use, const plan::Body& body) {
  if (body.form) {
    if (examples_[*body.form] == nullptr) {
      examples_[*body.form] = &body;
      order_.push_back({true, *body.form});
    }
    add_use(forms_[*body.form], use);
  }
  if (const auto enumeration = enum_of(body)) add_use(enums_[*enumeration], use);
  for (const plan::Body* inner : inner_bodies(body)) visit(use, *inner);
  if (const auto* nested = std::get_if<plan::Nested>(&body.kind)) {
    add_use(records_[nested->record], use);
    visit(nested->record);
  }
}

}  // namespace schemac::emit::doc
