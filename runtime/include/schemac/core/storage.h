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

/// What becomes of bytes after the end that a file had before a change, if the change is undone.
enum class Appended : std::uint8_t {
  is_undone,
  is_kept,  ///< of a stream without totals, which has them as soon as they are written
};

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
  /// From now on an interruption leaves the file as it is now, until the change is ended: whoever
  /// opens it next finds it so, or makes it so. If a change has begun, nothing happens. A storage
  /// that can't do that does nothing.
  [[nodiscard]] virtual bool begin_change(Appended) { return true; }
  /// What was changed has been synchronised, and is what an interruption leaves. A storage that is
  /// destroyed before undoes the change.
  [[nodiscard]] virtual bool end_change() { return true; }
  /// The file as it is now; the bytes are good until the next call of anything.
  [[nodiscard]] virtual Result<Bytes> look() = 0;
  /// Why a write or a synchronisation failed.
  [[nodiscard]] virtual Violation failure() const = 0;
};

}  // namespace schemac
