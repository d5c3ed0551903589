// Numbers, members of enumerations and flags as people type them, alone and in lists; and how
// problems of any value are reported.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "direct/json/element_json.h"
#include "direct/json/references.h"
#include "direct/problem.h"
#include "direct/value.h"
#include "plan/plan.h"

namespace schemac::direct {

/// "items.name", "items[3]"
[[nodiscard]] std::string joined(const std::string& path, const std::string& name);
[[nodiscard]] std::string indexed(const std::string& path, std::size_t index);

/// Adds a problem; there is no value then.
Value problem_at(std::vector<Problem>& problems, const std::string& path, std::string message,
                 std::string help = {});
/// The same of JSON of another kind than `wanted`.
Value unexpected_at(std::vector<Problem>& problems, const std::string& path,
                    const std::string& wanted, const Json& json);

class ScalarReader {
 public:
  /// `noted` gets what the checks of values will refuse, should they be made: numbers that are no
  /// members of their enumerations.
  ScalarReader(const plan::Plan& plan, const References& references, std::vector<Problem>& problems,
               std::vector<Problem>& noted)
      : plan_(plan), references_(references), problems_(problems), noted_(noted) {}

  [[nodiscard]] Value read(const plan::Scalar& scalar, const Json& json,
                           const std::string& path) const;
  /// A list of them, or a file that holds one.
  [[nodiscard]] Value read_list(const plan::Scalar& scalar, const Json& json,
                                const std::string& path) const;

 private:
  Value problem(const std::string& path, std::string message, std::string help = {}) const {
    return problem_at(problems_, path, std::move(message), std::move(help));
  }
  Value unexpected(const std::string& path, const std::string& wanted, const Json& json) const {
    return unexpected_at(problems_, path, wanted, json);
  }
  [[nodiscard]] Value read_member(const plan::Enum& enumeration, const plan::Scalar& scalar,
                                  const Json& json, const std::string& path) const;
  void note_unknown(plan::CheckId id, Int128 number, const std::string& path) const;
  [[nodiscard]] Value read_flags(const plan::Scalar& scalar, const Json& json,
                                 const std::string& path) const;
  [[nodiscard]] Value read_file(Scalars list, const Json& file_name, const std::string& path) const;

  const plan::Plan& plan_;
  const References& references_;
  std::vector<Problem>& problems_;
  std::vector<Problem>& noted_;
};

}  // namespace schemac::direct
