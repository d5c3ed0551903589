// The bytes of a file: mapped, or read into memory.
//
// A mapping costs page faults, which dominate for small files; reading costs a copy, which
// dominates for large ones. A mapping shows what others write into the file meanwhile, and reading
// after its end, should it shrink, ends the program (SIGBUS); a buffer is safe from both.
#pragma once

#include <poll.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/journal.h"

namespace schemac {

/// How a file gets into memory.
enum class Access : std::uint8_t {
  automatic,  ///< small files are read, large ones mapped
  read,       ///< for files that may shrink or change while they are used
  map,
};

/// What is kept of a file while its bytes are looked at.
enum class Keep : std::uint8_t {
  bytes,
  file,  ///< if it is mapped, also the open file: for schemac::heads, which reads of it
};

/// Owns the bytes of a file. They stay where they are when it is moved.
class Source {
 public:
  /// Below this size reading is faster than mapping.
  static constexpr std::uint64_t least_mapped = std::uint64_t{100} << 10;

  Source() = default;
  Source(Source&& other) noexcept { swap(other); }
  Source& operator=(Source&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Source() {
    if (mapping_ != nullptr) ::munmap(mapping_, mapped_);
  }

  /// The bytes of a file. If it is being changed in place, or such a change was interrupted, those
  /// that it had before: see schemac/io/journal.h.
  [[nodiscard]] static Result<Source> open(const std::string& path,
                                           Access access = Access::automatic,
                                           Keep keep = Keep::bytes) {
    std::string target = path;
    Result<impl::Descriptor> file = impl::open_to_read(target);
    if (!file) return std::move(file).error();
    Result<Source> source = before_change(*file, path, AT_FDCWD, target, access);
    if (source && source->is_mapped() && !source->is_restored_ && keep == Keep::file) {
      source->file_ = *std::move(file);
      source->path_ = path;
    }
    return source;
  }
  /// The same of an open file; `path` is for messages. It is called `name` in a folder that is
  /// open.
  [[nodiscard]] static Result<Source> before_change(const impl::Descriptor& file,
                                                    const std::string& path, int folder,
                                                    const std::string& name, Access access) {
    constexpr unsigned attempts = 3;  // of a file that grows all the time
    for (unsigned attempt = 1;; ++attempt) {
      const auto before = impl::stamp_of(file);
      const auto old = impl::find_old_state(folder, name, file);
      if (!old) return old.error();
      // A mapping can't show what has been cut off since.
      const bool is_larger =
          *old && (*old)->size != impl::OldState::any_size && (*old)->size > before.size;
      Result<Source> source = of(file, path, is_larger ? Access::read : access);
      if (!source) return source;
      if (*old)
        if (Result<void> done = source->restore(**old, path); !done) return done.error();
      if (source->is_mapped() || attempt == attempts || impl::stamp_of(file) == before)
        return source;
      if (!before.can_be_read_again || ::lseek(file.number(), 0, SEEK_SET) != 0) return source;
    }
  }
  /// The bytes of an open file as it is; `path` is for messages.
  [[nodiscard]] static Result<Source> of(const impl::Descriptor& file, const std::string& path,
                                         Access access = Access::automatic) {
    const Result<std::uint64_t> size = impl::size_of_file(file, path);
    if (!size) return size.error();
    const bool maps =
        access == Access::map || (access == Access::automatic && *size >= least_mapped);
    return maps && *size != 0 ? map(file, *size, path) : read(file, *size, path);
  }

  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] bool is_mapped() const { return mapping_ != nullptr; }
  /// The open file and what it is called, if they were to be kept.
  [[nodiscard]] const impl::Descriptor& file() const { return file_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Lets go of the pages of a mapping: those that are looked at again are fetched again.
  void release() const {
    if (mapping_ != nullptr && !is_restored_)  // if it fails, they stay
      static_cast<void>(::madvise(mapping_, mapped_, MADV_DONTNEED));
  }

 private:
  static Result<Source> map(const impl::Descriptor& file, std::uint64_t size,
                            const std::string& path) {
    void* const begin =
        ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (begin == MAP_FAILED) return impl::io_failure("map", path, errno);
    Source source;
    source.mapping_ = begin;
    source.mapped_ = static_cast<std::size_t>(size);
    source.bytes_ = {static_cast<const std::byte*>(begin), static_cast<std::size_t>(size)};
    return source;
  }

  // Puts what the file was over what it is, in memory.
  Result<void> restore(const impl::OldState& old, const std::string& path) {
    is_restored_ = true;
    const std::uint64_t size = old.size == impl::OldState::any_size ? bytes_.size() : old.size;
    if (mapping_ != nullptr) {
      if (::mprotect(mapping_, mapped_, PROT_READ | PROT_WRITE) != 0)
        return impl::io_failure("map", path, errno);
    } else if (size > bytes_.size()) {
      auto larger = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(size));
      std::copy(bytes_.begin(), bytes_.end(), larger.get());
      buffer_ = std::move(larger);
    }
    auto* const begin = mapping_ != nullptr ? static_cast<std::byte*>(mapping_) : buffer_.get();
    bytes_ = {begin, static_cast<std::size_t>(
                         mapping_ != nullptr ? std::min<std::uint64_t>(size, mapped_) : size)};
    for (const impl::OldState::Record& record : old.records)
      if (record.at <= bytes_.size() && record.bytes.size() <= bytes_.size() - record.at)
        std::copy(record.bytes.begin(), record.bytes.end(), begin + record.at);
    return {};
  }

