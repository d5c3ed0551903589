// An open file that closes itself.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <utility>

#include "schemac/core/result.h"
#include "schemac/io/failure.h"

namespace schemac::impl {

class Descriptor {
 public:
  Descriptor() = default;
  /// Takes over an open file.
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { static_cast<void>(close()); }

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  /// Closes the file; an errno, or 0. Some systems report only now that what was written is lost.
  int close() {
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0 || errno == EINTR ? 0 : errno;
  }

 private:
  int number_ = -1;
};

/// Opens a file for reading. It doesn't wait for the writer of a pipe, nor does reading.
[[nodiscard]] inline Result<Descriptor> open_to_read(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.is_open()) return io_failure("open", path, errno);
  return file;
}

/// The size of a regular file.
[[nodiscard]] inline Result<std::uint64_t> size_of_file(const Descriptor& file,
                                                        const std::string& path) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return io_failure("examine", path, errno);
  if (S_ISDIR(status.st_mode)) return io_failure("open", path, EISDIR);
  if (S_ISCHR(status.st_mode) && ::isatty(file.number()) == 0)  // some never end
    return io_failure("open", path, "it is a device");
  return S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// The folder that a file is in.
[[nodiscard]] inline std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}
/// Makes the names in a folder durable.
[[nodiscard]] inline Result<void> synchronise_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return io_failure("open", path, errno);
  // Some file systems can't synchronise folders and say so; there is nothing more to do on them.
  if (::fsync(folder.number()) != 0 && errno != EINVAL)
    return io_failure("synchronise", path, errno);
  return {};
}

}  // namespace schemac::impl
