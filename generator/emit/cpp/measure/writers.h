// What values are put into.
#pragma once

#include <string>

#include "plan/plan.h"

namespace schemac::emit::cpp {

/// What files of the format are put into: "schemac::impl::Writer", or one that computes digests.
[[nodiscard]] std::string writer_type(const plan::Plan& plan);
/// Whether files of that root may be written into room for all of it, where nothing more is
/// checked.
[[nodiscard]] bool is_written_in_room(const plan::Plan& plan, const plan::Record& root);

}  // namespace schemac::emit::cpp
