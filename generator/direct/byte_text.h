// Bytes as text, the ways that JSON and terminals show them: hex, base64, and the hash that
// represents many.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schemac/core/bytes.h"

namespace schemac::direct {

/// "00ff10"
[[nodiscard]] std::string to_hex(Bytes bytes);
/// Blanks between bytes are skipped; nothing if it isn't hex.
[[nodiscard]] std::optional<std::vector<std::byte>> from_hex(std::string_view text);

[[nodiscard]] std::string to_base64(Bytes bytes);
[[nodiscard]] std::optional<std::vector<std::byte>> from_base64(std::string_view text);

/// SHA-256 in hex.
[[nodiscard]] std::string sha256(Bytes bytes);

[[nodiscard]] bool is_utf8(Bytes bytes);

/// The first `most` bytes at most, without a part of a character at their end.
[[nodiscard]] Bytes first_characters(Bytes text, std::size_t most);

/// A text from a file or a schema as a terminal may show it: what the terminal would obey instead
/// (control characters), and what isn't UTF-8, is escaped as "\x1b".
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace schemac::direct
