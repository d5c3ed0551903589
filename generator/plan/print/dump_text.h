// Bodies and what they consist of in one line each, for the dump.
#pragma once

#include <string>
#include <vector>

#include "plan/plan.h"

namespace schemac::plan {

/// What the texts of one record need to name things.
class DumpNames {
 public:
  DumpNames(const Plan& plan, const Record& record);

  [[nodiscard]] std::string field(FieldId id) const;
  [[nodiscard]] std::string path(const FieldPath& path) const;
  [[nodiscard]] std::string fields(const std::vector<FieldId>& ids) const;
  [[nodiscard]] std::string section(const SectionRef& section) const;
  [[nodiscard]] std::string expression(const Expr& expr) const;
  /// " name[identifier]" of a check, or "".
  [[nodiscard]] std::string check(std::string_view name, std::optional<CheckId> id) const;
  [[nodiscard]] const Plan& plan() const { return plan_; }

 private:
  const Plan& plan_;
  const Record& record_;
  std::vector<std::string> names_;
};

/// "2+8": anchor and distance.
[[nodiscard]] std::string to_text(const Position& position);
[[nodiscard]] std::string describe(const Source& source, const DumpNames& names);
[[nodiscard]] std::string describe(const Body& body, const DumpNames& names);
[[nodiscard]] std::string describe(const Item& item, const DumpNames& names);

}  // namespace schemac::plan
