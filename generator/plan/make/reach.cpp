#include "plan/make/reach.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "plan/expressions/walk_model.h"
#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

using model::TypeIndex;

// Structs come after those that they hold, so that types, and the functions for them, are known
// where they are used. Only types that hold each other, in lists, can't keep to that: of these,
// each comes after those that it holds as a member of its own.
class Reach {
 public:
  explicit Reach(const model::Format& format) : format_(format) {}

  /// Finds the types that hold each other as Tarjan does: each group after those that it holds.
  /// Returns the earliest open type that `type` leads to.
  std::size_t visit(TypeIndex type) {
    if (const auto known = found_.find(type); known != found_.end()) return known->second;
    const std::size_t number = open_.size();
    std::size_t earliest = number;
    found_[type] = number;
    open_.push_back(type);
    for_each_held(type, [&](TypeIndex held, bool) { earliest = std::min(earliest, visit(held)); });
    found_[type] = earliest;
    if (earliest == number) close_group(number);
    return earliest;
  }
  std::vector<TypeIndex> take() { return std::move(order_); }

 private:
  static constexpr std::size_t closed = std::numeric_limits<std::size_t>::max();

  template <class Look>
  void for_each_held(TypeIndex type, const Look& look) {
    for_each_body(format_.types[type], [&](const model::Body& body) {
      const auto* record = std::get_if<model::RecordReference>(&body.kind);
      if (record != nullptr && format_.types[record->type].is_record)
        look(record->type, body.repeat.kind != model::RepeatKind::none);
    });
  }

  void close_group(std::size_t first) {
    const std::vector<TypeIndex> group(open_.begin() + static_cast<std::ptrdiff_t>(first),
                                       open_.end());
    open_.resize(first);
    for (const TypeIndex type : group) put(type);
    for (const TypeIndex type : group) found_[type] = closed;
  }
  void put(TypeIndex type) {
    if (!placed_.insert(type).second) return;
    for_each_held(type, [this](TypeIndex held, bool is_list) {
      if (!is_list) put(held);
    });
    order_.push_back(type);
  }

  const model::Format& format_;
  std::map<TypeIndex, std::size_t> found_;  // the earliest open type that each leads to, or closed
  std::vector<TypeIndex> open_;             // of groups that aren't whole yet
  std::set<TypeIndex> placed_;
  std::vector<TypeIndex> order_;
};

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
    for (const Field& field : plan.records[i].fields)
      for (const Nested* nested : nested_in(field.body)) held[i].insert(nested->record);
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
