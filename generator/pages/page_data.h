// Everything that the page of a file shows, as the JSON that its scripts read.
//
// A page has to open at once whatever the file's size. So it carries the insides of payloads only
// where they are short, and of tables as many records as it has room for; what it leaves out it
// says.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "direct/explain/explain.h"
#include "schemac/core/report.h"

namespace schemac::pages {

/// Elements of a list beyond which no page has room for: their rows needn't be made.
inline constexpr std::uint64_t most_elements = 20000;

/// Called now and then with the path of an array, the pass over it, and how far that is, from 0 to
/// 1.
using PageProgress = std::function<void(const std::string& path, unsigned pass, double done)>;

struct PageOptions {
  std::string file_name;                 ///< as shown
  std::string format;                    ///< "log", or "log:daily"
  std::string title;                     ///< the format's full name, or empty
  std::string index, index_name;         ///< the page of the file's directory, or empty
  bool has_all_elements = false;         ///< tables aren't cut, however large the page becomes
  std::uint64_t most_bytes = 4'900'000;  ///< of the data; the rest of a page takes less than 100 KB
  PageProgress progress = {};
};

/// `explanation` is that of `bytes`.
[[nodiscard]] nlohmann::ordered_json page_data(const direct::Explanation& explanation, Bytes bytes,
                                               const PageOptions& options);

}  // namespace schemac::pages
