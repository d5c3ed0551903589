// A sink that writes to a storage.
#pragma once

#include <cstdint>

#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"
#include "schemac/core/storage.h"
#include "schemac/core/violation.h"

namespace schemac::impl {

/// Puts bytes into a storage, from a place on.
class StorageSink final : public Sink {
 public:
  StorageSink(Storage& to, std::uint64_t at) : to_(to), at_(at) {}

  [[nodiscard]] bool write(Bytes bytes) override {
    if (bytes.empty()) return true;
    if (!to_.write(at_, bytes)) return false;
    at_ += bytes.size();
    return true;
  }
  [[nodiscard]] Violation failure() const override { return to_.failure(); }

 private:
  Storage& to_;
  std::uint64_t at_;
};

}  // namespace schemac::impl
