// A file on disk that is changed where it is, by one program at a time.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/core/storage.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/source.h"

namespace schemac {

enum class Opening : std::uint8_t {
  existing,  ///< a file that is there
  created,   ///< a new one; nothing may be there
  replaced,  ///< what is there is lost at once
};

class FileStorage final : public Storage {
 public:
  /// Opens a file and locks it (flock) as long as this lives: refused if another program that locks
  /// it so has it open. With `is_durable` each step waits for the disk.
  [[nodiscard]] static Result<std::unique_ptr<FileStorage>> open(const std::string& path,
                                                                 Opening opening,
                                                                 bool is_durable = true) {
    const int flags = opening == Opening::existing  ? 0
                      : opening == Opening::created ? O_CREAT | O_EXCL
                                                    : O_CREAT;
    impl::Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC | flags, 0666));
    if (!file.is_open()) return impl::io_failure("open", path, errno);
    if (const Result<std::uint64_t> size = impl::size_of_file(file, path); !size)
      return size.error();
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
      return impl::io_failure("lock", path, errno);
    if (opening == Opening::replaced && ::ftruncate(file.number(), 0) != 0)
      return impl::io_failure("empty", path, errno);
    if (opening != Opening::existing && is_durable)
      if (Result<void> done = impl::synchronise_folder(impl::folder_of(path)); !done)
        return done.error();
    return std::unique_ptr<FileStorage>(new FileStorage(std::move(file), path, is_durable));
  }

  [[nodiscard]] bool write(std::uint64_t at, Bytes bytes) override {
    while (!bytes.empty()) {
      const ssize_t written =
          ::pwrite(file_.number(), bytes.data(), bytes.size(), static_cast<off_t>(at));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return fail("write");
      at += static_cast<std::uint64_t>(written);
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
  }
  [[nodiscard]] bool cut(std::uint64_t at) override {
    return ::ftruncate(file_.number(), static_cast<off_t>(at)) == 0 || fail("cut");
  }
  [[nodiscard]] bool synchronise() override {
    return !is_durable_ || ::fsync(file_.number()) == 0 || fail("synchronise");
  }
  [[nodiscard]] Result<Bytes> look() override {
    Result<Source> source = Source::of(file_, path_, Access::map);
    if (!source) return std::move(source).error();
    source_ = *std::move(source);
    return source_.bytes();
  }
  [[nodiscard]] Violation failure() const override {
    return impl::io_failure(verb_, path_, error_);
  }

 private:
  FileStorage(impl::Descriptor file, std::string path, bool is_durable)
      : file_(std::move(file)), path_(std::move(path)), is_durable_(is_durable) {}

  bool fail(const char* verb) {
    error_ = errno;
    verb_ = verb;
    return false;
  }

  impl::Descriptor file_;
  std::string path_;
  bool is_durable_;
  const char* verb_ = "write";
  int error_ = 0;
  Source source_;  // as it was looked at
};

}  // namespace schemac
