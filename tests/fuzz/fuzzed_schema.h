// The schema that a fuzz target is about.
#pragma once

namespace net {

/// Its path. Beside it, in the same file, its generated code takes part.
extern const char* const fuzzed_schema;

}  // namespace net
