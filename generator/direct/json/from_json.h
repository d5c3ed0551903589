// From JSON to a tree of values, by what the plan allows where.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// The members of `record`; whatever doesn't fit is a problem with its path, and the tree is then
/// of no use. `references` are what they refer to.
[[nodiscard]] Value from_json(const plan::Plan& plan, const plan::Record& record,
                              const nlohmann::ordered_json& json, const References& references,
                              std::vector<Problem>& problems);

/// A record of which something is read: its members by now, and the path of what is read.
struct ReadIn {
  const plan::Record& record;
  const Members& members;
  const std::string& path;
};
/// One field of it, and what a field or an element has as its body.
[[nodiscard]] Value field_from_json(const plan::Plan& plan, const ReadIn& in,
                                    const plan::Field& field, const nlohmann::ordered_json& json,
                                    const References& references, std::vector<Problem>& problems);
[[nodiscard]] Value body_from_json(const plan::Plan& plan, const ReadIn& in, const plan::Body& body,
                                   const nlohmann::ordered_json& json, const References& references,
                                   std::vector<Problem>& problems);

}  // namespace schemac::direct
