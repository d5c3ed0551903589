// Saves a file so that others see the old one or the new one, never a part.
//
// The bytes go to a file beside it, which is synchronised and then renamed over it; the folder is
// synchronised, too, so that the name survives a power cut. Whatever fails, what was there before
// stays as it was. Where the system can have files without a name (O_TMPFILE) the new one has none
// until it is whole, so that a program that is killed leaves nothing after. What one has left all
// the same, in the moment before the rename or where that isn't possible, the next one removes.
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
#include "schemac/io/attributes.h"
#include "schemac/io/change.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/file_sink.h"
#include "schemac/io/temporary.h"

namespace schemac {

/// A file that replaces another one when it is whole.
class Replacement {
 public:
  /// Creates the new file in the folder of `path`. It has the mode, the owner, the access list and
  /// the extended attributes of the file that it will replace, without setuid and setgid. Refused
  /// is what can't keep them, and to replace a file that this program may not write to. A symbolic
  /// link is followed: the file at its end is replaced. Folders and devices are left alone: nothing
  /// could be put in their places but a file.
  [[nodiscard]] static Result<Replacement> begin(const std::string& path) {
    Replacement result;
    result.path_ = path;
    const auto old = impl::find_replaced(result.path_);
    if (!old) return old.error();
    if (*old && !S_ISREG((*old)->st_mode))
      return impl::io_failure("replace", path, S_ISDIR((*old)->st_mode) ? EISDIR : ENOTSUP);
    impl::remove_left_overs(result.path_);
    // Nobody else may read what will be kept from them; of a new file the system says who may.
    const mode_t mode = *old ? 0600 : 0666;
    result.file_ = without_name(impl::folder_of(result.path_), mode);
    if (!result.file_.is_open()) {
      auto made =
          impl::make_temporary(result.path_, "create a file beside", [&](const std::string& name) {
            return impl::open_path(name, O_RDWR | O_CREAT | O_EXCL, mode);
          });
      if (!made) return made.error();
      result.temporary_ = std::move(made->name);
      result.file_ = std::move(made->file);
    }
    if (!*old) return result;
    if (auto kept = impl::AttributeKeeper(result.path_, result.file_).keep(); !kept)
      return kept.error();
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

  /// Makes the file durable and puts it in place of the other one. Where only the folder can't be
  /// made durable the error says that the new file is in place.
  [[nodiscard]] Result<void> commit() {
    if (const int error = impl::synchronise(file_); error != 0)
      return impl::io_failure("synchronise", path_, error);
    if (temporary_.empty() && !give_name())
      return impl::io_failure("create a file beside", path_, errno);
    if (::rename(temporary_.c_str(), path_.c_str()) != 0)
      return impl::io_failure("replace", path_, errno);
    temporary_.clear();
    impl::drop_journal(path_);  // of the file that is gone
    if (const int error = file_.close(); error != 0) return impl::io_failure("close", path_, error);
    return impl::synchronise_replaced(path_);
  }

 private:
  Replacement() = default;

  // Its name under /proc: the only way to name it later without further rights.
  static std::string link_of(const impl::Descriptor& file) {
    return "/proc/self/fd/" + std::to_string(file.number());
  }
  // Not open where the file system or a missing /proc doesn't allow it.
  static impl::Descriptor without_name(const std::string& folder, mode_t mode) {
#ifdef O_TMPFILE
    impl::Descriptor file(impl::open_path(folder, O_TMPFILE | O_RDWR, mode));
    if (file.is_open() && ::access(link_of(file).c_str(), F_OK) == 0) return file;
#endif
    return impl::Descriptor(-1);
  }
  // A link can't replace a file, so the name is one beside it, for the moment until the rename.
  bool give_name() {
    // Locked before it has a name: nobody may take it for something left over.
    static_cast<void>(impl::lock(file_));
    for (unsigned number = 0; number < impl::most_temporaries; ++number) {
      std::string name = impl::temporary_name(path_, number);
      const auto link = [&] {
        return ::linkat(AT_FDCWD, link_of(file_).c_str(), AT_FDCWD, name.c_str(),
                        AT_SYMLINK_FOLLOW) == 0;
      };
      if (link() || (errno == EEXIST && impl::remove_left_over(name) && link())) {
        temporary_ = std::move(name);
        return true;
      }
      if (errno != EEXIST) break;
    }
    return false;
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
