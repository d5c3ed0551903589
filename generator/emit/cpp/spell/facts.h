// The facts of a sentence, as an argument.
#pragma once

#include <string>
#include <vector>

#include "emit/cpp/spell/spelling.h"

namespace schemac::emit::cpp {

/// "{n, size}": the braces of Facts; nothing where there are none.
[[nodiscard]] std::string braced_facts(const std::vector<plan::Expr>& facts,
                                       const Spelling& spelling);

}  // namespace schemac::emit::cpp
