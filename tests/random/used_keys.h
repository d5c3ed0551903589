// Which keys of the language a schema uses, as the compiler understood it: "field repeat",
// "field repeat: eos", "field prefix: i16", "expression len".
#pragma once

#include <set>
#include <string>
#include <vector>

#include "syntax/node.h"

namespace net {

/// Those that occur in documents.
[[nodiscard]] std::set<std::string> used_keys(
    const std::vector<schemac::syntax::Document>& documents);
/// All that the table has and this version executes, with the words and numbers that may be values.
[[nodiscard]] std::set<std::string> all_keys();

}  // namespace net
