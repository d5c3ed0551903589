// Puts scalars, texts and payloads into a sink, one after the other.
//
// Generated code knows that its values were checked, so nothing here can fail except the sink.
// After a failure the writer goes on into room that nobody reads; only `finish` reports it.
//
// Small records are put into room that is taken once (schemac/base/room.h). If one has another size
// than was measured, an error of the generator, `finish` says so.
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

#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/base/room.h"
#include "schemac/check/context.h"
#include "schemac/check/joined_messages.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/core/limits.h"
#include "schemac/core/report.h"
#include "schemac/core/sink.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

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

class Writer {
 public:
  static constexpr bool may_be_large = true;  ///< what is put here in one piece
  static constexpr bool is_whole = false;

  /// What is put first lies at `begin` in its file.
  explicit Writer(Sink& sink, std::uint64_t begin = 0) : sink_(sink), passed_(begin) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Where in the file the next byte goes: bytes put so far, after the start.
  [[nodiscard]] std::uint64_t position() const {
    return static_cast<std::uint64_t>(at_ - begin_) + passed_;
  }
  /// Whether keys that must differ are known to ascend, in all lists.
  [[nodiscard]] bool keys_ascend() const { return keys_ascend_; }
  void set_keys_ascend(bool do_ascend) { keys_ascend_ = do_ascend; }
  /// Of the whole file; 0 if it wasn't set.
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

  template <std::size_t size>
  [[nodiscard, gnu::always_inline]] FixedRun<size> take_run() {
    return {take(size)};
  }
  /// What `store(at)` stores from `at` on: `size` <= `Sink::largest_need` bytes.
  template <class Store>
  [[gnu::always_inline]] void put_exactly(std::uint64_t size, const Store& store) {
    store(take(size));
  }

  /// Bytes as they are: small ones are copied, large ones handed over where they lie.
  void put(Bytes bytes) {
    if (bytes.size() > largest_copy) [[unlikely]]
      return pass(bytes);
    if (!bytes.empty()) std::memcpy(take(bytes.size()), bytes.data(), bytes.size());
  }

  /// Calls `fill(out)`, which puts exactly `size` bytes: small records into room that is taken
  /// once, large ones, and those near the end of what the sink has lent, into the writer itself.
  template <class Fill>
  [[gnu::always_inline]] void put_record(std::uint64_t size, const Fill& fill) {
    std::byte* const begin = at_;
    if (size > largest_copy || size + Room::least > schemac::impl::distance(begin, end_))
        [[unlikely]] {
      const std::uint64_t after = position() + size;
      fill(*this);
      is_exact_ &= position() == after;
      return;
    }
    Room room(MutableBytes(begin, static_cast<std::size_t>(size)), keys_ascend_, is_exact_);
    fill(room);
    at_ = begin + size;
    if (!room.is_full()) [[unlikely]]
      is_exact_ = false;
  }

