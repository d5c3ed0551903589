// How Python's repr writes what a text consists of.
#pragma once

#include <string>
#include <string_view>

#include "schemac/core/bytes.h"

namespace schemac::impl::json {

/// Appends 'a text' in quotes. Control characters are escaped, and with `ascii` all beyond ASCII.
void append_python(std::string& out, std::string_view text, bool ascii);
/// Appends b'bytes'.
void append_python(std::string& out, Bytes bytes);
/// Appends a finite number, so that it is read as the same one: "0.5", "1e-05", "2.0".
void append_python(std::string& out, double number);

}  // namespace schemac::impl::json
