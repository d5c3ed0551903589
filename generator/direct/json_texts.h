// JSON texts in a plan: the forms by which the runtime decodes and writes them.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/context.h"
#include "schemac/json/json.h"

namespace schemac::direct {

/// All texts of a plan; borrows it.
class JsonTexts {
 public:
  explicit JsonTexts(const plan::Plan& plan);

  /// Of a text whose members are the fields of a record.
  [[nodiscard]] json::TextForm form_of(plan::RecordId record) const;

 private:
  const plan::Plan& plan_;
  std::vector<std::vector<json::Name>> names_;      // of each enumeration
  std::vector<std::vector<json::Member>> members_;  // of each record
  std::vector<json::RecordForm> records_;
};

/// The check of a flaw.
[[nodiscard]] plan::CheckId check_of(const plan::JsonChecks& checks, json::Flaw flaw);

/// How a field or its elements are values of no type; null for other fields.
[[nodiscard]] const plan::FreeForm* free_form_of(const plan::Field* field);

/// A value with bytes that may stand for it: these, if they do, else those that a writer makes.
[[nodiscard]] OpenValue open_value(const plan::FreeForm& form, FreeValue value,
                                   const Content& stored);

/// A value of no type as JSON. What JSON has no form for is an object with one member: {"hex"} for
/// bytes, {"ext", "hex"}, {"real"} for what is no finite number, {"map"} for pairs whose keys
/// aren't texts. Names of that kind, and "choices", get a backslash before them.
[[nodiscard]] nlohmann::ordered_json free_json(const FreeValue& value);
/// The other way round; null for what isn't spelled so.
[[nodiscard]] std::optional<FreeValue> free_value(const nlohmann::ordered_json& json);

}  // namespace schemac::direct
