// The frame of a page that needs nothing but itself: no network, no script but ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "html/asset.h"

namespace schemac::html {

struct Document {
  std::string title;                 ///< as text
  std::string body;                  ///< as HTML
  std::vector<const Asset*> styles;  ///< after the common one
  std::vector<const Asset*> scripts;
};

/// The whole file. Its content security policy forbids every request, and every style and script
/// that isn't one of those given.
[[nodiscard]] std::string to_html(const Document& document);

}  // namespace schemac::html
