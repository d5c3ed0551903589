// A sink that writes to an open file, from its current position on.
//
// Small fields are gathered in a buffer; a large payload goes to the file together with what is in
// the buffer, by one call of writev, from where it lies.
#pragma once

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"
#include "schemac/io/failure.h"

namespace schemac {

class FileSink final : public Sink {
 public:
  /// The file stays open, and someone else's. `path` is for messages.
  explicit FileSink(int descriptor, std::string path = {})
      : descriptor_(descriptor), path_(std::move(path)) {}

  /// The errno of the write that failed, or 0.
  [[nodiscard]] int error() const { return error_; }
  [[nodiscard]] Violation failure() const override {
    return impl::io_failure("write", path_, error_);
  }

  [[nodiscard]] bool write(Bytes bytes) override { return write_both({}, bytes); }
  [[nodiscard]] MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    if (used != 0 && !write_both(filled(used), {})) return {};
    if (needed > size_) {
      size_ = std::max<std::size_t>(buffer_size, static_cast<std::size_t>(needed));
      buffer_ = std::make_unique_for_overwrite<std::byte[]>(size_);
    }
    return {buffer_.get(), size_};
  }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    return write_both(filled(used), payload);
  }

 private:
  [[nodiscard]] Bytes filled(std::uint64_t used) const {
    return {buffer_.get(), static_cast<std::size_t>(used)};
  }

  // Both, whole: the system may take less at a time.
  bool write_both(Bytes first, Bytes second) {
    while (!first.empty() || !second.empty()) {
      const std::array<iovec, 2> vectors = {as_vector(first), as_vector(second)};
      const ssize_t written = ::writev(descriptor_, vectors.data(), 2);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        error_ = written < 0 ? errno : EIO;
        return false;
      }
      const std::size_t of_first = std::min(first.size(), static_cast<std::size_t>(written));
      first = first.subspan(of_first);
      second = second.subspan(static_cast<std::size_t>(written) - of_first);
    }
    return true;
  }
  static iovec as_vector(Bytes bytes) {
    // POSIX has one type for reading and writing; nothing is written through this pointer.
    return {const_cast<std::byte*>(bytes.data()), bytes.size()};
  }

  int descriptor_;
  std::string path_;
  int error_ = 0;
  std::unique_ptr<std::byte[]> buffer_;
  std::size_t size_ = 0;
};

}  // namespace schemac
