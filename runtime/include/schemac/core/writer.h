// Puts scalars, texts and payloads into a sink, one behind the other.
//
// Generated code knows that its values were checked, so nothing here can fail except the sink.
// After a failure the writer goes on into room that nobody reads; only `finish` tells.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <string_view>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/checked.h"
#include "schemac/core/sink.h"

namespace schemac {

class Writer {
 public:
  explicit Writer(Sink& sink) : sink_(sink) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Bytes put so far.
  [[nodiscard]] std::uint64_t position() const {
    return passed_ + static_cast<std::uint64_t>(at_ - begin_);
  }

  /// Room for `size` <= `Sink::least_room` bytes; the caller fills all of it.
  [[nodiscard]] std::byte* take(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(end_ - at_)) [[unlikely]]
      renew();
    std::byte* const room = at_;
    at_ += size;
    return room;
  }

  template <class T, Endian order = Endian::little>
  void put(T value) {
    store<T, order>(take(sizeof value), value);
  }

  /// Bytes as they are: small ones are copied, large ones handed over where they lie.
  void put(Bytes bytes) {
    if (bytes.size() > largest_copy) [[unlikely]]
      return pass(bytes);
    if (!bytes.empty()) std::memcpy(take(bytes.size()), bytes.data(), bytes.size());
  }
  void put(std::string_view text) { put(std::as_bytes(std::span(text))); }

  /// A list of scalars.
  template <class T, Endian order = Endian::little>
  void put_all(const std::vector<T>& values) {
    if constexpr (detail::is_native(order) && !std::is_same_v<T, bool>) {
      if (values.size() > 4)
        return put(std::as_bytes(std::span(values)));  // a call of memcpy costs as much as 4 stores
    }
    for (const T value : values) put<T, order>(value);
  }

  /// Bits, eight a byte, the first one lowest.
  void put_bits(const std::vector<bool>& bits) {
    for (std::size_t i = 0; i < bits.size(); i += 8) {
      unsigned byte = 0;
      for (std::size_t j = i; j < bits.size() && j < i + 8; ++j)
        byte |= static_cast<unsigned>(bits[j]) << (j - i);
      put(static_cast<std::uint8_t>(byte));
    }
  }

  /// A text with its length before it, filled with zeros up to a multiple of `pad` bytes from its
  /// begin.
  template <class Length, Endian order = Endian::little, std::uint64_t pad = 1>
  void put_text(std::string_view text) {
    const std::uint64_t used = sizeof(Length) + text.size();
    const std::uint64_t size = used + padding_to(used, pad);
    if (size > largest_copy) [[unlikely]]
      return put_long_text<Length, order>(text, size - used);
    std::byte* const room = take(size);
    // The last word first: what the text leaves of it is the padding.
    if constexpr (pad > 1) std::memset(room + size - pad, 0, pad);
    store<Length, order>(room, static_cast<Length>(text.size()));
    if (!text.empty()) std::memcpy(room + sizeof(Length), text.data(), text.size());
  }

  void put_zeros(std::uint64_t count) {
    for (; count > largest_copy; count -= largest_copy)
      std::memset(take(largest_copy), 0, largest_copy);
    if (count != 0) std::memset(take(count), 0, static_cast<std::size_t>(count));
  }
  /// Zeros up to a multiple of `unit` from the begin of the file.
  void align(std::uint64_t unit) {
    const std::uint64_t padding = padding_to(position(), unit);
    if (padding != 0) put_zeros(padding);
  }

  /// Hands the rest to the sink. False if anything was lost.
  [[nodiscard]] bool finish() {
    keep(sink_.lend(static_cast<std::uint64_t>(at_ - begin_)));
    return is_ok_;
  }

 private:
  static constexpr std::uint64_t largest_copy = 4096;
  static_assert(largest_copy <= Sink::least_room);

  [[gnu::noinline, gnu::cold]] void renew() {
    keep(sink_.lend(static_cast<std::uint64_t>(at_ - begin_)));
  }

  [[gnu::noinline, gnu::cold]] void pass(Bytes payload) {
    is_ok_ = is_ok_ && sink_.pass(static_cast<std::uint64_t>(at_ - begin_), payload);
    passed_ = position() + payload.size();
    begin_ = at_ = end_ = nullptr;
  }

  template <class Length, Endian order>
  [[gnu::noinline, gnu::cold]] void put_long_text(std::string_view text, std::uint64_t padding) {
    put<Length, order>(static_cast<Length>(text.size()));
    put(text);
    put_zeros(padding);
  }

  void keep(MutableBytes room) {
    passed_ = position();
    is_ok_ = is_ok_ && !room.empty();
    if (!is_ok_) {
      waste_.resize(static_cast<std::size_t>(Sink::least_room));
      room = waste_;
    }
    begin_ = at_ = room.data();
    end_ = begin_ + room.size();
  }

  Sink& sink_;
  std::byte* begin_ = nullptr;  // of the room
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  std::uint64_t passed_ = 0;  // bytes before `begin_`
  bool is_ok_ = true;
  std::vector<std::byte> waste_;
};

}  // namespace schemac
