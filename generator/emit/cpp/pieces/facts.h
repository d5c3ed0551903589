// What values say, in C++: expressions over facts, each of which is a local of no type.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/printer.h"
#include "model/array.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

[[nodiscard]] const plan::Field* field_named(const plan::Record& record, const std::string& name);
/// The record that a field holds as it is; null if it holds something else.
[[nodiscard]] const plan::Record* record_in(const plan::Plan& plan, const plan::Field& field);

/// What a local that stands for a path is called begins so: "metadataData" for metadata.data. Names
/// of members have no capitals, so that each path has a local of its own.
void append_step(std::string& local, std::string step);

/// The fields that steps lead through, and the names after them: inside a value of no type.
struct FactPath {
  std::vector<const plan::Field*> fields;
  std::vector<std::string> names;

  FactPath(const plan::Plan& plan, const plan::Record& record,
           const std::vector<model::FileStep>& steps);

  /// "metadataData_fact"
  [[nodiscard]] std::string fact() const;
  /// schemac::impl::find_in(metadataData_fact, {"shape"})
  [[nodiscard]] std::string find_in(const std::string& fact) const;
};

/// Visits each path of an array's forms.
void for_each_fact(const model::JoinedArray& array,
                   const std::function<void(const model::FileExpression&)>& visit);

/// How a path is spelled: a pointer to a value.
using SpellPath = std::function<std::string(const model::FileExpression& path)>;

/// Whether the conditions of all forms can be spelled.
[[nodiscard]] bool can_be_spelled(const model::JoinedArray& array);

/// Prints what lets a `joiner` take the first form whose facts are there, and returns what came of
/// it.
void emit_array_forms(Printer& out, const SpellPath& spell, const model::JoinedArray& array);

}  // namespace schemac::emit::cpp
