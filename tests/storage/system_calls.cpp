#include "storage/system_calls.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <map>
#include <string_view>
#include <utility>

namespace schemac::tests {
namespace {

// What a call is, as far as faults ask for it.
struct Traits {
  bool changes = true;
  bool needs_space = false;
  bool may_be_interrupted = false;
  bool has_count = false;
};
constexpr Traits looks = {.changes = false};
constexpr Traits reads = {.changes = false, .may_be_interrupted = true, .has_count = true};
constexpr Traits writes = {.needs_space = true, .may_be_interrupted = true, .has_count = true};
constexpr Traits opens = {.changes = false, .may_be_interrupted = true};
constexpr Traits creates = {.needs_space = true, .may_be_interrupted = true};
constexpr Traits waits = {.needs_space = true, .may_be_interrupted = true};
constexpr Traits names = {.needs_space = true};

struct State {
  Fault fault = Fault::none;
  std::uint64_t left = 0;
  bool has_struck = false;
  bool traces = false;
  std::vector<SystemCall> trace;
  std::map<int, std::uint64_t> open_files;
  std::map<std::string, std::uint64_t> named;
  std::uint64_t files = 0;
};
State& state() {
  static State state;
  return state;
}

bool concerns(Fault fault, const Traits& call) {
  switch (fault) {
    case Fault::none:
      return false;
    case Fault::killed:
    case Fault::io_error:
      return true;
    case Fault::broken:
      return call.changes;
    case Fault::killed_within:
    case Fault::short_count:
      return call.has_count;
    case Fault::no_space:
    case Fault::full:
      return call.needs_space;
    case Fault::interrupted:
      return call.may_be_interrupted;
  }
  return false;
}
// 0, or the error of a call; `size` becomes what is left of it.
int strike(const Traits& call, std::size_t& size, bool& dies) {
  State& now = state();
  if (!concerns(now.fault, call)) return 0;
  if (now.left != 0) {
    --now.left;
    return 0;
  }
  const bool lasts = now.fault == Fault::broken || now.fault == Fault::full;
  if (now.has_struck && !lasts) return 0;
  now.has_struck = true;
  switch (now.fault) {
    case Fault::none:
      return 0;
    case Fault::killed:
      ::raise(SIGKILL);
      return 0;
    case Fault::killed_within:
      size /= 2;
      dies = true;
      return 0;
    case Fault::io_error:
    case Fault::broken:
      return EIO;
    case Fault::no_space:
    case Fault::full:
      return ENOSPC;
    case Fault::interrupted:
      return EINTR;
    case Fault::short_count:
      size = (size + 1) / 2;
      return 0;
  }
  return 0;
}
int strike(const Traits& call) {
  std::size_t size = 0;
  bool dies = false;
  return strike(call, size, dies);
}
int failed(int error) {
  errno = error;
  return -1;
}

void note(SystemCall call) {
  if (state().traces) state().trace.push_back(std::move(call));
}
std::string absolute(int folder, const char* path) {
  if (path[0] == '/' || folder == AT_FDCWD) return path;
  char name[4096];
  const std::string link = "/proc/self/fd/" + std::to_string(folder);
  const long size = ::syscall(SYS_readlink, link.c_str(), name, sizeof name);
  return std::string(name, static_cast<std::size_t>(std::max(size, 0L))) + "/" + path;
}
void note_opened(int file, const std::string& path, int flags, bool was_there) {
  State& now = state();
  if (!now.traces || file < 0) return;
  const bool has_name = (flags & O_TMPFILE) != O_TMPFILE;
  const auto found = has_name ? now.named.find(path) : now.named.end();
  const bool is_known = found != now.named.end();
  const std::uint64_t number = is_known ? found->second : ++now.files;
  now.open_files[file] = number;
  if (!has_name) return;
  now.named[path] = number;
  if ((flags & O_CREAT) != 0 && !was_there)
    note({.kind = SystemCall::Kind::create, .file = number, .path = path});
}
void note_written(int file, std::uint64_t at, const void* bytes, std::size_t size) {
  if (!state().traces) return;
  const auto* const begin = static_cast<const std::byte*>(bytes);
  note({.file = state().open_files[file], .at = at, .bytes = {begin, begin + size}});
}

}  // namespace

void arm(Fault fault, std::uint64_t number) {
  state().fault = fault;
  state().left = number;
  state().has_struck = false;
}
bool has_struck() { return state().has_struck; }
void disarm() { state().fault = Fault::none; }
void start_trace() {
  state() = {};
  state().traces = true;
}
std::vector<SystemCall> take_trace() {
  state().traces = false;
  return std::move(state().trace);
}

}  // namespace schemac::tests

using namespace schemac::tests;

extern "C" {

int openat(int folder, const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, unsigned) : 0;
  va_end(list);
  const bool makes = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  if (const int error = strike(makes ? creates : opens); error != 0) return failed(error);
  const std::string name = absolute(folder, path);
  const bool was_there = state().traces && ::syscall(SYS_access, name.c_str(), F_OK) == 0;
  const int file = static_cast<int>(::syscall(SYS_openat, folder, path, flags, mode));
  note_opened(file, name, flags, was_there);
  return file;
}
int open(const char* path, int flags, ...) {
  va_list list;
  va_start(list, flags);
  const unsigned mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, unsigned) : 0;
  va_end(list);
  return openat(AT_FDCWD, path, flags, mode);
}

