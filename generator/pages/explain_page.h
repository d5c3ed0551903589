// The page of a file: its bytes beside the tree of its fields, in one HTML file that needs nothing
// else.
#pragma once

#include <string>
#include <vector>

#include "direct/explain/explain.h"
#include "pages/page_data.h"
#include "schemac/core/report.h"

namespace schemac::pages {

/// `explanation` is that of `bytes`.
[[nodiscard]] std::string explain_page(const direct::Explanation& explanation, Bytes bytes,
                                       const PageOptions& options);

}  // namespace schemac::pages
