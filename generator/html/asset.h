// A style or script that a page carries: a file of this project that was put into the program when
// it was built (cmake/schemac_embed.cmake).
#pragma once

#include <string_view>

namespace schemac::html {

struct Asset {
  std::string_view text;
  std::string_view sha256;  ///< 32 bytes: by it the page allows this script and no other
};

/// The colours, type faces and controls that all pages have in common, light and dark.
extern const Asset common_css;
/// Brings a `<button class="theme" hidden>` to life: light, dark, or what the system says.
extern const Asset theme_js;

}  // namespace schemac::html
