#include "model/passes/budget.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/passes/draft.h"

namespace schemac::model {
namespace {

struct Extent {
  std::size_t depth = 0;
  std::uint64_t fields = 0;
};
enum class State : std::uint8_t { fresh, open, done };

// Follows each record once, without recursion: how deep it goes is what is to be found out.
class Holdings {
 public:
  explicit Holdings(const Format& format) : format_(format), found_(format.types.size()) {}

  [[nodiscard]] Extent of(TypeIndex type) {
    std::vector<TypeIndex> open = {type};
    while (!open.empty()) {
      const TypeIndex next = open.back();
      if (found_[next].state == State::fresh) {
        found_[next].state = State::open;
        for (const TypeIndex held : held_by(next))
          if (found_[held].state == State::fresh) open.push_back(held);
        continue;
      }
      open.pop_back();
      if (found_[next].state == State::open) add_up(next);
      found_[next].state = State::done;
    }
    return found_[type].extent;
  }

 private:
  struct Found {
    Extent extent;
    State state = State::fresh;
  };

  static void add(const Body& body, std::vector<TypeIndex>& out) {
    if (const auto* record = std::get_if<RecordReference>(&body.kind)) out.push_back(record->type);
    if (const auto* choice = std::get_if<Switch>(&body.kind))
      for (const Case& each : choice->cases) add(each.body, out);
  }
  [[nodiscard]] std::vector<TypeIndex> held_by(TypeIndex type) const {
    std::vector<TypeIndex> held;
    for (const Field& field : format_.types[type].fields) add(field.body, held);
    return held;
  }
  // A record that is still open holds itself: the runtime bounds those.
  void add_up(TypeIndex type) {
    constexpr std::uint64_t countless = std::uint64_t{1} << 40;
    Extent extent{1, format_.types[type].fields.size()};
    for (const TypeIndex held : held_by(type)) {
      if (found_[held].state != State::done) continue;
      extent.depth = std::max(extent.depth, found_[held].extent.depth + 1);
      extent.fields = std::min(extent.fields + found_[held].extent.fields, countless);
    }
    found_[type].extent = extent;
  }

  const Format& format_;
  std::vector<Found> found_;
};

}  // namespace

bool keeps_budget(Draft& draft) {
  if (draft.is_over_budget) return false;
  Holdings holdings(draft.format);
  for (const Type& type : draft.format.types) {
    const Extent extent = holdings.of(static_cast<TypeIndex>(&type - draft.format.types.data()));
    if (extent.depth > budget::record_depth) {
      draft
          .error(type.range, "too-large",
                 "'" + type.name + "' holds records inside records that are more than " +
                     std::to_string(budget::record_depth) + " deep")
          .help("let a record have the fields of one that only it holds");
      draft.is_over_budget = true;
    } else if (extent.fields > budget::held_fields) {
      draft
          .error(type.range, "too-large",
                 "'" + type.name + "' has, with the records that it holds, more than " +
                     std::to_string(budget::held_fields) + " fields")
          .help("hold the largest of them in fewer places");
      draft.is_over_budget = true;
    }
    if (draft.is_over_budget) return false;
  }
  return true;
}

}  // namespace schemac::model
