// Files that values in JSON refer to.
#pragma once

#include <functional>
#include <string>

#include "direct/value.h"
#include "schemac/core/result.h"

namespace schemac::direct {

/// Opens a file that values refer to by {"file": "w.bin"}; the error says why it can't be.
using OpenFile = std::function<Result<Content>(const std::string& name)>;

}  // namespace schemac::direct
