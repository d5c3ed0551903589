#include "emit/cpp/spell/streams.h"

#include <algorithm>

#include "emit/cpp/spell/records.h"

namespace schemac::emit::cpp {

std::vector<const plan::Root*> growing_roots(const plan::Plan& plan) {
  std::vector<const plan::Root*> roots;
  for (const plan::Root& root : plan.roots) {
    const bool is_known = std::ranges::any_of(
        roots, [&](const plan::Root* other) { return other->record == root.record; });
    if (stream_of(plan, plan.records[root.record]) != nullptr && !is_known) roots.push_back(&root);
  }
  return roots;
}

const plan::Stream* stream_of(const plan::Plan& plan, const plan::Record& record) {
  return record.stream && is_root(plan, record) ? &*record.stream : nullptr;
}

std::string streamed_type(const plan::Record& record) { return record.name + "Stream"; }

std::string value_type(const plan::Plan& plan, const plan::Record& root) {
  return stream_of(plan, root) != nullptr ? "ValueOf" + root.name : root.name;
}

std::string value_template(const plan::Plan& plan, const plan::Record& root,
                           std::string_view further) {
  std::string parameters;
  if (stream_of(plan, root) != nullptr)
    parameters = "std::derived_from<" + root.name + "> " + value_type(plan, root);
  if (!further.empty()) parameters += (parameters.empty() ? "" : ", ") + std::string(further);
  return parameters.empty() ? "" : "template <" + parameters + ">";
}

}  // namespace schemac::emit::cpp
