// What an object of MessagePack is.
#pragma once

#include <cstdint>

namespace schemac::msgpack {

enum class ObjectKind : std::uint8_t {
  nil,
  boolean,
  whole,
  real,
  text,
  bytes,
  list,
  map,
  extension,
};

}  // namespace schemac::msgpack

namespace schemac::impl::msgpack {

using schemac::msgpack::ObjectKind;

}  // namespace schemac::impl::msgpack
