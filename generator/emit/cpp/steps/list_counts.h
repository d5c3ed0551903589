// Lists: how many elements they may have, and the loop over those of scalars.
#pragma once

#include <string>

#include "emit/cpp/steps/walk.h"
#include "emit/printer.h"
#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What stands above what is said of a list: "frame" of its record and its own name, or "own" where
/// the list is an alternative of an element.
struct Above {
  std::string frame;    ///< of its elements
  std::string name;     ///< quoted, below that
  std::string stating;  ///< of what is said of their number
  std::string both;     ///< of a fault: "frame", or "frame, own" where the cause is in the record
};
[[nodiscard]] Above above(const Walk& walk, const plan::List& list, const Site& site);

/// The checks of a list of scalars: number of elements, then each of them.
void emit_count_checks(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& room = {},
                       const std::string& frame = "frame");
/// Of these, what the schema says of the number.
void emit_count_limits(Printer& out, Walk& walk, const plan::List& list, const std::string& count,
                       const std::string& at, const std::string& frame = "frame");

/// What holds for each scalar of a list.
void emit_each(Printer& out, Walk& walk, const plan::List& list, const Site& site,
               const std::string& count);

/// Its name below the record, or "" where it is an alternative of an element.
[[nodiscard]] std::string path_of(const Walk& walk, const Site& site);

}  // namespace schemac::emit::cpp