ssize_t pread(int file, void* bytes, size_t size, off_t at) {
  bool dies = false;
  if (const int error = strike(reads, size, dies); error != 0) return failed(error);
  if (dies) ::raise(SIGKILL);
  return ::syscall(SYS_pread64, file, bytes, size, at);
}
ssize_t read(int file, void* bytes, size_t size) {
  bool dies = false;
  if (const int error = strike(reads, size, dies); error != 0) return failed(error);
  if (dies) ::raise(SIGKILL);
  return ::syscall(SYS_read, file, bytes, size);
}
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
  bool dies = false;
  if (const int error = strike(writes, size, dies); error != 0) return failed(error);
  const ssize_t written = ::syscall(SYS_pwrite64, file, bytes, size, at);
  if (dies) ::raise(SIGKILL);
  if (written > 0)
    note_written(file, static_cast<std::uint64_t>(at), bytes, static_cast<size_t>(written));
  return written;
}
ssize_t write(int file, const void* bytes, size_t size) {
  bool dies = false;
  if (const int error = strike(writes, size, dies); error != 0) return failed(error);
  const off_t at = state().traces ? ::lseek(file, 0, SEEK_CUR) : 0;
  const ssize_t written = ::syscall(SYS_write, file, bytes, size);
  if (dies) ::raise(SIGKILL);
  if (written > 0)
    note_written(file, static_cast<std::uint64_t>(at), bytes, static_cast<size_t>(written));
  return written;
}
// One part after the other: a caller can't tell.
ssize_t writev(int file, const iovec* parts, int count) {
  for (int i = 0; i < count; ++i)
    if (parts[i].iov_len != 0) return write(file, parts[i].iov_base, parts[i].iov_len);
  return 0;
}
int fsync(int file) {
  if (const int error = strike(waits); error != 0) return failed(error);
  const int done = static_cast<int>(::syscall(SYS_fsync, file));
  if (done == 0 && state().traces)
    note({.kind = SystemCall::Kind::synchronise,
          .file = state().open_files[file],
          .path = absolute(file, "")});
  return done;
}
int ftruncate(int file, off_t size) noexcept {
  if (const int error = strike(writes); error != 0) return failed(error);
  const int done = static_cast<int>(::syscall(SYS_ftruncate, file, size));
  if (done == 0 && state().traces)
    note({.kind = SystemCall::Kind::cut,
          .file = state().open_files[file],
          .at = static_cast<std::uint64_t>(size)});
  return done;
}

int unlinkat(int folder, const char* path, int flags) noexcept {
  if (const int error = strike({}); error != 0) return failed(error);
  const std::string name = absolute(folder, path);
  const int done = static_cast<int>(::syscall(SYS_unlinkat, folder, path, flags));
  if (done == 0 && state().traces) {
    state().named.erase(name);
    note({.kind = SystemCall::Kind::unname, .path = name});
  }
  return done;
}
int unlink(const char* path) noexcept { return unlinkat(AT_FDCWD, path, 0); }
int rename(const char* from, const char* to) noexcept {
  if (const int error = strike(names); error != 0) return failed(error);
  const int done = static_cast<int>(::syscall(SYS_rename, from, to));
  if (done == 0 && state().traces) {
    state().named[to] = state().named[from];
    state().named.erase(from);
    note({.kind = SystemCall::Kind::rename, .path = from, .other_path = to});
  }
  return done;
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  if (const int error = strike(names); error != 0) return failed(error);
  return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  if (const int error = strike(names); error != 0) return failed(error);
  const int done = static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
  constexpr std::string_view opened = "/proc/self/fd/";
  if (done == 0 && state().traces && std::string_view(from).starts_with(opened)) {
    const std::uint64_t file = state().open_files[std::stoi(from + opened.size())];
    state().named[to] = file;
    note({.kind = SystemCall::Kind::name, .file = file, .path = to});
  }
  return done;
}
int mkdir(const char* path, mode_t mode) noexcept {
  if (const int error = strike(names); error != 0) return failed(error);
  return static_cast<int>(::syscall(SYS_mkdir, path, mode));
}
int flock(int file, int operation) noexcept {
  if (const int error = strike(opens); error != 0) return failed(error);
  return static_cast<int>(::syscall(SYS_flock, file, operation));
}
int fchmod(int file, mode_t mode) noexcept {
  if (const int error = strike({}); error != 0) return failed(error);
  return static_cast<int>(::syscall(SYS_fchmod, file, mode));
}
int fstat(int file, struct stat* status) noexcept {
  if (const int error = strike(looks); error != 0) return failed(error);
  return static_cast<int>(::syscall(SYS_fstat, file, status));
}
int lstat(const char* path, struct stat* status) noexcept {
  if (const int error = strike(looks); error != 0) return failed(error);
  return static_cast<int>(::syscall(SYS_lstat, path, status));
}

}  // extern "C"
