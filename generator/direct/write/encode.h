// From values to bytes: check, measure, place, emit, by the plan's items alone.
//
// Counts, sizes, offsets, tags, flags, constants and padding come from the plan; the values hold
// none of them. What was written is validated before it is returned, so a file that is wrong never
// comes out.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/check/check.h"
#include "schemac/core/limits.h"
#include "schemac/core/result.h"
#include "schemac/core/violation.h"

namespace schemac::direct {

/// A JSON text as `decode --json --full` prints it.
struct Document {
  std::string schema;  ///< "log", "log:daily"; empty if it names none
  nlohmann::ordered_json values;
  std::vector<Problem> problems;  ///< the text isn't JSON, or not of this form
};
/// {"schema", "values"}, or values alone.
[[nodiscard]] Document parse_document(std::string_view text);

/// Lends the zeros that the file is written into, once its size is known; none if there is no room.
using LendRoom = std::function<MutableBytes(std::uint64_t size)>;

struct EncodeOptions {
  Limits limits = {};
  References references = {};
};

/// Writes the file that holds `values` into the room that is lent, each payload once, from where it
/// lies. If there are problems, what is in the room is no file.
[[nodiscard]] std::vector<Problem> encode_into(const plan::Plan& plan, const plan::Root& root,
                                               const nlohmann::ordered_json& values,
                                               const LendRoom& lend,
                                               const EncodeOptions& options = {});

/// The same for a tree of values, which may borrow the bytes of another file.
[[nodiscard]] std::vector<Problem> encode_into(const plan::Plan& plan, const plan::Root& root,
                                               const Value& values, const LendRoom& lend,
                                               const Limits& limits = {});

struct Encoded {
  std::vector<std::byte> bytes;
  std::vector<Problem> problems;  ///< if there are any, `bytes` is empty

  [[nodiscard]] bool ok() const { return problems.empty(); }
};

/// The file that holds `values`. Members with defaults may be missing; unknown ones are problems.
[[nodiscard]] Encoded encode(const plan::Plan& plan, const plan::Root& root,
                             const nlohmann::ordered_json& values, const Limits& limits = {});
/// The same for a tree of values.
[[nodiscard]] Encoded encode(const plan::Plan& plan, const plan::Root& root, const Value& values,
                             const Limits& limits = {});

}  // namespace schemac::direct
