// Names of a schema in the spellings that C++ has for them. Passes use these to find two names that
// become one; later stages to make identifiers and to put longer names together.
#pragma once

#include <string>
#include <string_view>

#include "schemac/base/number_form.h"
#include "schemac/core/dtype.h"

namespace schemac::model {

/// Words in small letters, divided by '_': "ValueType" and "value-type" give "value_type", "BITSET"
/// "bitset", "HTTPHeader" "http_header".
[[nodiscard]] std::string snake_case(std::string_view name);
/// "parts.chunk_head" gives "PartsChunkHead"; what is in CamelCase stays as it is.
[[nodiscard]] std::string camel_case(std::string_view name);

/// "leb128", "octal digits in 8 bytes".
[[nodiscard]] std::string to_text(const impl::numeral::Form& form);

/// "u24": what the language calls the type of a number. Of a scalar of the model or of the plan, or
/// of an enumeration.
template <class Number>
[[nodiscard]] std::string type_name(const Number& number) {
  const std::string_view name = schemac::name(number.dtype);
  return number.bits == 0 ? std::string(name) : name.front() + std::to_string(number.bits);
}

}  // namespace schemac::model
