#include "random/placed_lists.h"

#include <variant>

namespace net {

namespace plan = schemac::plan;

namespace {

class Finder {
 public:
  explicit Finder(const plan::Plan& plan) : plan_(plan) {}

  std::set<std::string> find() {
    for (const plan::Record& record : plan_.records)
      for (const plan::Field& field : record.fields)
        if (field.jump) add(field);
    return lists_;
  }

 private:
  void add(const plan::Field& field) {
    if (std::holds_alternative<plan::List>(field.body.kind)) lists_.insert(field.name);
    look_into(field.body);
  }
  void look_into(const plan::Body& body) {
    if (const auto* list = std::get_if<plan::List>(&body.kind))
      return look_into(list->element.front());
    if (const auto* choice = std::get_if<plan::Switch>(&body.kind))
      for (const plan::Alternative& each : choice->alternatives) look_into(each.body.front());
    const auto* nested = std::get_if<plan::Nested>(&body.kind);
    if (nested == nullptr || !records_.insert(nested->record).second) return;
    for (const plan::Field& field : plan_.records[nested->record].fields) add(field);
  }

  const plan::Plan& plan_;
  std::set<std::string> lists_;
  std::set<plan::RecordId> records_;
};

}  // namespace

std::set<std::string> placed_lists(const plan::Plan& plan) { return Finder(plan).find(); }

}  // namespace net
