// Puts scalars, texts and payloads into a sink, one behind the other.
//
// Generated code knows that its values were checked, so nothing here can fail except the sink.
// After a failure the writer goes on into room that nobody reads; only `finish` tells.
//
// Nothing is ever put behind the room that was asked for, whatever was measured: what doesn't fit
// is dropped, and `finish` says so. That would be an error of the generator.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/checked.h"
#include "schemac/core/dtype.h"
#include "schemac/core/report.h"
#include "schemac/core/sink.h"
#include "schemac/core/violation.h"

namespace schemac {

namespace detail {

/// Copies `size` bytes, of `width` to twice as many, as two words that overlap.
template <std::size_t width>
[[gnu::always_inline]] inline void copy_ends(std::byte* to, const char* from, std::size_t size) {
  std::array<char, width> first, last;
  std::memcpy(first.data(), from, width);
  std::memcpy(last.data(), from + size - width, width);
  std::memcpy(to, first.data(), width);
  std::memcpy(to + size - width, last.data(), width);
}

/// Copies a text of less than 8 characters.
[[gnu::always_inline]] inline void copy_short_text(std::byte* to, std::string_view text) {
  const std::size_t size = text.size();
  if (size >= 4) return copy_ends<4>(to, text.data(), size);
  if (size >= 2) return copy_ends<2>(to, text.data(), size);
  if (size == 1) *to = static_cast<std::byte>(text.front());
}
/// Copies a text. Names of up to 32 characters are two words that overlap: a call of memcpy would
/// take three times as long.
[[gnu::always_inline]] inline void copy_text(std::byte* to, std::string_view text) {
  const std::size_t size = text.size();
  if (size - 16 <= 16) [[likely]]
    return copy_ends<16>(to, text.data(), size);
  if (size > 32) [[unlikely]]
    return static_cast<void>(std::memcpy(to, text.data(), size));
  if (size >= 8) return copy_ends<8>(to, text.data(), size);
  copy_short_text(to, text);
}
}  // namespace detail

namespace detail {

/// Memory that nobody reads, for what has no room.
[[nodiscard, gnu::noinline, gnu::cold]] inline std::byte* waste(std::uint64_t size) {
  thread_local std::vector<std::byte> bytes;
  if (bytes.size() < size) bytes.resize(static_cast<std::size_t>(size));
  return bytes.data();
}

}  // namespace detail

/// Room of `size` bytes for a record or a whole file, all of which gets filled. The same functions
/// as the writer's; what goes beyond the room is dropped, and the room isn't exact then.
class Room {
 public:
  static constexpr bool may_be_large = false;
  static constexpr bool is_whole = true;  ///< what is put here is known to fit, and stays in reach

  Room(std::byte* begin, std::uint64_t size, bool keys_ascend = false)
      : begin_(begin), at_(begin), end_(begin + size), keys_ascend_(keys_ascend) {}
  explicit Room(MutableBytes room, bool keys_ascend = false)
      : Room(room.data(), room.size(), keys_ascend) {}

  /// Whether keys that must differ are known to ascend, in all lists.
  [[nodiscard]] bool keys_ascend() const { return keys_ascend_; }

