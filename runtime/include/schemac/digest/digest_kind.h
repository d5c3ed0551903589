// What a kind of checksum is: a table of functions, each kind with the library that computes it. So
// a format links just the libraries that it needs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>

#include "schemac/base/digest_algorithm.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

/// Bytes of the longest digest.
inline constexpr std::size_t longest_digest = 64;

/// Where a digester keeps what it knows on the way.
struct DigestRoom {
  alignas(std::uint64_t) std::array<std::byte, 40> bytes;
};

/// One kind. Its functions take the room in which `start` made the state; none of them throws but
/// `start`, which may run out of memory.
struct DigestKind {
  DigestAlgorithm algorithm = DigestAlgorithm::none;
  void (*start)(DigestRoom& room) = nullptr;
  /// `endian` is that of the units which sums add.
  void (*add)(DigestRoom& room, Bytes bytes, Endian endian) = nullptr;
  /// Writes the digest to the start of `to`, a number in this byte order; once. False if the
  /// library refuses the kind (OpenSSL can be set up to know no MD5).
  bool (*finish)(DigestRoom& room, Endian endian,
                 std::span<std::byte, longest_digest> to) = nullptr;
  void (*stop)(DigestRoom& room) = nullptr;
};

namespace detail {

template <class State>
State& state_in(DigestRoom& room) {
  return *std::launder(reinterpret_cast<State*>(room.bytes.data()));
}

template <class State>
void start_in(DigestRoom& room) {
  static_assert(sizeof(State) <= sizeof(DigestRoom) && alignof(State) <= alignof(DigestRoom));
  new (room.bytes.data()) State();
}

template <class State>
void stop_in(DigestRoom& room) {
  std::destroy_at(&state_in<State>(room));
}

/// A kind that is a number: `State` has `add(bytes, endian)` and `finish()`, which gives it.
template <DigestAlgorithm algorithm, class State>
inline constexpr DigestKind number_kind{
    algorithm, start_in<State>,
    [](DigestRoom& room, Bytes bytes, Endian endian) { state_in<State>(room).add(bytes, endian); },
    [](DigestRoom& room, Endian endian, std::span<std::byte, longest_digest> to) {
      const std::uint64_t number = state_in<State>(room).finish();
      constexpr auto size = static_cast<std::size_t>(digest_size(algorithm));
      for (std::size_t i = 0; i < size; ++i)
        to[endian == Endian::big ? size - 1 - i : i] =
            static_cast<std::byte>((number >> (8 * i)) & 0xff);
      return true;
    },
    stop_in<State>};

/// A kind that is a row of bytes: `State` has `add(bytes)` and `finish(to)`.
template <DigestAlgorithm algorithm, class State>
inline constexpr DigestKind bytes_kind{
    algorithm, start_in<State>,
    [](DigestRoom& room, Bytes bytes, Endian /*endian*/) { state_in<State>(room).add(bytes); },
    [](DigestRoom& room, Endian /*endian*/, std::span<std::byte, longest_digest> to) {
      return state_in<State>(room).finish(to);
    },
    stop_in<State>};

struct NoDigest {
  void add(Bytes /*bytes*/) {}
  [[nodiscard]] bool finish(std::span<std::byte, longest_digest> /*to*/) { return true; }
};

}  // namespace detail

/// Of no bytes.
inline constexpr DigestKind digest_none =
    detail::bytes_kind<DigestAlgorithm::none, detail::NoDigest>;

/// The kind of that number; `digest_none` where there is none of them.
[[nodiscard]] constexpr const DigestKind& find_digest(
    std::initializer_list<const DigestKind*> kinds, std::uint64_t code) {
  for (const DigestKind* kind : kinds)
    if (static_cast<std::uint64_t>(kind->algorithm) == code) return *kind;
  return digest_none;
}

}  // namespace schemac::impl
