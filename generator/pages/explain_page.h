// The page of a file: its bytes beside the tree of its fields, in one HTML file that needs nothing
// else.
#pragma once

#include <string>
#include <vector>

#include "direct/explain.h"
#include "pages/page_data.h"
#include "schemac/core/report.h"

namespace schemac::pages {

/// `rows` and `report` are those of `bytes`.
[[nodiscard]] std::string explain_page(const std::vector<direct::Row>& rows, const Report& report,
                                       Bytes bytes, const PageOptions& options);

}  // namespace schemac::pages
