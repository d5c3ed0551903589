// Texts of schemas and files inside of HTML: whatever they hold, they stay texts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace schemac::html {

/// `text` without what isn't UTF-8, control characters (but for line feeds and tabs), and signs
/// that turn the direction of what follows: they become U+FFFD.
[[nodiscard]] std::string printable(std::string_view text);

/// `text` as the content of an element or of a quoted attribute. Printable, as above.
[[nodiscard]] std::string escaped(std::string_view text);

/// JSON for a script element of type application/json: ASCII without '<', '>' and '&', so that
/// nothing in it ends the element or opens a comment.
[[nodiscard]] std::string script_json(const nlohmann::ordered_json& json);

}  // namespace schemac::html
