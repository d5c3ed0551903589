#include "plan/writing/encoded.h"

#include <algorithm>
#include <vector>

#include "plan/facts/inner_bodies.h"

namespace schemac::plan {

// Marks those that have such fields, then those that hold them.
void find_encoded(Plan& plan) {
  std::vector<std::vector<RecordId>> holders(plan.records.size());
  std::vector<RecordId> found;
  for (RecordId id = 0; id < plan.records.size(); ++id)
    for (const Field& field : plan.records[id].fields) {
      if (field.codec) found.push_back(id);
      for (const Nested* nested : nested_in(field.body)) holders[nested->record].push_back(id);
    }
  while (!found.empty()) {
    const RecordId id = found.back();
    found.pop_back();
    if (plan.records[id].holds_encoded) continue;
    plan.records[id].holds_encoded = true;
    found.insert(found.end(), holders[id].begin(), holders[id].end());
  }
}

bool holds_encoded(const Plan& plan, const Body& body) {
  return std::ranges::any_of(nested_in(body), [&](const Nested* nested) {
    return plan.records[nested->record].holds_encoded;
  });
}

}  // namespace schemac::plan
