// Files and values for one root of a schema, made at random and held to the laws.
#pragma once

#include <cstdint>
#include <string>

namespace net {

struct TryOptions {
  std::uint64_t seed = 1;
  std::uint64_t files = 1000;  ///< mutated ones
};

/// Also files and values of NAME.json beside the schema, if it is there: {"files": [{"hex", "ok"}],
/// "values": [{"json", "ok"}]}. Prints a line of JSON with what was found.
void try_schema(const std::string& schema, const TryOptions& options);

}  // namespace net
