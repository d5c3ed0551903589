// The bytes of a file: mapped, or read into memory.
//
// A mapping costs page faults, which dominate for small files; reading costs a copy, which
// dominates for large ones. A mapping shows what others write into the file meanwhile, and reading
// after its end, should it shrink, ends the program (SIGBUS); a buffer is safe from both.
#pragma once

#include <poll.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"

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
    if (mapping_ != nullptr) ::munmap(mapping_, bytes_.size());
  }

  [[nodiscard]] static Result<Source> open(const std::string& path,
                                           Access access = Access::automatic,
                                           Keep keep = Keep::bytes) {
    std::string target = path;
    Result<impl::Descriptor> file = impl::open_to_read(target);
    if (!file) return std::move(file).error();
    Result<Source> source = of(*file, path, access);
    if (source && source->is_mapped() && keep == Keep::file) {
      source->file_ = *std::move(file);
      source->path_ = path;
    }
    return source;
  }
  /// The bytes of an open file; `path` is for messages.
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
    if (mapping_ != nullptr)  // if it fails, they stay
      static_cast<void>(::madvise(mapping_, bytes_.size(), MADV_DONTNEED));
  }

 private:
  static Result<Source> map(const impl::Descriptor& file, std::uint64_t size,
                            const std::string& path) {
    void* const begin =
        ::mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (begin == MAP_FAILED) return impl::io_failure("map", path, errno);
    Source source;
    source.mapping_ = begin;
    source.bytes_ = {static_cast<const std::byte*>(begin), static_cast<std::size_t>(size)};
    return source;
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
    std::swap(file_, other.file_);
    std::swap(path_, other.path_);
  }

  Bytes bytes_;
  std::unique_ptr<std::byte[]> buffer_;
  void* mapping_ = nullptr;
  impl::Descriptor file_;
  std::string path_;
};

}  // namespace schemac