  static bool is_pipe(const impl::Descriptor& file) {
    struct stat status = {};
    return ::fstat(file.number(), &status) == 0 && S_ISFIFO(status.st_mode);
  }
  // Waits until there is something to read, but no longer than that; below 0: however long it
  // takes. False if a pipe has had a writer, which is gone.
  static bool wait_for_writer(const impl::Descriptor& file, int milliseconds) {
    pollfd readable = {file.number(), POLLIN, 0};
    return ::poll(&readable, 1, milliseconds) <= 0 || (readable.revents & POLLIN) != 0;
  }

  // `size` is what the file had a moment ago; a pipe has none, and another program may write
  // meanwhile. Somebody may be about to open the pipe: for that it waits a second.
  static Result<Source> read(const impl::Descriptor& file, std::uint64_t size,
                             const std::string& path) {
    Source source;
    std::size_t capacity = static_cast<std::size_t>(size) + 1;  // one more, to see the end
    auto buffer = std::make_unique_for_overwrite<std::byte[]>(capacity);
    std::size_t used = 0;
    int waits_left = 50;
    for (;;) {
      const ssize_t got = ::read(file.number(), buffer.get() + used, capacity - used);
      const int code = errno;
      if (got < 0 && code == EAGAIN) wait_for_writer(file, -1);
      if (got < 0 && (code == EAGAIN || code == EINTR)) continue;
      if (got < 0) return impl::io_failure("read", path, code);
      if (got == 0 && used == 0 && is_pipe(file) && wait_for_writer(file, 20)) {
        if (waits_left-- == 0) return impl::io_failure("read", path, "nobody writes to this pipe");
        continue;
      }
      if (got == 0) break;
      used += static_cast<std::size_t>(got);
      if (used < capacity) continue;
      auto larger = std::make_unique_for_overwrite<std::byte[]>(2 * capacity + least_mapped);
      std::memcpy(larger.get(), buffer.get(), used);
      buffer = std::move(larger);
      capacity = 2 * capacity + least_mapped;
    }
    source.bytes_ = {buffer.get(), used};
    source.buffer_ = std::move(buffer);
    return source;
  }

  void swap(Source& other) {
    std::swap(bytes_, other.bytes_);
    std::swap(buffer_, other.buffer_);
    std::swap(mapping_, other.mapping_);
    std::swap(mapped_, other.mapped_);
    std::swap(is_restored_, other.is_restored_);
    std::swap(file_, other.file_);
    std::swap(path_, other.path_);
  }

  Bytes bytes_;
  std::unique_ptr<std::byte[]> buffer_;
  void* mapping_ = nullptr;
  std::size_t mapped_ = 0;    // bytes of it
  bool is_restored_ = false;  // they are what the file was before a change
  impl::Descriptor file_;
  std::string path_;
};

}  // namespace schemac
