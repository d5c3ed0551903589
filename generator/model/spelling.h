// Names of a schema in the spellings that C++ has for them. Passes use these to find two names that
// become one; later stages to make identifiers and to put longer names together.
#pragma once

#include <string>
#include <string_view>

namespace schemac::model {

/// Words in small letters, divided by '_': "ValueType" and "value-type" give "value_type", "BITSET"
/// "bitset", "HTTPHeader" "http_header".
[[nodiscard]] std::string snake_case(std::string_view name);
/// "parts.chunk_head" gives "PartsChunkHead"; what is in CamelCase stays as it is.
[[nodiscard]] std::string camel_case(std::string_view name);

}  // namespace schemac::model
