// How a protobuf message writes a number.
#pragma once

#include <cstdint>

namespace schemac::protobuf {

/// How a field's value is made of its bits.
enum class Coding : std::uint8_t {
  varint,   ///< two's complement of 64 bits
  zigzag,   ///< 0, -1, 1, -2, ...: small numbers of either sign are short
  fixed32,  ///< four bytes, little-endian
  fixed64,  ///< eight
  length,   ///< bytes: a text, a message
};

}  // namespace schemac::protobuf

namespace schemac::impl::protobuf {

using schemac::protobuf::Coding;

}  // namespace schemac::impl::protobuf

namespace schemac::impl {

using schemac::protobuf::Coding;

}  // namespace schemac::impl
