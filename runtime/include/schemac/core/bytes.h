// Bytes that someone else owns, and their order. schemac/base/load.h loads scalars from them.
#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>

namespace schemac {

/// Bytes that someone else owns: a mapping, a buffer, a part of one.
using Bytes = std::span<const std::byte>;
/// Bytes that someone else owns and that may be written to.
using MutableBytes = std::span<std::byte>;

enum class Endian : std::uint8_t { little, big };

}  // namespace schemac
