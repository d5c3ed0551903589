// A file that is changed where it is, as far as that needs one: bytes at a place, in order.
//
// A test can have one of its own that stops at any of its steps; schemac/io/file_storage.h has the
// one for files.
#pragma once

#include <cstdint>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/core/violation.h"

namespace schemac {

class Storage {
 public:
  virtual ~Storage() = default;
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  /// Puts bytes at a place; after the end the file grows. False if they can't be kept.
  [[nodiscard]] virtual bool write(std::uint64_t at, Bytes bytes) = 0;
  /// Ends the file at a place, which is inside of it.
  [[nodiscard]] virtual bool cut(std::uint64_t at) = 0;
  /// Returns when what was written will be found again whatever happens; what is written afterwards
  /// is never found without it.
  [[nodiscard]] virtual bool synchronise() = 0;
  /// The file as it is now; the bytes are good until the next call of anything.
  [[nodiscard]] virtual Result<Bytes> look() = 0;
  /// Why a write or a synchronisation failed.
  [[nodiscard]] virtual Violation failure() const = 0;
};

}  // namespace schemac
