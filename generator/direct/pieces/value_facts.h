// What values say, as the runtime's evaluator of expressions over files takes it.
#pragma once

#include <set>
#include <string_view>

#include "direct/value.h"
#include "plan/plan.h"
#include "schemac/io/dataset_fact.h"
#include "schemac/io/dataset_paths.h"

namespace schemac::direct {

/// The members of a record that are asked for, and those of records in it. Lists of numbers and
/// values of no type aren't copied: they borrow what the values borrow.
[[nodiscard]] impl::FileFact value_facts(const plan::Plan& plan, const plan::Record& record,
                                         const Value& members,
                                         const std::set<std::string_view>& asked);

/// What expressions over a single record are about.
class RecordFacts {
 public:
  RecordFacts(const plan::Plan& plan, const plan::Record& record, const Value& members,
              const std::set<std::string_view>& asked)
      : fact_(value_facts(plan, record, members, asked)) {
    scope_.item.emplace();
    scope_.item->fact = &fact_;
  }
  RecordFacts(const RecordFacts&) = delete;
  RecordFacts& operator=(const RecordFacts&) = delete;

  [[nodiscard]] const impl::FactScope& scope() const { return scope_; }

 private:
  impl::FileFact fact_;
  impl::FactScope scope_;
};

}  // namespace schemac::direct
