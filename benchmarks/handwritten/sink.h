// Where a writer puts bytes, in order.
//
// A sink lends its own buffer, so that small pieces are copied once: straight to where they stay.
// Large payloads are handed over where they lie.
#pragma once
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <vector>

#include "handwritten/wire.h"

namespace handwritten {

class Sink {
 public:
  virtual ~Sink() = default;
  // Takes over the first `used` bytes of the room lent before and lends at least `needed` <=
  // `largest_need` bytes in `room`. False if bytes can't be kept; all is lost then.
  [[nodiscard]] virtual bool lend(std::uint64_t used, std::uint64_t needed,
                                  std::span<std::byte>& room) = 0;
  // Takes bytes that lie elsewhere. What was lent before has been given back: `lend(used, 0)`.
  [[nodiscard]] virtual bool write(Bytes bytes) = 0;

  static constexpr std::uint64_t largest_need = 4096;
};

// Fills storage of the caller.
class MemorySink : public Sink {
 public:
  explicit MemorySink(std::span<std::byte> storage) : rest_(storage), whole_(storage.size()) {}

  std::uint64_t size() const { return whole_ - rest_.size(); }

  bool lend(std::uint64_t used, std::uint64_t needed, std::span<std::byte>& room) override {
    rest_ = rest_.subspan(used);
    room = rest_;
    return needed <= rest_.size();
  }
  bool write(Bytes bytes) override {
    if (bytes.size() > rest_.size()) return false;
    std::memcpy(rest_.data(), bytes.data(), bytes.size());
    rest_ = rest_.subspan(bytes.size());
    return true;
  }

 private:
  std::span<std::byte> rest_;
  std::uint64_t whole_;
};

// Writes to a file descriptor that someone else opened and closes.
class FileSink : public Sink {
 public:
  explicit FileSink(int descriptor) : descriptor_(descriptor) {}

  bool lend(std::uint64_t used, std::uint64_t, std::span<std::byte>& room) override {
    room = {buffer_.get(), buffer_size};
    return write(room.first(used));
  }
  bool write(Bytes bytes) override {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno != EINTR) return false;
      if (written > 0) bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
  }

 private:
  static constexpr std::uint64_t buffer_size = std::uint64_t{64} << 10;

  int descriptor_;
  std::unique_ptr<std::byte[]> buffer_ = std::make_unique_for_overwrite<std::byte[]>(buffer_size);
};

// Puts scalars and bytes into a sink's room. After a failure it goes on into a buffer of its own
// that is never read, so that only the end has to be asked whether all went well.
class Output {
 public:
  explicit Output(Sink& sink) : sink_(sink) {}

  // Room for `size` <= `Sink::largest_need` bytes, all of which the caller fills.
  std::byte* reserve(std::uint64_t size) {
    if (size > static_cast<std::uint64_t>(end_ - at_)) [[unlikely]]
      renew(size);
    std::byte* const reserved = at_;
    at_ += size;
    return reserved;
  }
  template <class T>
  void put(T value) {
    std::memcpy(reserve(sizeof value), &value, sizeof value);
  }
  void put(Bytes bytes) {
    if (bytes.size() > largest_copy) [[unlikely]]
      return hand_over(bytes);
    if (!bytes.empty()) std::memcpy(reserve(bytes.size()), bytes.data(), bytes.size());
  }
  // `bytes` and zero bytes after them up to a multiple of 8 of their own size.
  void put_filled(Bytes bytes) {
    const std::uint64_t filled = align8(bytes.size());
    if (bytes.size() > largest_copy) [[unlikely]] {
      hand_over(bytes);
      zeros(filled - bytes.size());
    } else if (filled != 0) {
      std::byte* const to = reserve(filled);
      const std::uint64_t zero = 0;
      std::memcpy(to + filled - 8, &zero, sizeof zero);
      std::memcpy(to, bytes.data(), bytes.size());
    }
  }
  void zeros(std::uint64_t count) {
    if (count != 0) std::memset(reserve(count), 0, count);
  }

  // False if anything put here was lost.
  bool finish() {
    renew(0);
    return ok_;
  }

 private:
  static constexpr std::uint64_t largest_copy = Sink::largest_need;

  [[gnu::noinline, gnu::cold]] void renew(std::uint64_t needed) {
    std::span<std::byte> room;
    ok_ = ok_ && sink_.lend(static_cast<std::uint64_t>(at_ - begin_), needed, room);
    if (!ok_) {
      waste_.resize(Sink::largest_need);
      room = waste_;
    }
    begin_ = at_ = room.data();
    end_ = begin_ + room.size();
  }

  [[gnu::noinline, gnu::cold]] void hand_over(Bytes bytes) {
    renew(0);
    ok_ = ok_ && sink_.write(bytes);
    begin_ = at_ = end_ = nullptr;
  }

  Sink& sink_;
  std::byte* begin_ = nullptr;
  std::byte* at_ = nullptr;
  std::byte* end_ = nullptr;
  bool ok_ = true;
  std::vector<std::byte> waste_;
};

}  // namespace handwritten
