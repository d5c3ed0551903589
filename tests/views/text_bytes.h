// Bytes of files that are written as texts.
#pragma once

#include <span>
#include <string>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::tests {

/// They are valid as long as the text is.
inline Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

}  // namespace schemac::tests
