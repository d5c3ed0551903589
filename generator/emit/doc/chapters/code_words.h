// Which words of the expression language a document uses: only these have to be explained in it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emit/doc/document.h"

namespace schemac::emit::doc {

/// Words that appear in code: functions such as "len(", names for elements in conditions such as
/// "_last", and "size(file)".
[[nodiscard]] std::set<std::string> code_words(const std::vector<Chapter>& chapters);

}  // namespace schemac::emit::doc
