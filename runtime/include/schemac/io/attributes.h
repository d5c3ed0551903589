// What a file or folder has besides its content: mode, owner, access lists, extended attributes.
// What replaces another one keeps them.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/core/result.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"

namespace schemac::impl {

/// Gives `to` what the file or folder at `path` has, but no rights of others: setuid, the setgid of
/// a file and capabilities are dropped. What can't be kept is an error. True if anything was
/// different.
class AttributeKeeper {
 public:
  AttributeKeeper(std::string path, const Descriptor& to) : path_(std::move(path)), to_(to) {}

  [[nodiscard]] Result<bool> keep() {
    struct stat old = {}, made = {};
    if (::lstat(path_.c_str(), &old) != 0 || ::fstat(to_.number(), &made) != 0)
      return io_failure("examine", path_, errno);
    if (Result<void> done = keep_owner(old, made); !done) return done.error();
    // A list that the new one has inherited would change what the mode means.
    if (::fremovexattr(to_.number(), access_list) == 0) changed_ = true;
    const mode_t kept = S_ISDIR(old.st_mode) ? 03777 : 0777;
    if ((made.st_mode & 07777) != (old.st_mode & kept) || changed_) {
      if (::fchmod(to_.number(), old.st_mode & kept) != 0)
        return io_failure("keep the permissions of", path_, errno);
      changed_ = true;
    }
    if (Result<void> done = keep_others(); !done) return done.error();
    return changed_;
  }

 private:
  static constexpr const char* access_list = "system.posix_acl_access";

  Result<void> keep_owner(const struct stat& old, const struct stat& made) {
    if (old.st_uid == made.st_uid && old.st_gid == made.st_gid) return {};
    if (::fchown(to_.number(), old.st_uid == made.st_uid ? static_cast<uid_t>(-1) : old.st_uid,
                 old.st_gid) != 0) {
      Violation failure = io_failure("keep the owner of", path_, errno);
      failure.message += " (user " + std::to_string(old.st_uid) + ", group " +
                         std::to_string(old.st_gid) +
                         "); remove it first if the new one may be yours";
      return failure;
    }
    changed_ = true;
    return {};
  }

  Result<void> keep_others() {
    std::vector<char> names;
    while (true) {
      const ssize_t size = ::llistxattr(path_.c_str(), nullptr, 0);
      if (size < 0 && errno == ENOTSUP) return {};
      if (size < 0) return io_failure("list the extended attributes of", path_, errno);
      names.resize(static_cast<std::size_t>(size));
      if (size == 0) return {};
      const ssize_t got = ::llistxattr(path_.c_str(), names.data(), names.size());
      if (got < 0 && errno == ERANGE) continue;  // another one has come
      if (got < 0) return io_failure("list the extended attributes of", path_, errno);
      names.resize(static_cast<std::size_t>(got));
      break;
    }
    const std::string_view all(names.data(), names.size());
    for (std::size_t at = 0; at < all.size();) {
      const std::string name(all.substr(at, all.find('\0', at) - at));
      at += name.size() + 1;
      // Of what the system's security modules keep, all but the label is about the old content.
      if (name.starts_with("security.") && name != "security.selinux") continue;
      if (Result<void> done = keep_one(name); !done) return done;
    }
    return {};
  }
  Result<void> keep_one(const std::string& name) {
    constexpr std::size_t most = 65536;  // bytes that Linux allows
    std::vector<char> wanted(most), present(most);
    const ssize_t size = ::lgetxattr(path_.c_str(), name.c_str(), wanted.data(), most);
    if (size < 0 && errno == ENODATA) return {};  // it has gone
    if (size < 0) return failure_of(name, errno);
    wanted.resize(static_cast<std::size_t>(size));
    const ssize_t there = ::fgetxattr(to_.number(), name.c_str(), present.data(), most);
    if (there >= 0) {
      present.resize(static_cast<std::size_t>(there));
      if (present == wanted) return {};
    }
    if (::fsetxattr(to_.number(), name.c_str(), wanted.data(), wanted.size(), 0) != 0)
      return failure_of(name, errno);
    changed_ = true;
    return {};
  }
  [[nodiscard]] Violation failure_of(const std::string& name, int code) const {
    const std::string what = name == access_list ? "keep the access list of"
                                                 : "keep the extended attribute '" + name + "' of";
    return io_failure(what, path_, code);
  }

  std::string path_;
  const Descriptor& to_;
  bool changed_ = false;
};

/// Whether the file at `path` can be replaced by one of this program: it has to be one that it may
/// write to. `path` is followed to its end if it is a symbolic link. Nothing if nothing is there.
[[nodiscard]] inline Result<std::optional<struct stat>> find_replaced(std::string& path) {
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) return std::optional<struct stat>();
  if (S_ISLNK(status.st_mode)) {
    auto target = without_links(path);
    if (!target && errno == ENOENT)
      return io_failure("replace", path, "it is a symbolic link to nothing");
    if (!target) return io_failure("follow", path, errno);
    path = *std::move(target);
    if (::stat(path.c_str(), &status) != 0) return io_failure("examine", path, errno);
  }
  if (::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0)
    return io_failure("replace", path, errno);
  return std::optional(status);
}

}  // namespace schemac::impl