  [[nodiscard]] std::byte* take(std::uint64_t size) {
    std::byte* const room = at_;
    const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(room) + size;
    if (end > reinterpret_cast<std::uintptr_t>(end_)) [[unlikely]] {
      is_overrun_ = true;
      return detail::waste(size);
    }
    at_ = room + size;
    return room;
  }
  /// What `store(at)` stores from `at` on, up to what it returns: at most `most` bytes.
  template <class Store>
  [[gnu::always_inline]] void put_up_to(std::uint64_t most, const Store& store) {
    if (most <= left()) [[likely]] {
      at_ = store(at_);
      return;
    }
    std::byte* const end = put_near_end(at_, end_, most, store);
    is_overrun_ |= end == nullptr;
    if (end != nullptr) at_ = end;
  }
  void put(Bytes bytes) {
    if (bytes.size() > left()) [[unlikely]] {
      is_overrun_ = true;
      return;
    }
    if (!bytes.empty()) [[likely]] {
      std::memcpy(at_, bytes.data(), bytes.size());
      at_ += bytes.size();
    }
  }
  void put_zeros(std::uint64_t count) {
    if (count > left()) [[unlikely]] {
      is_overrun_ = true;
      return;
    }
    if (count != 0) std::memset(at_, 0, static_cast<std::size_t>(count));
    at_ += count;
  }
  template <class Fill>
  [[gnu::always_inline]] void put_record(std::uint64_t, const Fill& fill) {
    fill(*this);
  }
  /// Bytes put so far.
  [[nodiscard]] std::uint64_t position() const { return static_cast<std::uint64_t>(at_ - begin_); }
  /// Of room for a whole file.
  [[nodiscard]] std::uint64_t file_size() const {
    return static_cast<std::uint64_t>(end_ - begin_);
  }
  /// Zeros up to a multiple of `unit` from the begin of the room; up to `position`.
  void align(std::uint64_t unit) { put_zeros(padding_to(position(), unit)); }
  void fill_to(std::uint64_t position) { put_zeros(position - this->position()); }

  /// Whether nothing went beyond the room, and whether it is full as well.
  [[nodiscard]] bool is_sound() const { return !is_overrun_; }
  [[nodiscard]] bool is_exact() const { return !is_overrun_ && at_ == end_; }

 private:
  [[nodiscard]] std::uint64_t left() const { return static_cast<std::uint64_t>(end_ - at_); }

  // Where the most that could come doesn't fit: up to where it ends, null if it doesn't fit itself.
  template <class Store>
  [[nodiscard, gnu::noinline, gnu::cold]] static std::byte* put_near_end(std::byte* at,
                                                                         const std::byte* end,
                                                                         std::uint64_t most,
                                                                         const Store store) {
    const std::byte* const stored = detail::waste(most);
    const auto size = static_cast<std::size_t>(store(detail::waste(most)) - stored);
    if (size > static_cast<std::uint64_t>(end - at)) return nullptr;
    if (size != 0) std::memcpy(at, stored, size);
    return at + size;
  }

  std::byte* begin_;
  std::byte* at_;
  std::byte* end_;
  bool keys_ascend_;
  bool is_overrun_ = false;
};

class Writer {
 public:
  static constexpr bool may_be_large = true;  ///< what is put here in one piece
  static constexpr bool is_whole = false;

  /// What is put first stands at `begin` in its file.
  explicit Writer(Sink& sink, std::uint64_t begin = 0) : sink_(sink), passed_(begin) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Where in the file the next byte goes: bytes put so far, behind the begin.
  [[nodiscard]] std::uint64_t position() const {
    return static_cast<std::uint64_t>(at_ - begin_) + passed_;
  }
  /// Whether keys that must differ are known to ascend, in all lists.
  [[nodiscard]] bool keys_ascend() const { return keys_ascend_; }
  void set_keys_ascend(bool do_ascend) { keys_ascend_ = do_ascend; }
  /// Of the whole file, as far as it was told.
  [[nodiscard]] std::uint64_t file_size() const { return file_size_; }
  void set_file_size(std::uint64_t size) { file_size_ = size; }

  /// Room for `size` <= `Sink::largest_need` bytes; the caller fills all of it.
  [[nodiscard]] std::byte* take(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(end_ - at_)) [[unlikely]]
      renew(size);
    std::byte* const room = at_;
    at_ += size;
    return room;
  }

  /// Bytes as they are: small ones are copied, large ones handed over where they lie.
  void put(Bytes bytes) {
    if (bytes.size() > largest_copy) [[unlikely]]
      return pass(bytes);
    if (!bytes.empty()) std::memcpy(take(bytes.size()), bytes.data(), bytes.size());
  }

