// What `check`, `gen` and `doc` make of a schema, each in a process of its own.
#pragma once

#include <string>

namespace net {

/// Makes NAME.h, NAME.net.h and the documents of a schema in `folder`; prints a line of JSON.
void prepare(const std::string& schema, const std::string& folder);

/// Writes the driver of a schema alone, with all that it includes but the schema's header. Returns
/// whether there is one.
[[nodiscard]] bool write_driver(const std::string& schema, const std::string& path);

}  // namespace net
