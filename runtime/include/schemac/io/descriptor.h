// An open file that closes itself.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
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

/// Calls the system again as long as a signal interrupts it.
template <class Call>
auto retried(const Call& call) {
  for (;;) {
    const auto result = call();
    if (result != -1 || errno != EINTR) return result;
  }
}

/// A descriptor, or -1 and errno. `folder` is one, or AT_FDCWD.
[[nodiscard]] inline int open_at(int folder, const std::string& path, int flags, mode_t mode = 0) {
  return retried([&] { return ::openat(folder, path.c_str(), flags | O_CLOEXEC, mode); });
}
[[nodiscard]] inline int open_path(const std::string& path, int flags, mode_t mode = 0) {
  return open_at(AT_FDCWD, path, flags, mode);
}
/// Locks a file or folder if nobody else has locked it; an errno, or 0.
[[nodiscard]] inline int lock(const Descriptor& file) {
  return retried([&] { return ::flock(file.number(), LOCK_EX | LOCK_NB); }) == 0 ? 0 : errno;
}

/// Waits until the content of a file is on the disk; an errno, or 0.
[[nodiscard]] inline int synchronise(const Descriptor& file) {
  return retried([&] { return ::fsync(file.number()); }) == 0 ? 0 : errno;
}

/// A path without symbolic links; nothing, and errno, where it leads to nothing.
[[nodiscard]] inline std::optional<std::string> without_links(const std::string& path) {
  struct Free {
    void operator()(char* found) const { std::free(found); }
  };
  const std::unique_ptr<char, Free> found(::realpath(path.c_str(), nullptr));
  return found == nullptr ? std::nullopt : std::optional<std::string>(found.get());
}

/// Opens a file for reading. It doesn't wait for the writer of a pipe, nor does reading. If the
/// path is a symbolic link, it becomes that of the file at its end.
[[nodiscard]] inline Result<Descriptor> open_to_read(std::string& path) {
  Descriptor file(open_path(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
  if (file.is_open()) return file;
  if (errno != ELOOP) return io_failure("open", path, errno);
  file = Descriptor(open_path(path, O_RDONLY | O_NONBLOCK));
  if (!file.is_open()) return io_failure("open", path, errno);
  if (auto target = without_links(path)) path = *std::move(target);
  return file;
}

/// By what a change of a file shows: its size, and when it was written to.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
  bool can_be_read_again = false;

  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
[[nodiscard]] inline FileStamp stamp_of(const Descriptor& file) {
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return {};
  return {static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
          S_ISREG(status.st_mode)};
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
  const Descriptor folder(open_path(path, O_RDONLY | O_DIRECTORY));
  if (!folder.is_open()) return io_failure("open", path, errno);
  // Some file systems can't synchronise folders and say so; there is nothing more to do on them.
  const int error = synchronise(folder);
  if (error != 0 && error != EINVAL) return io_failure("synchronise", path, error);
  return {};
}
/// The same after something was put in place there, which its failure doesn't undo.
[[nodiscard]] inline Result<void> synchronise_replaced(const std::string& path) {
  Result<void> done = synchronise_folder(folder_of(path));
  if (done) return done;
  Violation failure = done.error();
  failure.message =
      "'" + path + "' is in place, but a power failure may undo that: " + failure.message;
  return failure;
}

}  // namespace schemac::impl
