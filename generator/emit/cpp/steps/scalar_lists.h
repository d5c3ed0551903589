// Lists of scalars: one bounds check, then what holds for each of them.
#pragma once

#include "emit/cpp/steps/walk.h"

namespace schemac::emit::cpp {

/// Where the file says how many elements a list has.
[[nodiscard]] std::string stated_at(Walk& walk, const plan::List& list, const Site& site);

/// How many elements there are, if something says so.
[[nodiscard]] std::string count_of(Walk& walk, const plan::List& list, const Site& site);

/// Scalars: one bounds check, then each of them if something holds for single ones.
std::string emit_scalars(Printer& out, Walk& walk, const plan::List& list,
                         const plan::Scalar& scalar, const Site& site);

}  // namespace schemac::emit::cpp
