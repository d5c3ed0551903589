#include "model/passes/relations/nesting.h"

#include <set>
#include <variant>

namespace schemac::model {

namespace {

void add_users(const Body& body, TypeIndex type, std::vector<std::vector<User>>& users) {
  if (const auto* record = std::get_if<RecordReference>(&body.kind))
    users[record->type].push_back({type, record});
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Case& each : choice->cases) add_users(each.body, type, users);
}

}  // namespace

std::vector<std::vector<User>> users_of_types(const Format& format) {
  std::vector<std::vector<User>> users(format.types.size());
  for (TypeIndex type = 0; type < format.types.size(); ++type)
    for (const Field& field : format.types[type].fields) add_users(field.body, type, users);
  std::vector<TypeIndex> recursive;
  for (TypeIndex type = 0; type < format.types.size(); ++type) {
    std::set<TypeIndex> seen;
    std::vector<TypeIndex> open = {type};
    while (!open.empty()) {
      const TypeIndex next = open.back();
      open.pop_back();
      for (const User& user : users[next])
        if (seen.insert(user.type).second) open.push_back(user.type);
    }
    if (seen.contains(type)) recursive.push_back(type);
  }
  for (const TypeIndex type : recursive) users[type].clear();
  return users;
}

std::uint32_t Nesting::inside(std::uint32_t instance, std::uint32_t field, TypeIndex type) {
  if (instance == any || users_[type].empty()) return any;
  std::vector<const RecordReference*> held;
  add_held(format_.types[instances_[instance].type].fields[field].body, type, held);
  return held.size() == 1 ? inside(instance, *held.front()) : any;
}

std::uint32_t Nesting::inside(std::uint32_t instance, const RecordReference& record) {
  if (instance == any || users_[record.type].empty() || instances_.size() > most) return any;
  const auto next = static_cast<std::uint32_t>(instances_.size());
  const auto [found, is_new] = known_.try_emplace({instance, &record}, next);
  if (is_new) instances_.push_back({instance, record.type, &record});
  return found->second;
}

std::uint32_t Nesting::of(const Expression& record, std::uint32_t instance) {
  const auto found = holder_of(record, instance);
  if (!found || !record.type.type) return any;
  return inside(found->first, found->second, *record.type.type);
}

void Nesting::add_held(const Body& body, TypeIndex type,
                       std::vector<const RecordReference*>& held) {
  const auto* record = std::get_if<RecordReference>(&body.kind);
  if (record != nullptr && record->type == type) held.push_back(record);
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Case& each : choice->cases) add_held(each.body, type, held);
}

// The instance and its field that hold it.
std::optional<std::pair<std::uint32_t, std::uint32_t>> Nesting::holder_of(const Expression& record,
                                                                          std::uint32_t instance) {
  if (const auto* reference = std::get_if<Reference>(&record.node)) {
    if (reference->base == Base::self) return {{around(instance, reference->up), reference->index}};
    if (reference->base == Base::root && !format_.roots.empty())
      return {{outermost(format_.roots.front().type), reference->index}};
  }
  if (const auto* member = std::get_if<Member>(&record.node)) {
    if (member->kind == Member::Kind::alternative) return holder_of(*member->object, instance);
    if (member->kind == Member::Kind::field)
      return {{of(*member->object, instance), member->index}};
  }
  if (const auto* element = std::get_if<Element>(&record.node))
    return holder_of(*element->list, instance);
  const auto* call = std::get_if<Call>(&record.node);
  if (call != nullptr && (call->function == Function::first || call->function == Function::last))
    return holder_of(*call->arguments.front(), instance);
  return std::nullopt;
}

}  // namespace schemac::model
