// A page as one HTML file that needs nothing else: no network, no script but its own, and none at
// all to be read.
#pragma once

#include <string>

#include "emit/doc/document.h"

namespace schemac::emit::doc {

[[nodiscard]] std::string to_html(const Page& page);

}  // namespace schemac::emit::doc
