// What values in JSON refer to: files by name, and what a program hands over beside the JSON.
//
// A text can't refer to the latter: a tree has it as a binary value, whose subtype is its
// index, and no text of JSON has such values.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "direct/json/array_file.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/core/result.h"

namespace schemac::direct {

/// Opens a file that values refer to by {"file": "w.bin"}; the error says why it can't be.
using OpenFile = std::function<Result<Content>(const std::string& name)>;

/// Memory of a program, in place of a file: {"file": index}.
struct Lent {
  Content content;
  std::optional<ArrayFile> array;  ///< what the elements are, where they are those of an array
};
/// A part of a value that was read by the same plan, as it is: index.
struct Kept {
  std::shared_ptr<const Value> value;
  const plan::Body* body = nullptr;  ///< of the plan, what it is
};

struct References {
  OpenFile open_file = {};  ///< without one values refer to no files
  std::vector<Lent> lent = {};
  std::vector<Kept> kept = {};
};

/// What {"file"} refers to.
struct Referenced {
  Content content;
  std::optional<ArrayFile> array;  ///< of an array: whose `elements` are to be used
  std::string called;              ///< how a sentence about it begins: "'w.bin' "
};
/// What `name`, of {"file": name}, refers to, or a problem.
[[nodiscard]] std::optional<Referenced> open_reference(const nlohmann::ordered_json& name,
                                                       const std::string& path,
                                                       const References& references,
                                                       std::vector<Problem>& problems);

/// Whether `json` represents a part of a value that is kept.
[[nodiscard]] bool is_kept(const nlohmann::ordered_json& json);
/// That part, if a `body` of the plan can be it; else a problem.
[[nodiscard]] Value kept_value(const plan::Body& body, const nlohmann::ordered_json& json,
                               const std::string& path, const References& references,
                               std::vector<Problem>& problems);
/// The same of a value that is a whole record of the plan.
[[nodiscard]] Value kept_record(const plan::Plan& plan, const plan::Record& record,
                                const nlohmann::ordered_json& json, const References& references,
                                std::vector<Problem>& problems);

}  // namespace schemac::direct
