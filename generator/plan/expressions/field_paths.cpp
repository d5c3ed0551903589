#include "plan/expressions/field_paths.h"

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
                         !field.place.at && !field.place.section && !field.condition &&
                         field.versions.are_all() && !field.tag;
  if (!is_simple) return nullptr;
  const model::Type& type = scope.builder.format.types[held->type];
  return type.is_record && type.sections.empty() ? &type : nullptr;
}

Record& record_of(const RecordScope& scope, const model::Type& type) {
  const auto index = static_cast<std::size_t>(&type - scope.builder.format.types.data());
  return scope.builder.plan.records[*scope.builder.records[index]];
}

std::optional<FoundField> start(const RecordScope& scope, const model::Reference& reference,
                                const model::Type* element) {
  const bool is_element =
      reference.base == model::Base::element || reference.base == model::Base::next;
  if (is_element && element != nullptr) {
    const FieldId id = reference.base == model::Base::element ? the_element : the_next;
    return FoundField{{id, {}}, nullptr, element, {}};
  }
  const bool is_own = (reference.base == model::Base::self && reference.up == 0) ||
                      (reference.base == model::Base::root && scope.is_root);
  if (!is_own || reference.index >= scope.ids.size() || !scope.ids[reference.index])
    return std::nullopt;
  const model::Field& field = scope.type.fields[reference.index];
  return FoundField{{*scope.ids[reference.index], {}}, &field, held_type(scope, field), {}};
}

}  // namespace

FieldId field_id(const model::Type& type, model::FieldIndex index) {
  FieldId id = 0;
  for (model::FieldIndex i = 0; i < index; ++i)
    if (!is_filling(type.fields[i])) ++id;
  return id;
}

std::optional<FoundField> find_field(const RecordScope& scope, const model::Expression& expression,
                                     const model::Type* element) {
  if (const auto* reference = std::get_if<model::Reference>(&expression.node))
    return start(scope, *reference, element);
  const auto* member = std::get_if<model::Member>(&expression.node);
  if (member == nullptr || member->kind != model::Member::Kind::field) return std::nullopt;
  std::optional<FoundField> found = find_field(scope, *member->object, element);
  if (!found || found->type == nullptr || member->index >= found->type->fields.size())
    return std::nullopt;
  if (found->field != nullptr && found->field->body.codec) found->is_in_codec = true;
  found->records.push_back(&record_of(scope, *found->type));
  found->path.inner.push_back(field_id(*found->type, member->index));
  found->field = &found->type->fields[member->index];
  found->type = held_type(scope, *found->field);
  return found;
}

namespace {

// The record that a field of `record` holds, by what the model says of it: bodies may not have been
// made yet.
RecordId held_record_id(const RecordScope& scope, const Record& record, FieldId id) {
  const Builder& builder = scope.builder;
  for (std::size_t i = 0; i < builder.records.size(); ++i) {
    if (!builder.records[i] || &builder.plan.records[*builder.records[i]] != &record) continue;
    const model::Type& type = builder.format.types[i];
    for (model::FieldIndex field = 0; field < type.fields.size(); ++field)
      if (!is_filling(type.fields[field]) && field_id(type, field) == id)
        return *builder
                    .records[std::get<model::RecordReference>(type.fields[field].body.kind).type];
  }
  return 0;
}

}  // namespace

std::optional<FieldPath> path_of(const RecordScope& scope, const model::Expression& expression) {
  std::optional<FoundField> found = find_field(scope, expression);
  if (!found) return std::nullopt;
  return std::move(found->path);
}

std::string path_text(const RecordScope& scope, const FieldPath& path) {
  const Record* record = &scope.record;
  std::string text = record->fields[path.field].name;
  FieldId holder = path.field;
  for (const FieldId id : path.inner) {
    record = &scope.builder.plan.records[held_record_id(scope, *record, holder)];
    text += "." + record->fields[id].name;
    holder = id;
  }
  return text;
}

namespace {

void mark_asked(Record& record, const Expr& leaf) {
  if (leaf.op == Op::field) record.fields[leaf.id].is_asked_from_outside = true;
  for (const Expr& arg : leaf.args) mark_asked(record, arg);
}

}  // namespace

Expr look_into(const RecordScope& scope, const FoundField& found, Expr leaf,
               const std::string& text) {
  std::vector<FieldId> holders = {found.path.field};
  holders.insert(holders.end(), found.path.inner.begin(), found.path.inner.end());
  holders.pop_back();  // the last one is the leaf's own field
  Record* record = &scope.record;
  for (std::size_t i = 0; i < holders.size(); ++i) {
    if (holders[i] < the_next) record->fields[holders[i]].is_looked_into = true;
    record = found.records[i];
    record->is_looked_into = true;
  }
  mark_asked(*record, leaf);
  if (leaf.op == Op::product || leaf.op == Op::list) record->fields[leaf.id].is_multiplied = true;
  for (std::size_t i = holders.size(); i-- > 0;) {
    Expr outer;
    outer.op = Op::inside;
    outer.id = holders[i];
    outer.range = leaf.range;
    outer.is_checked = leaf.is_checked || holders[i] == the_next;
    outer.text = text;
    outer.args.push_back(std::move(leaf));
    leaf = std::move(outer);
  }
  return leaf;
}

}  // namespace schemac::plan
