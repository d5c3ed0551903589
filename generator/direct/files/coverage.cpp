#include "direct/files/coverage.h"

namespace schemac::direct {
namespace {

// "Tensor.data": alternatives and elements are looked into, records have entries of their own.
void visit_alternatives(const plan::Body& body, const std::string& path,
                        const std::set<const plan::Alternative*>& reached,
                        std::vector<std::string>& out) {
  if (const auto* list = std::get_if<plan::List>(&body.kind)) {
    visit_alternatives(list->element.front(), path, reached, out);
  }
  const auto* choice = std::get_if<plan::Switch>(&body.kind);
  if (choice == nullptr) return;
  for (const plan::Alternative& alternative : choice->alternatives) {
    if (reached.count(&alternative) == 0)
      out.push_back("case '" + alternative.name + "' of " + path + " never held");
    visit_alternatives(alternative.body.front(), path, reached, out);
  }
}

std::string describe(const plan::Check& check) {
  std::string text = "check '" + check.identifier + "' [";
  text += id(check.rule);
  text += ']';
  return check.name.empty() ? text : text + " (" + check.name + ")";
}

// Those that no reader makes.
std::set<plan::CheckId> checks_of_writers(const plan::Plan& plan) {
  std::set<plan::CheckId> checks;
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields)
      if (field.availability && field.availability->check)
        checks.insert(*field.availability->check);
  return checks;
}

}  // namespace

std::vector<std::string> Coverage::unreached(const plan::Plan& plan) const {
  std::vector<std::string> out;
  for (const plan::Record& record : plan.records) {
    for (const plan::Field& field : record.fields) {
      const std::string path = record.name + "." + field.name;
      visit_alternatives(field.body, path, alternatives_, out);
      if (!field.presence) continue;
      if (present_.count(&field) == 0) out.push_back(path + " was never there");
      if (absent_.count(&field) == 0) out.push_back(path + " was never absent");
    }
  }
  const std::set<plan::CheckId> of_writers = checks_of_writers(plan);
  for (plan::CheckId id = 0; id < plan.checks.size(); ++id) {
    if (of_writers.contains(id)) continue;
    const bool has_held = held_.count(id) != 0;
    const bool has_failed = failed_.count(id) != 0;
    if (!has_held && !has_failed) out.push_back(describe(plan.checks[id]) + " was never made");
    if (has_held && !has_failed) out.push_back(describe(plan.checks[id]) + " never failed");
  }
  return out;
}

}  // namespace schemac::direct
