// Values that become a file: what `encode` and `set` end with.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "direct/files/select.h"
#include "direct/problem.h"
#include "direct/write/encode.h"

namespace schemac::cli {

using EncodeInto = std::function<std::vector<direct::Problem>(const direct::LendRoom&)>;

/// Writes what `encode` makes to `output`, a file that is replaced as a whole; "-" is stdout. What
/// has the name of a message's text form gets that. Complains of problems with the values in
/// `from`; returns the exit code.
[[nodiscard]] int write_values(const direct::Candidate& format, const EncodeInto& encode,
                               const std::string& from, const std::string& output);

}  // namespace schemac::cli
