// Names that headers of the system give away before a schema can: generated code includes some.
#pragma once

#include <string_view>

namespace schemac::model {

/// A macro of a header that generated code includes: EOF, BIG_ENDIAN, errno.
[[nodiscard]] bool is_system_macro(std::string_view name);
/// A function, variable or type of such a header (read, time, tm), beside which no namespace can
/// have that name.
[[nodiscard]] bool is_system_name(std::string_view name);

}  // namespace schemac::model
