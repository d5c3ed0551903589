// The page of a directory: a table of its files, each with a page of its own, and what is wrong
// with them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "direct/files/directory.h"

namespace schemac::pages {

struct IndexOptions {
  std::string name;    ///< of the directory, as shown
  std::string format;  ///< "log:daily"
  std::string title;   ///< the format's full name, or empty
};

/// Where the page of a file lies, from that of its directory: "data/part_1.bin.html".
[[nodiscard]] std::string page_of(const std::string& file);
/// The same as a link.
[[nodiscard]] std::string link_to(const std::string& file);
/// The way back: "../index.html".
[[nodiscard]] std::string index_from(const std::string& file);

[[nodiscard]] std::string index_page(const direct::DecodedDirectory& directory,
                                     const IndexOptions& options);

}  // namespace schemac::pages
