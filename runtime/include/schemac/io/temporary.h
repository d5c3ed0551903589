// Files and folders that are there until they replace others.
//
// Their names follow from the name of what they replace ("day.tally.schemac-0"), and whoever writes
// one keeps it locked (flock). So the next writer finds what a killed one has left, by its name,
// and sees by the lock that nobody is at it any more.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "schemac/core/result.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"

namespace schemac::impl {

/// How many programs may replace one file at the same time.
inline constexpr unsigned most_temporaries = 100;

/// A name beside `path`; short enough where that one is as long as names can be.
[[nodiscard]] inline std::string temporary_name(const std::string& path, unsigned number) {
  constexpr std::size_t longest = 240;
  const std::size_t begin = path.rfind('/') == std::string::npos ? 0 : path.rfind('/') + 1;
  return path.substr(0, begin) + path.substr(begin, longest) + ".schemac-" + std::to_string(number);
}

/// Removes what a killed writer has left under a name. False if something is still there.
inline bool remove_left_over(const std::string& name) {
  const Descriptor file(open_path(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (!file.is_open()) return errno == ENOENT;
  if (lock(file) != 0) return false;
  struct stat status = {};
  if (::fstat(file.number(), &status) != 0) return false;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return false;
  std::error_code error;
  std::filesystem::remove_all(name, error);
  return !error;
}
/// Removes what killed writers have left beside `path`: they take the first names.
inline void remove_left_overs(const std::string& path) {
  constexpr unsigned looked_at = 4;
  for (unsigned i = 0; i < looked_at; ++i) remove_left_over(temporary_name(path, i));
}

/// Locks what was made under a name. False if another program has taken it for something left over.
[[nodiscard]] inline bool lock_temporary(const Descriptor& file, const std::string& name) {
  // Some file systems have no locks: there nobody removes anything either.
  if (lock(file) == EWOULDBLOCK) return false;
  struct stat opened = {}, named = {};
  return ::fstat(file.number(), &opened) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

struct Temporary {
  std::string name;
  Descriptor file;  ///< open and locked
};
/// Makes a file or folder beside `path`: `make(name)` is a descriptor, or -1 and errno. `verb` is
/// for messages: "create a file beside".
template <class Make>
[[nodiscard]] Result<Temporary> make_temporary(const std::string& path, std::string_view verb,
                                               const Make& make) {
  for (unsigned number = 0; number < most_temporaries; ++number) {
    const std::string name = temporary_name(path, number);
    Descriptor file(make(name));
    if (!file.is_open() && errno != EEXIST) return io_failure(verb, path, errno);
    if (!file.is_open() && remove_left_over(name)) file = Descriptor(make(name));
    if (file.is_open() && lock_temporary(file, name)) return Temporary{name, std::move(file)};
  }
  return io_failure(verb, path, EEXIST);
}

}  // namespace schemac::impl