  /// Calls `fill(out)`, which puts exactly `size` bytes: small records into room that is taken
  /// once, where nothing more is checked, large ones into the writer itself.
  template <class Fill>
  [[gnu::always_inline]] void put_record(std::uint64_t size, const Fill& fill) {
    if (size > largest_copy) [[unlikely]]
      return fill(*this);
    Room room(take(size), size, keys_ascend_);
    fill(room);
    if (!room.is_exact()) [[unlikely]]
      is_exact_ = false;
  }

  void put_zeros(std::uint64_t count) {
    for (; count > largest_copy; count -= largest_copy)
      std::memset(take(largest_copy), 0, largest_copy);
    if (count != 0) std::memset(take(count), 0, static_cast<std::size_t>(count));
  }
  /// Zeros up to a multiple of `unit` from the begin of the file.
  void align(std::uint64_t unit) {
    const std::uint64_t padding = padding_to(position(), unit);
    if (padding >= 8 || end_ - at_ < 8) [[unlikely]]
      return put_zeros(padding);
    store<std::uint64_t>(at_, 0);  // a whole word is faster than as many bytes as it needs
    at_ += padding;
  }
  /// A payload at the next multiple of `unit`: as `align` and `put`.
  void put_aligned(Bytes bytes, std::uint64_t unit) {
    const std::uint64_t padding = padding_to(position(), unit);
    const auto room = static_cast<std::uint64_t>(end_ - at_);
    if (padding >= 8 || bytes.size() > largest_copy || room < 8 + bytes.size()) [[unlikely]] {
      align(unit);
      return put(bytes);
    }
    store<std::uint64_t>(at_, 0);
    at_ += padding;
    if (!bytes.empty()) std::memcpy(at_, bytes.data(), bytes.size());
    at_ += bytes.size();
  }
  /// Zeros up to `position`, which is not before the current one.
  void fill_to(std::uint64_t position) {
    if (position < this->position()) [[unlikely]]
      is_exact_ = false;
    else
      put_zeros(position - this->position());
  }

  /// Hands the rest to the sink. False if anything was lost.
  [[nodiscard]] bool finish() {
    pass({});
    return is_ok_;
  }
  /// Whether each record has filled the room that it asked for.
  [[nodiscard]] bool is_exact() const { return is_exact_; }

 private:
  static constexpr std::uint64_t largest_copy = Sink::largest_need;

  [[gnu::noinline, gnu::cold]] void renew(std::uint64_t needed) {
    MutableBytes room =
        is_ok_ ? sink_.lend(static_cast<std::uint64_t>(at_ - begin_), needed) : MutableBytes();
    passed_ = position();
    is_ok_ = !room.empty();
    if (!is_ok_) {
      waste_.resize(static_cast<std::size_t>(std::max(needed, Sink::largest_need)));
      room = waste_;
    }
    begin_ = at_ = room.data();
    end_ = begin_ + room.size();
  }

  [[gnu::noinline, gnu::cold]] void pass(Bytes payload) {
    is_ok_ = is_ok_ && sink_.pass(static_cast<std::uint64_t>(at_ - begin_), payload);
    passed_ = position() + payload.size();
    begin_ = at_ = end_ = nullptr;
  }

  Sink& sink_;
  std::byte* begin_ = nullptr;  // of the room
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  std::uint64_t passed_;  // bytes before `begin_`
  std::uint64_t file_size_ = 0;
  bool is_ok_ = true;
  bool is_exact_ = true;
  bool keys_ascend_ = false;
  std::vector<std::byte> waste_;
};

/// What writing fails with if it puts more or fewer bytes than were measured.
[[nodiscard, gnu::noinline, gnu::cold]] inline Violation wrong_size(std::uint64_t measured) {
  return {{},
          measured,
          Rule::size_mismatch,
          Level::error,
          {},
          "an error of the generator: what is written doesn't have the " +
              std::to_string(measured) + " bytes that were measured"};
}

/// What a writer must not write, among what was found in the bytes that it made.
[[nodiscard]] inline std::optional<Violation> refusal_of(const Report& report) {
  for (const Violation& violation : report.violations())
    if (violation.level <= Level::rule) return violation;
  return std::nullopt;
}

