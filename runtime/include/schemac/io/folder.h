// Files of a folder, by names that may come from a stranger's file.
//
// A name is one component of a path and nothing else, and no symbolic link is followed: what is
// opened lies beneath the folder, whatever a file says.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/core/result.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/source.h"

namespace schemac::impl {

/// Whether a text is the name of something in a folder: neither empty nor "." nor "..", without
/// separators and zero bytes, no longer than systems allow.
[[nodiscard]] inline bool is_file_name(std::string_view name) {
  constexpr std::size_t longest = 255;
  return !name.empty() && name.size() <= longest && name != "." && name != ".." &&
         name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

}  // namespace schemac::impl

namespace schemac {

/// What a name in a folder stands for.
enum class FolderEntry : std::uint8_t { nothing, file, folder, other };

}  // namespace schemac

namespace schemac::impl {

class Folder {
 public:
  /// The folder itself may be reached by links: its path is the caller's.
  [[nodiscard]] static Result<Folder> open(const std::string& path) {
    return opened(open_path(path, O_RDONLY | O_DIRECTORY), path);
  }
  /// A folder in it.
  [[nodiscard]] Result<Folder> open_folder(const std::string& name) const {
    if (!is_file_name(name)) return outside(name);
    const int inner = open_at(number(), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
    struct stat status = {};  // of a link the system says that it is no directory
    if (inner < 0 && errno == ENOTDIR &&
        ::fstatat(number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0)
      errno = S_ISLNK(status.st_mode) ? ELOOP : ENOTDIR;
    return opened(inner, path_ + "/" + name);
  }
  /// The bytes of a regular file in it.
  [[nodiscard]] Result<Source> open_file(const std::string& name,
                                         Access access = Access::automatic) const {
    if (!is_file_name(name)) return outside(name);
    const std::string path = path_ + "/" + name;
    // Without O_NONBLOCK a pipe would wait for someone who writes.
    Descriptor file(open_at(number(), name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    if (!file.is_open()) return refusal(path, errno);
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) return io_failure("examine", path, errno);
    if (!S_ISREG(status.st_mode)) {
      Violation violation = io_failure("open", path, EINVAL);
      violation.rule = Rule::bad_type;
      violation.message = "'" + path + "' is not a regular file";
      return violation;
    }
    return Source::before_change(file, path, number(), name, access);
  }
  /// What there is of that name; a link is one, whatever it leads to.
  [[nodiscard]] FolderEntry kind_of(const std::string& name) const {
    struct stat status = {};
    const bool is_there =
        is_file_name(name) && ::fstatat(number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (!is_there) return FolderEntry::nothing;
    return S_ISREG(status.st_mode)   ? FolderEntry::file
           : S_ISDIR(status.st_mode) ? FolderEntry::folder
                                     : FolderEntry::other;
  }
  /// What is in it, sorted; at most `most` names.
  [[nodiscard]] Result<std::vector<std::string>> names(std::uint64_t most) const {
    const int copy = open_at(number(), ".", O_RDONLY | O_DIRECTORY);
    DIR* const listing = copy < 0 ? nullptr : ::fdopendir(copy);
    if (listing == nullptr) {
      const int error = errno;
      if (copy >= 0) ::close(copy);
      return io_failure("list", path_, error);
    }
    std::vector<std::string> names;
    while (const dirent* entry = ::readdir(listing)) {
      const std::string_view name = entry->d_name;
      if (name == "." || name == "..") continue;
      if (names.size() == most) {
        ::closedir(listing);
        Violation violation = io_failure("list", path_, EFBIG);
        violation.rule = Rule::resource_limit;
        violation.message = "'" + path_ + "' holds more than " + std::to_string(most) + " files";
        return violation;
      }
      names.emplace_back(name);
    }
    ::closedir(listing);
    std::sort(names.begin(), names.end());
    return names;
  }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The open folder; it stays open as long as this is.
  [[nodiscard]] int descriptor() const { return number(); }

 private:
  Folder(Descriptor descriptor, std::string path)
      : descriptor_(std::move(descriptor)), path_(std::move(path)) {}

  [[nodiscard]] int number() const { return descriptor_.number(); }

  static Result<Folder> opened(int number, const std::string& path) {
    if (number < 0) return refusal(path, errno);
    return Folder(Descriptor(number), path);
  }
  static Violation refusal(const std::string& path, int error) {
    Violation violation = io_failure("open", path, error);
    if (error != ELOOP) return violation;
    violation.rule = Rule::out_of_bounds;
    violation.message = "'" + path + "' is a symbolic link, which is not followed";
    return violation;
  }
  static Violation outside(const std::string& name) {
    Violation violation;
    violation.rule = Rule::out_of_bounds;
    violation.message = "'" + name + "' is not a name of a file in a folder";
    return violation;
  }

  Descriptor descriptor_;
  std::string path_;
};

}  // namespace schemac::impl
