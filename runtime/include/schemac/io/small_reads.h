// Small pieces of a file, read one after the other into the same memory.
//
// What is looked at there may ask for addresses far after the piece: a record of which the first
// bytes were read is taken to be as long as it says. So the piece lies at the start of a stretch of
// addresses as long as the file, of which nothing but the piece can be read: arithmetic on pointers
// is as in the file, and whoever follows one out of the piece is stopped by the system.
//
//   [ piece | addresses of the rest of the file, no memory ]
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "schemac/core/bytes.h"

namespace schemac::impl {

class SmallReads {
 public:
  /// The largest piece. Of its memory only what was read into is taken.
  static constexpr std::uint64_t most = std::uint64_t{16} << 10;

  /// Of `size` bytes of an open file. Check `is_open`: there may be no addresses left.
  SmallReads(int file, std::uint64_t size) : file_(file), file_size_(size) {
    void* const begin = ::mmap(nullptr, static_cast<std::size_t>(size + most), PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) return;
    begin_ = static_cast<std::byte*>(begin);
    if (::mprotect(begin, most, PROT_READ | PROT_WRITE) != 0) close();
  }
  SmallReads(const SmallReads&) = delete;
  SmallReads& operator=(const SmallReads&) = delete;
  ~SmallReads() { close(); }

  [[nodiscard]] bool is_open() const { return begin_ != nullptr; }
  /// The file from the start of the piece on, as far as addresses go.
  [[nodiscard]] Bytes space() const {
    return {begin_, static_cast<std::size_t>(file_size_ - offset_)};
  }
  /// Where the piece begins in the file.
  [[nodiscard]] std::uint64_t offset() const { return offset_; }

  /// `needed` bytes at `offset`, both inside the file; reads `wanted` bytes (as far as there are)
  /// if they aren't there yet. Null with errno if they can't be read, with 0 if the file ends
  /// before them. `miss()` is called before the program waits for a disk.
  template <class Miss>
  [[nodiscard, gnu::always_inline]] const std::byte* look(std::uint64_t offset,
                                                          std::uint64_t needed,
                                                          std::uint64_t wanted, Miss&& miss) {
    const std::uint64_t into = offset - offset_;  // huge if it lies before
    if (into < size_ && needed <= size_ - into) return begin_ + into;
    offset_ = offset;
    size_ = std::min(std::min(std::max(needed, wanted), most), file_size_ - offset);
    std::uint64_t got = 0;
    if (left_unasked_ != 0) [[likely]] {
      --left_unasked_;
      const ssize_t all =
          ::pread(file_, begin_, static_cast<std::size_t>(size_), static_cast<off_t>(offset));
      if (all == static_cast<ssize_t>(size_)) [[likely]]
        return begin_;
    } else if ((got = read_cached()) == size_) {
      left_unasked_ = unasked_ = std::min(2 * unasked_ + 1, most_unasked);
      return begin_;
    } else {
      unasked_ = 0;
      miss();
    }
    size_ = read_rest(got);
    return size_ < needed ? nullptr : begin_;
  }
  /// Tells the system that the bytes at `offset` will be looked at.
  void announce(std::uint64_t offset, std::uint64_t size) const {
    static_cast<void>(::posix_fadvise(file_, static_cast<off_t>(offset), static_cast<off_t>(size),
                                      POSIX_FADV_WILLNEED));
  }

 private:
  // To read only what is in the page cache costs a tenth more: where some pieces were there, the
  // next ones are taken to be, too, more and more of them.
  static constexpr std::uint64_t most_unasked = 63;

  // What is in the page cache, so that it costs no wait.
  std::uint64_t read_cached() {
#ifdef RWF_NOWAIT
    if (asks_for_cached_) {
      const iovec piece{begin_, static_cast<std::size_t>(size_)};
      const ssize_t got = ::preadv2(file_, &piece, 1, static_cast<off_t>(offset_), RWF_NOWAIT);
      if (got < 0 && errno != EAGAIN && errno != EINTR) asks_for_cached_ = false;  // not here
      return got < 0 ? 0 : static_cast<std::uint64_t>(got);
    }
#endif
    return 0;
  }
  [[gnu::cold, gnu::noinline]] std::uint64_t read_rest(std::uint64_t got) {
    while (got < size_) {
      const ssize_t more = ::pread(file_, begin_ + got, static_cast<std::size_t>(size_ - got),
                                   static_cast<off_t>(offset_ + got));
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) break;
      if (more == 0) {
        errno = 0;
        break;
      }
      got += static_cast<std::uint64_t>(more);
    }
    return got;
  }
  void close() {
    if (begin_ != nullptr) ::munmap(begin_, static_cast<std::size_t>(file_size_ + most));
    begin_ = nullptr;
  }

  int file_;
  std::uint64_t file_size_;
  std::byte* begin_ = nullptr;
  std::uint64_t offset_ = 0;
  std::uint64_t size_ = 0;
  std::uint64_t unasked_ = 0, left_unasked_ = 0;
  bool asks_for_cached_ = true;
};

}  // namespace schemac::impl