/// The end of a file of `size` bytes: why it wasn't written, if it wasn't.
template <class Out>
[[nodiscard]] std::optional<Violation> finish(Out& out, std::uint64_t size, const Sink& sink) {
  if (!out.finish()) return sink.failure();
  if (!out.is_exact() || out.position() != size) return wrong_size(size);
  return std::nullopt;
}

// ---- what both take ----

/// One scalar.
template <class T, Endian order = Endian::little, class Out>
void put(Out& out, T value) {
  store<T, order>(out.take(sizeof value), value);
}

/// What `put` puts; how many bytes that is stands at `size_at`, in room that was taken. A writer
/// can't go back: its sizes were computed.
template <class T, Endian order = Endian::little, class Out, class Put>
[[gnu::always_inline]] inline void put_sized(Out& out, std::byte* size_at, const Put& put) {
  const std::uint64_t begin = out.position();
  put();
  if constexpr (Out::is_whole) {
    // What has no room stands in memory that may be gone.
    if (out.is_sound()) [[likely]]
      store<T, order>(size_at, static_cast<T>(out.position() - begin));
  }
}
/// The bytes of a text alone.
template <class Out>
void put_characters(Out& out, std::string_view text) {
  out.put(std::as_bytes(std::span(text)));
}

/// A list of scalars: numbers, enumerators, booleans of a byte, short floating-point numbers.
template <Endian order = Endian::little, class Out, class T>
[[gnu::always_inline]] inline void put_all(Out& out, const std::vector<T>& values) {
  if constexpr (std::is_same_v<T, bool>) {
    for (const bool value : values) put(out, static_cast<std::uint8_t>(value));
  } else if constexpr (requires(T value) { value.bits; }) {
    for (const T value : values) put<decltype(T::bits), order>(out, value.bits);
  } else {
    // A call of memcpy costs as much as four stores.
    const bool is_long = detail::is_native(order) && values.size() > 4;
    if (is_long) return out.put(std::as_bytes(std::span(values)));
    for (const T value : values) put<T, order>(out, value);
  }
}

/// A list of elements of a dtype of less than 8 bits each, the first one lowest in its byte.
template <Dtype dtype, class Out, class T>
void put_packed(Out& out, const std::vector<T>& values) {
  constexpr unsigned bits = bit_count(dtype);
  constexpr std::size_t per_byte = 8 / bits;
  const auto bits_of = [](T value) -> unsigned {
    if constexpr (dtype == Dtype::t1)
      return value > 0 ? 1 : 0;  // of -1 and 1
    else
      return static_cast<unsigned>(value) & ((1u << bits) - 1);
  };
  for (std::size_t i = 0; i < values.size(); i += per_byte) {
    unsigned byte = 0;
    for (std::size_t j = 0; j < per_byte && i + j < values.size(); ++j)
      byte |= bits_of(values[i + j]) << (bits * j);
    put(out, static_cast<std::uint8_t>(byte));
  }
}

/// A text with its length before it, filled with zeros up to a multiple of `pad` bytes.
template <class Length, std::uint64_t pad = 1, Endian order = Endian::little, class Out>
[[gnu::always_inline]] inline void put_text(Out& out, std::string_view text) {
  const Bytes characters = std::as_bytes(std::span(text));
  const std::uint64_t used = sizeof(Length) + text.size();
  const std::uint64_t size = padded_size(used, pad);
  if (Out::may_be_large && size > Sink::largest_need) [[unlikely]] {
    put<Length, order>(out, static_cast<Length>(text.size()));
    out.put(characters);
    return out.put_zeros(size - used);
  }
  std::byte* const room = out.take(size);
  if constexpr (pad > 1)
    std::memset(room + size - pad, 0, pad);  // the text leaves its padding of it
  store<Length, order>(room, static_cast<Length>(text.size()));
  detail::copy_text(room + sizeof(Length), text);
}

}  // namespace schemac
