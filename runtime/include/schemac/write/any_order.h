// Content whose offsets are given may lie in the file before what is put earlier. Sinks take bytes
// in their order, so such a file is put together in memory; all others go straight on.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"

namespace schemac::impl {

/// Bytes of a file, in whatever order they come. What nobody puts is zero.
class ScatteredSink final : public Sink {
 public:
  [[nodiscard]] Bytes bytes() const { return bytes_; }

  [[nodiscard]] bool expect(std::uint64_t size) override {
    bytes_.resize(static_cast<std::size_t>(size));
    return true;
  }
  [[nodiscard]] bool write(Bytes bytes) override {
    if (at_ > bytes_.size() || bytes.size() > bytes_.size() - at_) return false;
    std::copy(bytes.begin(), bytes.end(), bytes_.begin() + static_cast<std::ptrdiff_t>(at_));
    at_ += bytes.size();
    return true;
  }
  [[nodiscard]] bool seek(std::uint64_t position) override {
    at_ = position;
    return true;
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t at_ = 0;
};

/// What a file of `size` bytes is put into on its way to a sink.
class AnyOrder {
 public:
  /// `ascends`: each byte lies after those that are put before it.
  AnyOrder(Sink& to, bool ascends, std::uint64_t size) : to_(to), ascends_(ascends) {
    if (!ascends_) (void)scattered_.expect(size);
  }

  [[nodiscard]] Sink& sink() { return ascends_ ? to_ : scattered_; }
  /// Once all of it was put.
  [[nodiscard]] bool hand_over() { return ascends_ || to_.write(scattered_.bytes()); }

 private:
  Sink& to_;
  bool ascends_;
  ScatteredSink scattered_;
};

}  // namespace schemac::impl
