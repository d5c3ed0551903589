#include "plan/field_paths.h"

#include <utility>

namespace schemac::plan {
namespace {

bool is_filling(const model::Field& field) {
  return std::holds_alternative<model::Padding>(field.body.kind);
}

// The type of the one record that a field holds in place, each time.
const model::Type* held_type(const RecordScope& scope, const model::Field& field) {
  const auto* held = std::get_if<model::RecordReference>(&field.body.kind);
  const bool is_simple = held != nullptr && field.body.repeat.kind == model::RepeatKind::none &&
                         !field.place.at && !field.place.section && !field.condition;
  if (!is_simple || !scope.builder.format.types[held->type].is_record) return nullptr;
  return &scope.builder.format.types[held->type];
}

// Fields of the plan's record that a field of the model holds.
Record& held_record(const RecordScope& scope, const model::Field& field) {
  const auto& held = std::get<model::RecordReference>(field.body.kind);
  return scope.builder.plan.records[*scope.builder.records[held.type]];
}

std::optional<FoundField> start(const RecordScope& scope, const model::Reference& reference) {
  const bool is_own = (reference.base == model::Base::self && reference.up == 0) ||
                      (reference.base == model::Base::root && scope.is_root);
  if (!is_own || reference.index >= scope.ids.size() || !scope.ids[reference.index])
    return std::nullopt;
  return FoundField{{*scope.ids[reference.index], {}}, {&scope.type.fields[reference.index]}};
}

}  // namespace

FieldId field_id(const model::Type& type, model::FieldIndex index) {
  FieldId id = 0;
  for (model::FieldIndex i = 0; i < index; ++i)
    if (!is_filling(type.fields[i])) ++id;
  return id;
}

std::optional<FoundField> find_field(const RecordScope& scope,
                                     const model::Expression& expression) {
  if (const auto* reference = std::get_if<model::Reference>(&expression.node))
    return start(scope, *reference);
  const auto* member = std::get_if<model::Member>(&expression.node);
  if (member == nullptr || member->kind != model::Member::Kind::field) return std::nullopt;
  std::optional<FoundField> found = find_field(scope, *member->object);
  if (!found) return std::nullopt;
  const model::Type* type = held_type(scope, found->last());
  if (type == nullptr || member->index >= type->fields.size()) return std::nullopt;
  found->path.inner.push_back(field_id(*type, member->index));
  found->fields.push_back(&type->fields[member->index]);
  return found;
}

std::optional<FieldPath> path_of(const RecordScope& scope, const model::Expression& expression) {
  std::optional<FoundField> found = find_field(scope, expression);
  if (!found) return std::nullopt;
  return std::move(found->path);
}

std::string path_text(const RecordScope& scope, const FieldPath& path) {
  const Record* record = &scope.record;
  const model::Type* type = &scope.type;
  std::string text = record->fields[path.field].name;
  FieldId held = path.field;
  for (const FieldId id : path.inner) {
    for (model::FieldIndex i = 0; i < type->fields.size(); ++i)
      if (!is_filling(type->fields[i]) && field_id(*type, i) == held) {
        record = &held_record(scope, type->fields[i]);
        type = held_type(scope, type->fields[i]);
        break;
      }
    text += "." + record->fields[id].name;
    held = id;
  }
  return text;
}

Expr look_into(const RecordScope& scope, const FoundField& found, Expr leaf,
               const std::string& text) {
  std::vector<FieldId> holders = {found.path.field};
  holders.insert(holders.end(), found.path.inner.begin(), found.path.inner.end());
  holders.pop_back();  // the last one is the leaf's own field
  Record* record = &scope.record;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    record->fields[holders[i]].is_looked_into = true;
    record = &held_record(scope, *found.fields[i]);
    record->is_looked_into = true;
  }
  for (std::size_t i = holders.size(); i-- > 0;) {
    Expr outer;
    outer.op = Op::inside;
    outer.id = holders[i];
    outer.range = leaf.range;
    outer.is_checked = leaf.is_checked;
    outer.text = text;
    outer.args.push_back(std::move(leaf));
    leaf = std::move(outer);
  }
  return leaf;
}

}  // namespace schemac::plan
