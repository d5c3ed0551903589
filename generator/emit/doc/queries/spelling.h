// Small spellings that more than one chapter needs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emit/doc/queries/doc_scope.h"

namespace schemac::emit::doc {

/// "4c 4f 47 00".
[[nodiscard]] std::string hex_of(const std::vector<std::uint8_t>& bytes);
/// "LOG\0" with quotes, where most of the bytes are characters; else empty.
[[nodiscard]] std::string characters_of(const std::vector<std::uint8_t>& bytes);
/// "little-endian".
[[nodiscard]] std::string_view word(Endian endian);
/// The same, or "in the byte order of the file".
[[nodiscard]] std::string_view word(model::ByteOrder order);
/// Of a number, or of the elements of an array.
template <class Ordered>
[[nodiscard]] model::ByteOrder order_of(const Ordered& what) {
  return {what.endian, what.is_of_file};
}
/// The byte order of a format's numbers; empty where none of them has one.
[[nodiscard]] Text byte_order_of(const Context& context);
/// The id of the row that explains a type of numbers.
[[nodiscard]] std::string dtype_id(Dtype dtype);
/// "u32", linked, and its byte order where that isn't the format's own.
[[nodiscard]] Text dtype_text(const Context& context, Dtype dtype, model::ByteOrder endian);
/// "u24", likewise, of a number that doesn't fill its type.
[[nodiscard]] Text narrow_text(const Context& context, const plan::Scalar& scalar);
/// The name of the member that a number is, or its digits.
[[nodiscard]] std::string number_text(const Context& context, const plan::Scalar& scalar,
                                      model::Int128 number);
/// Of a member: in hexadecimal where all of an enumeration are round in it, and some large.
[[nodiscard]] std::string member_value(const plan::Enum& enumeration, model::Int128 value);
/// "since version 2", "before version 3"; empty for all versions.
[[nodiscard]] std::string versions_words(const model::Versions& versions);
/// "12 bytes" or "at least 8 bytes".
[[nodiscard]] std::string size_words(std::uint64_t least, std::optional<std::uint64_t> fixed);

}  // namespace schemac::emit::doc
