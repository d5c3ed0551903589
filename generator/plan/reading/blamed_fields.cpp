#include "plan/reading/blamed_fields.h"

#include "plan/facts/inner_bodies.h"

namespace schemac::plan {
namespace {

class BlameFinder {
 public:
  explicit BlameFinder(Plan& plan) : plan_(plan) {}

  void find() {
    for (RecordId id = 0; id < plan_.records.size(); ++id) {
      for (const Item& item : plan_.records[id].items) {
        if (const auto* require = std::get_if<Require>(&item); require != nullptr && require->at)
          follow(id, *require->at);
        if (const auto* later = std::get_if<CheckElements>(&item)) follow_rules(later->list);
      }
      for (const Field& field : plan_.records[id].fields) look_into(id, field.body);
    }
  }

 private:
  void look_into(RecordId id, const Body& body) {
    const auto* array = std::get_if<Array>(&body.kind);
    if (array != nullptr && array->dims) follow(id, array->dims->first);
    if (const auto* list = std::get_if<List>(&body.kind)) follow_rules(*list);
    for (const Body* inner : inner_bodies(body)) look_into(id, *inner);
  }
  // Of an element, which the list around it blames even for a field of its own.
  void follow_rules(const List& list) {
    const auto* nested = std::get_if<Nested>(&list.element.front().kind);
    for (const EachRule& rule : list.each)
      if (nested != nullptr && rule.at && !rule.item) blame(nested->record, *rule.at);
  }
  // Of the record at hand: its own fields it knows itself.
  void follow(RecordId id, const FieldPath& path) {
    if (!path.inner.empty()) blame(id, path);
  }
  void blame(RecordId id, const FieldPath& path) {
    FieldId field = path.field;
    for (const FieldId inner : path.inner) {
      id = std::get<Nested>(plan_.records[id].fields[field].body.kind).record;
      field = inner;
    }
    plan_.records[id].blamed.insert(field);
  }

  Plan& plan_;
};

}  // namespace

void find_blamed_fields(Plan& plan) { BlameFinder(plan).find(); }

}  // namespace schemac::plan
