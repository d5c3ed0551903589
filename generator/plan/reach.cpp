#include "plan/reach.h"

#include <algorithm>
#include <set>

#include "plan/walk_model.h"

namespace schemac::plan {
namespace {

using model::TypeIndex;

class Reach {
 public:
  explicit Reach(const model::Format& format) : format_(format) {}

  void visit(TypeIndex type) {
    if (!visited_.insert(type).second) return;
    for_each_body(format_.types[type], [this](const model::Body& body) {
      const auto* record = std::get_if<model::RecordReference>(&body.kind);
      if (record != nullptr && format_.types[record->type].is_record) visit(record->type);
    });
    order_.push_back(type);
  }
  /// Types of structs stand after those that they hold themselves; of types that hold each other
  /// in lists that matters, of others it changes nothing.
  std::vector<TypeIndex> take() {
    const std::vector<TypeIndex> reached = std::move(order_);
    visited_.clear();
    order_.clear();
    for (const TypeIndex type : reached) place(type);
    return std::move(order_);
  }

 private:
  void place(TypeIndex type) {
    if (!visited_.insert(type).second) return;
    for_each_body(format_.types[type], [this](const model::Body& body) {
      const auto* record = std::get_if<model::RecordReference>(&body.kind);
      const bool is_list = body.repeat.kind != model::RepeatKind::none;
      if (record != nullptr && !is_list && format_.types[record->type].is_record)
        place(record->type);
    });
    order_.push_back(type);
  }

  const model::Format& format_;
  std::set<TypeIndex> visited_;
  std::vector<TypeIndex> order_;
};

void collect_records(const Body& body, std::set<RecordId>& out) {
  if (const auto* nested = std::get_if<Nested>(&body.kind)) out.insert(nested->record);
  if (const auto* list = std::get_if<List>(&body.kind))
    for (const Body& element : list->element) collect_records(element, out);
  if (const auto* choice = std::get_if<Switch>(&body.kind))
    for (const Alternative& alternative : choice->alternatives)
      for (const Body& inner : alternative.body) collect_records(inner, out);
}

}  // namespace

std::vector<TypeIndex> reached_types(const model::Format& format) {
  Reach reach(format);
  for (const model::Root& root : format.roots)
    if (format.types[root.type].is_record) reach.visit(root.type);
  for (const model::Directory& directory : format.directories)
    for (const model::DirectoryEntry& entry : directory.entries)
      if (!entry.directory) reach.visit(entry.type);
  return reach.take();
}

bool is_held(const model::Format& format, const std::vector<TypeIndex>& types, TypeIndex type) {
  bool found = false;
  for (const TypeIndex holder : types)
    for_each_body(format.types[holder], [&](const model::Body& body) {
      const auto* record = std::get_if<model::RecordReference>(&body.kind);
      found = found || (record != nullptr && record->type == type);
    });
  return found;
}

void find_recursion(Plan& plan) {
  std::vector<std::set<RecordId>> held(plan.records.size());
  for (std::size_t i = 0; i < plan.records.size(); ++i)
    for (const Field& field : plan.records[i].fields) collect_records(field.body, held[i]);
  for (std::size_t i = 0; i < plan.records.size(); ++i) {
    std::set<RecordId> seen;
    std::vector<RecordId> open(held[i].begin(), held[i].end());
    while (!open.empty()) {
      const RecordId next = open.back();
      open.pop_back();
      if (seen.insert(next).second) open.insert(open.end(), held[next].begin(), held[next].end());
    }
    plan.records[i].is_recursive = seen.contains(static_cast<RecordId>(i));
  }
}

}  // namespace schemac::plan
