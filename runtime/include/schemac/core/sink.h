// Where a writer puts bytes, in order, without seeking.
//
// A sink lends room and a writer fills it, so that a small field is copied once, straight to where
// it stays. Large payloads are handed over where they lie. A sink of one's own needs `write` alone;
// the others are there to be faster.
//
//   class Upload : public schemac::Sink {
//     bool write(schemac::Bytes bytes) override { return socket_.send(bytes.data(), bytes.size());
//     }
//   };
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "schemac/base/counted.h"
#include "schemac/core/bytes.h"
#include "schemac/core/violation.h"

namespace schemac {

class Sink {
 public:
  virtual ~Sink() = default;
  Sink() = default;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  /// Takes bytes; false if they can't be kept, and everything is lost then.
  [[nodiscard]] virtual bool write(Bytes bytes) = 0;

  /// Called once before the first byte: so many will come. False if there is no room for them.
  [[nodiscard]] virtual bool expect(std::uint64_t size) { return static_cast<void>(size), true; }

  /// Takes the first `used` bytes of the room lent before, and lends new room of at least `needed`
  /// bytes; it stays valid until the next call. Empty if bytes can't be kept.
  [[nodiscard]] virtual MutableBytes lend(std::uint64_t used, std::uint64_t needed) {
    if (used != 0 && !write(Bytes(buffer_).first(static_cast<std::size_t>(used)))) return {};
    if (buffer_.size() < needed || buffer_.empty())
      buffer_.resize(std::max<std::size_t>(buffer_size, static_cast<std::size_t>(needed)));
    return buffer_;
  }
  /// Lends room for a whole file of `size` bytes, which was expected and of which nothing was
  /// written; empty if it should come in pieces. All of it is used then.
  [[nodiscard]] virtual MutableBytes lend_whole(std::uint64_t size) {
    return static_cast<void>(size), MutableBytes();
  }
  /// Takes the first `used` bytes of the room lent before, then `payload`, which lies elsewhere.
  /// The room is given back.
  [[nodiscard]] virtual bool pass(std::uint64_t used, Bytes payload) {
    return (used == 0 || write(Bytes(buffer_).first(static_cast<std::size_t>(used)))) &&
           write(payload);
  }
  /// The next bytes belong at `position` of the file. Only the library's own memory is asked, in
  /// which it puts content into order (any_order.h).
  [[nodiscard]] virtual bool seek(std::uint64_t position) {
    return static_cast<void>(position), false;
  }

  /// Why bytes could not be kept.
  [[nodiscard]] virtual Violation failure() const {
    return {{}, 0, Rule::io_error, Level::error, {}, "the sink takes no more bytes"};
  }

  static constexpr std::uint64_t largest_need = 4096;

 protected:
  static constexpr std::size_t buffer_size = std::size_t{64} << 10;

 private:
  std::vector<std::byte> buffer_;
};

/// Keeps the bytes in memory.
class MemorySink final : public Sink {
 public:
  MemorySink() = default;
  /// Uses the storage of `bytes`; what is in it is overwritten. `take` gives it back.
  explicit MemorySink(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] Bytes bytes() const { return Bytes(bytes_).first(size_); }
  /// The bytes; the sink is empty afterwards.
  [[nodiscard]] std::vector<std::byte> take() {
    bytes_.resize(std::exchange(size_, 0));
    return std::exchange(bytes_, {});
  }

  [[nodiscard]] bool expect(std::uint64_t size) override {
    make_room(static_cast<std::size_t>(size));
    return true;
  }
  [[nodiscard]] MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    size_ += static_cast<std::size_t>(used);
    if (bytes_.size() - size_ < needed)
      make_room(std::max({std::size_t{buffer_size}, size_, static_cast<std::size_t>(needed)}));
    return MutableBytes(bytes_).subspan(size_);
  }
  [[nodiscard]] MutableBytes lend_whole(std::uint64_t size) override { return lend(0, size); }
  [[nodiscard]] bool write(Bytes bytes) override {
    if (bytes_.size() - size_ < bytes.size()) make_room(bytes.size());
    if (!bytes.empty()) std::memcpy(bytes_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
    return true;
  }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    size_ += static_cast<std::size_t>(used);
    return write(payload);
  }

 private:
  void make_room(std::size_t more) { bytes_.resize(std::max(bytes_.size(), size_ + more)); }

  std::vector<std::byte> bytes_;  // the first `size_` are kept, the others room
  std::size_t size_ = 0;
};

/// Fills storage of the caller, and refuses what doesn't fit.
class SpanSink final : public Sink {
 public:
  explicit SpanSink(MutableBytes storage) : storage_(storage) {}

  /// What was written so far.
  [[nodiscard]] Bytes bytes() const { return Bytes(storage_).first(size_); }

  [[nodiscard]] bool expect(std::uint64_t size) override { return size <= storage_.size() - size_; }
  [[nodiscard]] bool write(Bytes bytes) override {
    if (bytes.size() > storage_.size() - size_) return false;
    if (!bytes.empty()) std::memcpy(storage_.data() + size_, bytes.data(), bytes.size());
    size_ += bytes.size();
    return true;
  }
  [[nodiscard]] MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    size_ += static_cast<std::size_t>(used);
    return needed <= storage_.size() - size_ ? storage_.subspan(size_) : MutableBytes();
  }
  [[nodiscard]] MutableBytes lend_whole(std::uint64_t size) override { return lend(0, size); }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    size_ += static_cast<std::size_t>(used);
    return write(payload);
  }
  [[nodiscard]] Violation failure() const override {
    std::string message =
        "the span of " + impl::counted(storage_.size(), "bytes") + " is too small";
    return {{}, size_, Rule::io_error, Level::error, {}, std::move(message)};
  }

 private:
  MutableBytes storage_;
  std::size_t size_ = 0;
};

/// Counts bytes and keeps none: how large would it be?
class CountingSink final : public Sink {
 public:
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool write(Bytes bytes) override {
    size_ += bytes.size();
    return true;
  }

 private:
  std::uint64_t size_ = 0;
};

}  // namespace schemac
