// What the parts of plan::make share: the format, the plan as far as it is made, and how one record
// of the model maps onto a record of the plan. Internal to the plan; make_plan.cpp has the steps in
// order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/unsupported.h"
#include "plan/checks.h"
#include "plan/expressions/captures.h"
#include "plan/identifiers.h"
#include "plan/plan.h"
#include "source/diagnostics.h"

namespace schemac::plan {

struct Builder {
  Builder(const model::Format& made_from, source::Diagnostics& reports)
      : format(made_from), diagnostics(reports), checks(plan.checks) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  const model::Format& format;
  source::Diagnostics& diagnostics;
  Plan plan;
  Checks checks;
  std::vector<std::optional<RecordId>> records;  ///< by model::TypeIndex
  std::vector<std::optional<FormId>> forms;      ///< by model::TypeIndex
  std::vector<Needs> needs;                      ///< by model::TypeIndex
  model::TypeIndex root_type = 0;

  /// Reports that a feature is understood but not executed.
  void planned(source::SourceRange range, const std::string& feature) {
    model::report_unsupported(diagnostics, range, feature);
  }
  /// The same, where there is a remedy to add.
  source::Diagnostic& not_executed(source::SourceRange range, const std::string& feature) {
    return model::report_unsupported_alone(diagnostics, range, feature);
  }
};

/// One record at work: its model, what becomes of it, and what its fields are numbered on both
/// sides.
struct RecordScope {
  Builder& builder;
  model::TypeIndex index = 0;
  const model::Type& type;
  Record& record;
  /// By model::FieldIndex; padding has no field in the plan.
  std::vector<std::optional<FieldId>> ids;
  bool is_root = false;

  [[nodiscard]] const Needs& needs() const { return builder.needs[index]; }
  /// The subject of a check about the record's field `name`; `path` below the frame.
  [[nodiscard]] CheckSubject subject(const std::string& name, std::string path,
                                     const model::CheckStyle& style = {}) const {
    CheckSubject subject;
    subject.prefix =
        snake_identifier(record.name) + (name.empty() ? "" : "_" + snake_identifier(name));
    subject.path = std::move(path);
    subject.noun = name;
    subject.style = style;
    return subject;
  }
};

}  // namespace schemac::plan
