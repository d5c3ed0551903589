// Saves a file so that others see the old one or the new one, never a part.
//
// The bytes go to a file beside it, which is synchronised and then renamed over it; the folder is
// synchronised, too, so that the name survives a power cut. Whatever fails, what was there before
// stays as it was. Where the system can have files without a name (O_TMPFILE) the new one has none
// until it is whole, so that a program that is killed leaves nothing after.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <string>
#include <utility>

#include "schemac/core/format.h"
#include "schemac/core/result.h"
#include "schemac/core/sink.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/file_sink.h"

namespace schemac {

/// A file that replaces another one when it is whole.
class Replacement {
 public:
  /// Creates the new file in the folder of `path`. It has the permissions of the file that it will
  /// replace. Folders and devices are left alone: nothing could be put in their places but a file.
  [[nodiscard]] static Result<Replacement> begin(const std::string& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode))
      return impl::io_failure("replace", path, S_ISDIR(status.st_mode) ? EISDIR : ENOTSUP);
    Replacement result;
    result.path_ = path;
    result.file_ = without_name(impl::folder_of(path));
    if (!result.file_.is_open()) {
      result.temporary_ = path + ".XXXXXX";
      result.file_ = impl::Descriptor(::mkostemp(result.temporary_.data(), O_CLOEXEC));
    }
    if (!result.file_.is_open()) return impl::io_failure("create a file beside", path, errno);
    if (::fchmod(result.file_.number(), mode_for(path)) != 0)
      return impl::io_failure("set permissions for", path, errno);
    return result;
  }
  Replacement(Replacement&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::exchange(other.temporary_, {})),
        file_(std::move(other.file_)) {}
  Replacement& operator=(Replacement&&) = delete;
  /// Without `commit` nothing has happened.
  ~Replacement() {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
  }

  [[nodiscard]] int descriptor() const { return file_.number(); }

  /// Makes the file durable and puts it in place of the other one.
  [[nodiscard]] Result<void> commit() {
    if (::fsync(file_.number()) != 0) return impl::io_failure("synchronise", path_, errno);
    if (temporary_.empty() && !give_name())
      return impl::io_failure("create a file beside", path_, errno);
    if (const int error = file_.close(); error != 0) return impl::io_failure("write", path_, error);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0)
      return impl::io_failure("replace", path_, errno);
    temporary_.clear();
    return impl::synchronise_folder(impl::folder_of(path_));
  }

 private:
  Replacement() = default;

  // Its name under /proc: the only way to name it later without further rights.
  static std::string link_of(const impl::Descriptor& file) {
    return "/proc/self/fd/" + std::to_string(file.number());
  }
  // Not open where the file system or a missing /proc doesn't allow it.
  static impl::Descriptor without_name(const std::string& folder) {
#ifdef O_TMPFILE
    impl::Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (file.is_open() && ::access(link_of(file).c_str(), F_OK) == 0) return file;
#endif
    return impl::Descriptor(-1);
  }
  // A link can't replace a file, so the name is one beside it, for the moment until the rename.
  bool give_name() {
    for (unsigned attempt = 0; attempt < 100; ++attempt) {
      std::string name = path_ + '.' + std::to_string(::getpid()) + '-' + std::to_string(attempt);
      if (::linkat(AT_FDCWD, link_of(file_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) ==
          0) {
        temporary_ = std::move(name);
        return true;
      }
      if (errno != EEXIST) break;
    }
    return false;
  }

  static mode_t mode_for(const std::string& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
    const mode_t mask = ::umask(0);  // there is no other way to ask
    ::umask(mask);
    return 0666 & ~mask;
  }
  std::string path_;
  std::string temporary_;  // its name while it is there
  impl::Descriptor file_;
};

/// Writes `file` to `path`; the result is its size. The error is what is wrong with the value
/// (nothing was touched), or what the system refused.
template <FileValue File>
[[nodiscard]] Result<std::uint64_t> save(const File& file, const std::string& path) {
  Result<Replacement> replacement = Replacement::begin(path);
  if (!replacement) return std::move(replacement).error();
  FileSink sink(replacement->descriptor(), path);
  Result<std::uint64_t> size = impl::Format<File>::write(file, sink);
  if (!size) return size;
  if (Result<void> done = replacement->commit(); !done) return done.error();
  return size;
}

}  // namespace schemac
