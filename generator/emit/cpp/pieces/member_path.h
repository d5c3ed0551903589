// Paths through the members of values and views, as C++.
#pragma once

#include <string>
#include <vector>

#include "emit/printer.h"
#include "model/directory.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// The fields that a path leads through, from a record on, and the names of locals that keep what
/// is found in them.
class PathToMember {
 public:
  PathToMember(const plan::Plan& plan, const plan::Record& record,
               const std::vector<model::FileStep>& steps);

  /// Prints what leads to the last field, and returns how that is spelled. `failure` is what is
  /// done where something on the way isn't there: "return parts". `call` is "()" for views, and
  /// `local_type` how their members are kept: "const auto&".
  [[nodiscard]] std::string emit(Printer& out, std::string from, const std::string& call,
                                 const std::string& failure,
                                 const std::string& local_type = "const auto&") const;
  /// The same for the record that has the last field: "schemac::impl::held(value_at)->".
  [[nodiscard]] std::string emit_holder(Printer& out, std::string from, const std::string& call,
                                        const std::string& failure,
                                        const std::string& local_type) const;
  [[nodiscard]] const plan::Record& holder() const { return *holder_; }
  [[nodiscard]] const plan::Field& last() const { return *fields_.back(); }

 private:
  std::vector<const plan::Field*> fields_;
  const plan::Record* holder_ = nullptr;
};

/// The record that the elements of a list are.
[[nodiscard]] const plan::Record& list_element(const plan::Plan& plan, const plan::Field& field);

}  // namespace schemac::emit::cpp
