#include "direct/pieces/file_paths.h"

#include <string_view>

#include "direct/message_elements.h"

namespace schemac::direct {
namespace {

using model::FileBase;
using model::FileExpression;

std::string member_path(const std::string& path, std::string_view member) {
  return path.empty() ? std::string(member) : path + "." + std::string(member);
}
std::string list_path(const std::string& path, std::uint64_t index) {
  return path + "[" + std::to_string(index) + "]";
}

const plan::Record* record_in(const plan::Plan& plan, const plan::Field& field) {
  const auto* nested = std::get_if<plan::Nested>(&value_body(field.body).kind);
  return nested == nullptr ? nullptr : &plan.records[nested->record];
}

// A value of no type, which may be asked for any member.
std::shared_ptr<const FreeValue> free_value_of(const Value& value) {
  if (const auto* open = std::get_if<OpenValue>(&value.kind)) return open->value;
  const auto* encoded = std::get_if<EncodedContent>(&value.kind);
  return encoded == nullptr ? nullptr : encoded->value;
}

}  // namespace

void PathWalk::walk() const {
  switch (path_.base) {
    case FileBase::element:
      return go_on(scope_.element, 0);
    case FileBase::key:
      return go_on(scope_.key, 0);
    case FileBase::item:
      return go_on(scope_.item, 0);
    case FileBase::parameter:
      return go_on(parameter(), 1);
    case FileBase::entry:
      if (scope_.in != nullptr) walk_directory(*scope_.in, 0);
      return;
  }
}

std::optional<TypedValue> PathWalk::parameter() const {
  if (scope_.in == nullptr) return std::nullopt;
  const model::FileStep& step = path_.steps.front();
  const auto& parameters = scope_.in->directory->form.parameters;
  for (std::size_t i = 0; i < scope_.in->parameters.size(); ++i) {
    if (parameters[i].name != step.member) continue;
    const TypedValue& value = scope_.in->parameters[i];
    return step.index ? element_at(value, *step.index) : std::optional(value);
  }
  return std::nullopt;
}

void PathWalk::walk_directory(const OpenDirectory& at, std::size_t i) const {
  if (i == path_.steps.size()) return;
  const model::FileStep& step = path_.steps[i];
  const model::Directory& form = at.directory->form;
  for (const model::FileLet& let : form.lets)
    if (let.name == step.member) return on_let(at, let);
  for (std::size_t e = 0; e < form.entries.size(); ++e) {
    if (form.entries[e].name != step.member) continue;
    if (form.entries[e].directory && i + 1 == path_.steps.size())
      return on_directories(step.index ? std::uint64_t{*step.index < at.inner[e].size()}
                                       : at.inner[e].size());
    for (std::size_t k = 0; k < at.inner[e].size(); ++k)
      if (!step.index || *step.index == k) walk_directory(*at.inner[e][k], i + 1);
    if (!at.entries[e]) continue;
    go_on(step.index ? element_at(*at.entries[e], *step.index) : at.entries[e], i + 1);
  }
}

void PathWalk::go_on(const std::optional<TypedValue>& place, std::size_t i) const {
  if (!place) return;
  if (i == path_.steps.size()) return on_value(*place);
  if (std::holds_alternative<Elements>(place->value->kind)) {
    for (std::uint64_t k = 0; k < element_count(*place->value); ++k)
      go_on(element_at(*place, k), i);
    return;
  }
  const model::FileStep& step = path_.steps[i];
  auto next = member_of(*scope_.plan, *place, step.member);
  if (next && step.index) next = element_at(*next, *step.index);
  go_on(next, i + 1);
}

std::optional<TypedValue> find_value(const FileScope& scope, const FileExpression& path) {
  std::optional<TypedValue> found;
  bool is_only = true;
  PathWalk walk(scope, path);
  walk.on_value = [&](const TypedValue& value) {
    is_only = !found;
    found = value;
  };
  walk.walk();
  return is_only ? found : std::nullopt;
}

std::optional<TypedValue> member_of(const plan::Plan& plan, const TypedValue& from,
                                    const std::string& name) {
  if (const auto free = free_value_of(*from.value)) {
    const FreeValue* found = free->find(name);
    if (found == nullptr) return std::nullopt;
    OpenValue inner;
    if (const auto* open = std::get_if<OpenValue>(&from.value->kind)) inner.form = open->form;
    inner.value = std::shared_ptr<const FreeValue>(free, found);
    auto made = std::make_shared<const Value>(Value{std::move(inner)});
    return TypedValue{made.get(), nullptr, nullptr, member_path(from.path, name), made, from.file};
  }
  const auto* members = std::get_if<Members>(&from.value->kind);
  if (members == nullptr || from.record == nullptr) return std::nullopt;
  const Value* found = members->find(name);
  if (found == nullptr) return std::nullopt;
  for (const plan::Field& field : from.record->fields)
    if (field.name == name)
      return TypedValue{found,     record_in(plan, field),
                        &field,    member_path(from.path, name),
                        from.made, from.file};
  return std::nullopt;
}

std::optional<TypedValue> element_at(const TypedValue& list, std::uint64_t index) {
  const auto* elements = std::get_if<Elements>(&list.value->kind);
  if (elements == nullptr || index >= elements->values.size()) return std::nullopt;
  // The elements of a list of files are files: their paths begin there.
  if (list.files != nullptr && index < list.files->size())
    return TypedValue{&elements->values[index], list.record, nullptr, "", list.made,
                      (*list.files)[index]};
  return TypedValue{&elements->values[index],    list.record, list.field,
                    list_path(list.path, index), list.made,   list.file};
}

std::uint64_t element_count(const Value& list) {
  const auto* elements = std::get_if<Elements>(&list.kind);
  return elements == nullptr ? 0 : elements->values.size();
}

}  // namespace schemac::direct