  void put_zeros(std::uint64_t count) {
    for (; count > largest_copy; count -= largest_copy)
      std::memset(take(largest_copy), 0, largest_copy);
    if (count != 0) std::memset(take(count), 0, static_cast<std::size_t>(count));
  }
  /// Zeros up to a multiple of `unit` from the start of the file.
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
    // Whatever is stored might be the writer itself, for all that compilers know.
    std::byte* at = at_;
    const auto room = static_cast<std::uint64_t>(end_ - at);
    if (padding >= 8 || bytes.size() > largest_copy || room < 8 + bytes.size()) [[unlikely]] {
      align(unit);
      return put(bytes);
    }
    store<std::uint64_t>(at, 0);
    at += padding;
    at_ = at + bytes.size();
    if (!bytes.empty()) std::memcpy(at, bytes.data(), bytes.size());
  }
  /// Zeros up to `position`, which is not before the current one.
  void fill_to(std::uint64_t position) {
    if (position < this->position()) [[unlikely]]
      is_exact_ = false;
    else
      put_zeros(position - this->position());
  }
  /// To content whose place a value gives: zeros up to it, or back, into an `AnyOrder`.
  void go_to(std::uint64_t position) {
    if (position < this->position()) [[unlikely]]
      return seek(position);
    fill_to(position);
  }
  /// After such content: on from where all ends that was put before it, if that is later.
  void go_on(std::uint64_t reached) {
    if (reached > position()) [[unlikely]]
      seek(reached);
  }

  /// Hands what was put to the sink. False if anything was lost.
  [[nodiscard]] bool flush() {
    pass({});
    return is_ok_;
  }
  /// The same at the end.
  [[nodiscard]] bool finish() { return flush(); }
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

  [[gnu::noinline, gnu::cold]] void seek(std::uint64_t position) {
    pass({});
    is_ok_ = is_ok_ && sink_.seek(position);
    passed_ = position;
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

/// Room for a whole file of `size` bytes, if the sink has it; none for a small one, which is put in
/// pieces.
[[nodiscard]] inline MutableBytes lend_room(Sink& sink, std::uint64_t size) {
  if (size < Room::least) return {};
  const MutableBytes room = sink.lend_whole(size);
  return room.size() < size ? MutableBytes() : room.first(static_cast<std::size_t>(size));
}

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

/// Calls `walk(context)` over what a writer made, in which something was found: the numbers that
/// don't fit their fields.
template <class Walk>
[[nodiscard]] std::vector<Violation> unfit_numbers(Bytes written, const Limits& limits,
                                                   const Walk& walk) {
  JoinedMessages joined(limits, written.size());
  std::vector<Violation> unfit;
  Context context(FileBytes(written, &joined), limits, Strictness::validate);
  context.set_written(unfit);
  walk(context);
  return unfit;
}
/// What a writer must not write: numbers that don't fit first, from which the others follow.
[[nodiscard, gnu::noinline]] inline std::optional<Violation> refusal_of(const Report& report,
                                                                        Bytes written,
                                                                        void (*check)(Context&)) {
  if (report.violations().empty()) return std::nullopt;
  const std::vector<Violation> unfit = unfit_numbers(written, Limits(), check);
  return unfit.empty() ? refusal_of(report) : unfit.front();
}

/// The end of a file of `size` bytes: why it wasn't written, if it wasn't.
template <class Out>
[[nodiscard]] std::optional<Violation> finish(Out& out, std::uint64_t size, const Sink& sink) {
  if (!out.finish()) return sink.failure();
  if (!out.is_exact() || out.position() != size) return wrong_size(size);
  return std::nullopt;
}

// ---- what both take ----

/// Room for neighbouring fields of `size` bytes together, all of which get stored.
template <std::size_t size, class Out>
[[nodiscard, gnu::always_inline]] inline FixedRun<size> take_run(Out& out) {
  return out.template take_run<size>();
}
/// One scalar.
template <class T, Endian order = Endian::little, class Out>
void put(Out& out, T value) {
  store_at<0, T, order>(out.template take_run<sizeof value>(), value);
}
/// The same in a byte order that only the file says.
template <class T, class Out>
void put(Out& out, T value, Endian order) {
  store_at<0, T>(out.template take_run<sizeof value>(), value, order);
}

/// Puts what `put` puts. The size of that lies in a run before it, `offset` bytes after the start
/// of the run. A writer can't go back: its sizes were computed.
template <std::size_t offset, class T, Endian order = Endian::little, class Out, std::size_t size,
          class Put>
[[gnu::always_inline]] inline void put_sized(Out& out, FixedRun<size> run, const Put& put) {
  if constexpr (Out::is_whole) {
    const std::byte* const begin = out.at();
    put();
    store_at<offset, T, order>(run, static_cast<T>(out.at() - begin));
  } else {
    put();
  }
}
/// The bytes of a text alone.
template <class Out>
void put_characters(Out& out, std::string_view text) {
  out.put(std::as_bytes(std::span(text)));
}

/// Bytes of a text that is filled up; one that is longer isn't.
template <class T>
[[nodiscard]] constexpr std::uint64_t filled_size(std::uint64_t held, T size) {
  return std::cmp_greater(size, held) ? static_cast<std::uint64_t>(size) : held;
}
/// The same, filled up to `size` bytes.
template <class Out>
void put_filled(Out& out, std::string_view text, std::uint64_t size, std::byte filler) {
  put_characters(out, text);
  std::uint64_t left = size > text.size() ? size - text.size() : 0;
  if (filler == std::byte{}) return out.put_zeros(left);
  std::array<std::byte, 64> filling;
  filling.fill(filler);
  for (; left > filling.size(); left -= filling.size()) out.put(filling);
  out.put(Bytes(filling).first(static_cast<std::size_t>(left)));
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
    if (values.size() > 4) {
      if constexpr (detail::is_native(order)) return out.put(std::as_bytes(std::span(values)));
      for (const T value : values) put<T, order>(out, value);
      return;
    }
    out.put_exactly(
        values.size() * sizeof(T), [&](std::byte * at) __attribute__((always_inline)) {
          for (const T value : values) {
            store<T, order>(at, value);
            at += sizeof(T);
          }
        });
  }
}
template <class Out, class T>
void put_all(Out& out, const std::vector<T>& values, Endian order) {
  if (order == Endian::big)
    put_all<Endian::big>(out, values);
  else
    put_all(out, values);
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
  out.put_exactly(
      size, [&](std::byte * at) __attribute__((always_inline)) {
        if constexpr (pad > 1)
          std::memset(at + size - pad, 0, pad);  // the text leaves its padding of it
        store<Length, order>(at, static_cast<Length>(text.size()));
        detail::copy_text(at + sizeof(Length), text);
      });
}

}  // namespace schemac::impl
