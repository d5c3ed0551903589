// Plan to steps: what a walk through a record's bytes does.
#pragma once

#include <optional>

#include "steps/routine.h"

namespace schemac::steps {

/// A record's routine for a job. None of one with what steps can't say yet. `kept` is what a view
/// keeps of a record that expressions look into.
[[nodiscard]] Routine lower(const plan::Plan& plan, const plan::Record& record, Job job,
                            std::optional<Kept> kept);

/// Job::quick, of a record that has such a walk (Record::has_quick_walk).
[[nodiscard]] Routine lower_quick(const plan::Plan& plan, const plan::Record& record,
                                  std::optional<Kept> kept);

/// How a view goes over an element of a list of unions, whose own view holds all else.
[[nodiscard]] Routine lower_element(const plan::Plan& plan, const plan::Record& record,
                                    FieldId list);

/// How a view goes over the first `count` fields of a section.
[[nodiscard]] Routine lower_fields(const plan::Plan& plan, const plan::Record& record,
                                   const plan::InSection& section, std::size_t count);

}  // namespace schemac::steps
