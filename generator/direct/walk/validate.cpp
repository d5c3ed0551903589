#include "direct/walk/validate.h"

#include <nlohmann/json.hpp>

#include "direct/walk/walk.h"
#include "source/utf8.h"

namespace schemac::direct {

Report validate(const plan::Plan& plan, const plan::Root& root, Bytes bytes, const Limits& limits) {
  impl::Context context(bytes, limits, impl::Strictness::validate);
  if (walk(plan, root, context) == Certainty::certain) return context.take_report();
  // Payloads are out of order: a walk that keeps all of them finds overlaps and gaps.
  impl::Context again(bytes, limits, impl::Strictness::validate);
  walk(plan, root, again, PayloadOrder::any);
  return again.take_report();
}

// Texts of files, such as names that they give to others, need not be UTF-8.
nlohmann::ordered_json to_json(const Violation& violation) {
  return {{"path", source::as_utf8(violation.path)},
          {"offset", violation.offset},
          {"rule", id(violation.rule)},
          {"name", violation.name},
          {"level", id(violation.level)},
          {"message", source::as_utf8(violation.message)}};
}

nlohmann::ordered_json to_json(const Report& report, const std::string& file,
                               const std::string& schema) {
  nlohmann::ordered_json violations = nlohmann::ordered_json::array();
  for (const Violation& violation : report.violations()) violations.push_back(to_json(violation));
  nlohmann::ordered_json result = {
      {"file", source::as_utf8(file)}, {"schema", schema}, {"ok", report.ok()}};
  result["violations"] = std::move(violations);
  if (report.dropped() != 0) result["dropped"] = report.dropped();
  return result;
}

}  // namespace schemac::direct
