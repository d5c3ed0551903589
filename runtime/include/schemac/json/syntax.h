// How JSON texts inside of a format are spelled.
#pragma once

#include <cstdint>

namespace schemac::impl::json {

enum class Syntax : std::uint8_t {
  json,
  python,  ///< literals, as Python's repr writes them
};

}  // namespace schemac::impl::json
