// Room for a record, or for a whole file: memory that a writer fills to its last byte.
//
// How large it has to be was measured before, and what is put into it is what was measured; if both
// differ, the generator is wrong. Whatever is wrong, nothing is ever put after the room, in any
// build, since
//
// - each function here compares the end of what it puts with the end of the room, before;
// - neighbouring fields of fixed size share one comparison, and the size of their run is part of
//   its type: a field beyond it doesn't compile (FixedRun);
// - a run that doesn't fit is put at the start of the room, where there are as many bytes as a run
//   can have (Room::least), and anything else that doesn't fit is left out. The place in the room
//   is at its start again then, so a comparison is all that it takes to be within it.
//
// A room that has overflowed isn't sound, whatever comes after; nothing in it is handed over.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

/// Room for neighbouring fields of `size` bytes together.
template <std::size_t size>
struct FixedRun {
  std::byte* begin;
};

/// Stores a field of a run, `offset` bytes after its start.
template <std::size_t offset, class T, Endian order = Endian::little, std::size_t size>
[[gnu::always_inline]] inline void store_at(FixedRun<size> run, T value) {
  static_assert(offset + sizeof value <= size, "the field lies in its run");
  store<T, order>(run.begin + offset, value);
}
/// The same in a byte order that only the file says.
template <std::size_t offset, class T, std::size_t size>
[[gnu::always_inline]] inline void store_at(FixedRun<size> run, T value, Endian order) {
  static_assert(offset + sizeof value <= size, "the field lies in its run");
  store<T>(run.begin + offset, value, order);
}
/// The same for the characters of a literal.
template <std::size_t offset, std::size_t size, std::size_t length>
[[gnu::always_inline]] inline void put_at(FixedRun<size> run, const char (&text)[length]) {
  static_assert(offset + length - 1 <= size, "the text lies in its run");
  std::memcpy(run.begin + offset, text, length - 1);
}
/// And for `count` zeros.
template <std::size_t offset, std::size_t count, std::size_t size>
[[gnu::always_inline]] inline void put_zeros_at(FixedRun<size> run) {
  static_assert(offset + count <= size, "the zeros lie in their run");
  std::memset(run.begin + offset, 0, count);
}

/// The same functions as the writer's.
class Room {
 public:
  static constexpr bool may_be_large = false;
  static constexpr bool is_whole = true;  ///< what is put here is known to fit, and stays in reach
  static constexpr std::uint64_t least = 256;  ///< bytes that there are at its start, and of a run

  /// `bytes`, which lie in at least `least` bytes of memory. `is_sound` becomes false if anything
  /// doesn't fit.
  Room(MutableBytes bytes, bool keys_ascend, bool& is_sound)
      : begin_(bytes.data()),
        at_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        is_sound_(&is_sound),
        keys_ascend_(keys_ascend) {}

  /// Whether keys that must differ are known to ascend, in all lists.
  [[nodiscard]] bool keys_ascend() const { return keys_ascend_; }
  /// Bytes put so far.
  [[nodiscard]] std::uint64_t position() const { return schemac::impl::distance(begin_, at_); }
  [[nodiscard]] const std::byte* at() const { return at_; }
  /// Of room for a whole file.
  [[nodiscard]] std::uint64_t file_size() const { return schemac::impl::distance(begin_, end_); }
  [[nodiscard]] bool is_full() const { return at_ == end_; }

  template <std::size_t size>
  [[nodiscard, gnu::always_inline]] FixedRun<size> take_run() {
    static_assert(size <= least, "there is room for a run even if it doesn't fit");
    std::byte* after_room = after(size);
    if (!is_inside(after_room)) [[unlikely]]
      after_room = start_again() + size;
    at_ = after_room;
    return {after_room - size};
  }
  /// What `store(at)` stores from `at` on, exactly `size` bytes: those of something in memory.
  template <class Store>
  [[gnu::always_inline]] void put_exactly(std::uint64_t size, const Store& store) {
    std::byte* after_room = after(size);
    if (is_inside(after_room)) [[likely]]
      store(at_);
    else
      after_room = start_again();
    at_ = after_room;
  }
  /// The same for up to `most` bytes; `store` returns where they end. False if they may not fit.
  template <class Store>
  [[nodiscard, gnu::always_inline]] bool try_put(std::uint64_t most, const Store& store) {
    if (!is_inside(after(most))) [[unlikely]]
      return false;
    at_ = store(at_);
    return true;
  }
  template <std::size_t most, class Store>
  [[gnu::always_inline]] void put_up_to(const Store& store) {
    if (try_put(most, store)) return;
    std::array<std::byte, most> stored;  // of which the room may have place for those used
    put(Bytes(stored.data(), store(stored.data())));
  }
  [[gnu::always_inline]] void put(Bytes bytes) {
    if (!bytes.empty()) [[likely]]
      put_exactly(
          bytes.size(), [bytes](std::byte * at) __attribute__((always_inline)) {
            std::memcpy(at, bytes.data(), bytes.size());
          });
  }
  /// A count that was calculated may be any.
  void put_zeros(std::uint64_t count) {
    if (count > schemac::impl::distance(at_, end_)) [[unlikely]] {
      at_ = start_again();
      return;
    }
    if (count != 0) std::memset(at_, 0, static_cast<std::size_t>(count));
    at_ += count;
  }
  template <class Fill>
  [[gnu::always_inline]] void put_record(std::uint64_t, const Fill& fill) {
    fill(*this);
  }
  /// Zeros up to a multiple of `unit` from the start of the room; up to `position`.
  void align(std::uint64_t unit) { put_zeros(padding_to(position(), unit)); }
  void fill_to(std::uint64_t position) { put_zeros(position - this->position()); }

 private:
  // Where so many bytes would end. It may be outside of the room, so it is compared as an address;
  // sizes of what is in memory don't take addresses beyond their largest one.
  [[nodiscard, gnu::always_inline]] std::byte* after(std::uint64_t size) const {
    return at_ + size;
  }
  [[nodiscard, gnu::always_inline]] bool is_inside(const std::byte* after_room) const {
    return reinterpret_cast<std::uintptr_t>(after_room) <= reinterpret_cast<std::uintptr_t>(end_);
  }
  [[nodiscard, gnu::always_inline]] std::byte* start_again() {
    *is_sound_ = false;
    return begin_;
  }

  std::byte* begin_;
  std::byte* at_;
  std::byte* end_;
  bool* is_sound_;
  bool keys_ascend_;
};

/// Has `fill(room)` put a whole file into `bytes`; false if it has another size.
template <class Fill>
[[nodiscard, gnu::always_inline]] inline bool fill_room(MutableBytes bytes, bool keys_ascend,
                                                        const Fill& fill) {
  if (bytes.size() < Room::least) [[unlikely]]
    return false;
  bool is_sound = true;
  Room room(bytes, keys_ascend, is_sound);
  fill(room);
  return is_sound && room.is_full();
}

/// The bytes that `fill(room)` puts; none if they aren't `size` bytes.
template <class Fill>
[[nodiscard]] std::vector<std::byte> bytes_in_room(std::uint64_t size, const Fill& fill) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::max(size, Room::least)));
  bool is_sound = true;
  Room room(MutableBytes(bytes).first(static_cast<std::size_t>(size)), false, is_sound);
  fill(room);
  bytes.resize(is_sound && room.is_full() ? static_cast<std::size_t>(size) : 0);
  return bytes;
}

}  // namespace schemac::impl
