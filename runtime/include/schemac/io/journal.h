// What a file that is changed in place was before, in a file beside it
// ("day.tally.schemac-journal").
//
// Before bytes of the file are overwritten or cut off they are put into the journal, which is
// synchronised first; it is removed when the change is complete. So a journal that is there belongs
// to a change that was interrupted, or to one that is under way: whoever opens the file to change
// it puts the old bytes back, and whoever reads it shows them instead. The layout, in the byte
// order of the machine:
//
//   offset  size  field
//        0    16  magic    "schemac journal\n"
//       16     8  inode    of the file
//       24     8  made     when the file was, in nanoseconds; 0 if the system doesn't know
//       32     8  size     of the file before the change; 2^64 - 1 if what comes after it is kept
//       40     8  check    of what is before it
//       48     -  records  u64 at, u64 size, u64 check of both and of the bytes, the bytes
//
// A record that isn't whole is the last one: it was never waited for, so nothing was overwritten.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"

namespace schemac::impl {

/// What a file was before a change.
struct OldState {
  static constexpr std::uint64_t any_size = ~std::uint64_t{0};
  struct Record {
    std::uint64_t at = 0;
    std::vector<std::byte> bytes;
  };
  std::uint64_t size = 0;  ///< or `any_size`: it has grown since, and keeps what has come
  std::vector<Record> records;
};

[[nodiscard]] inline std::string journal_of(const std::string& path) {
  return path + ".schemac-journal";
}

/// Writes bytes at a place of a file; an errno, or 0.
[[nodiscard]] inline int write_at(const Descriptor& file, std::uint64_t at, Bytes bytes) {
  while (!bytes.empty()) {
    const ssize_t written = retried([&] {
      return ::pwrite(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(at));
    });
    if (written <= 0) return written < 0 ? errno : EIO;
    at += static_cast<std::uint64_t>(written);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return 0;
}
/// Reads as many bytes as are asked for; an errno, or 0.
[[nodiscard]] inline int read_at(const Descriptor& file, std::uint64_t at, MutableBytes bytes) {
  while (!bytes.empty()) {
    const ssize_t got = retried(
        [&] { return ::pread(file.number(), bytes.data(), bytes.size(), static_cast<off_t>(at)); });
    if (got <= 0) return got < 0 ? errno : ENODATA;
    at += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return 0;
}

/// The form of a journal, and how one is read.
class JournalForm {
 public:
  static constexpr std::size_t header_size = 48, record_size = 24;
  using Header = std::array<std::uint64_t, 6>;  // the first two are the magic
  using RecordHead = std::array<std::uint64_t, 3>;

  /// FNV-1a: it is there for records that aren't whole, not for hostile ones.
  [[nodiscard]] static std::uint64_t check_of(Bytes bytes, std::uint64_t check = first_check) {
    for (const std::byte byte : bytes)
      check = (check ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
    return check;
  }
  [[nodiscard]] static std::uint64_t check_of_record(const RecordHead& head, Bytes bytes) {
    return check_of(bytes, check_of(Bytes(std::as_bytes(std::span(head))).first(16)));
  }
  /// Of an open file that has a size.
  [[nodiscard]] static Header header_of(const Descriptor& file, std::uint64_t size) {
    Header header = {};
    std::memcpy(header.data(), magic, 16);
    struct statx status = {};
    if (::statx(file.number(), "", AT_EMPTY_PATH, STATX_INO | STATX_BTIME, &status) == 0) {
      header[2] = status.stx_ino;
      if ((status.stx_mask & STATX_BTIME) != 0)
        header[3] = static_cast<std::uint64_t>(status.stx_btime.tv_sec) * 1'000'000'000u +
                    status.stx_btime.tv_nsec;
    }
    header[4] = size;
    header[5] = check_of(Bytes(std::as_bytes(std::span(header))).first(40));
    return header;
  }

  enum class Kind : std::uint8_t {
    unused,      ///< nothing of the file was changed yet
    whole,       ///< of a change of this file
    other,       ///< of another file
    no_journal,  ///< something else
  };
  struct Content {
    Kind kind = Kind::unused;
    OldState old;
  };
  /// Reads a journal of `file`. What it says was held against it: it makes no file larger than what
  /// the file or its records hold.
  [[nodiscard]] static Result<Content> read(const Descriptor& journal, const std::string& name,
                                            const Descriptor& file) {
    Content content;
    struct stat status = {}, of_file = {};
    if (::fstat(journal.number(), &status) != 0 || ::fstat(file.number(), &of_file) != 0)
      return io_failure("examine", name, errno);
    Header header = {};
    const auto size = static_cast<std::uint64_t>(status.st_size);
    const MutableBytes head =
        std::as_writable_bytes(std::span(header))
            .first(static_cast<std::size_t>(std::min<std::uint64_t>(size, header_size)));
    if (const int error = read_at(journal, 0, head); error != 0)
      return io_failure("read", name, error);
    // The magic of a header that isn't whole may be missing.
    const Bytes mark = Bytes(head).first(std::min<std::size_t>(head.size(), 16));
    const bool is_zero = std::ranges::all_of(mark, [](std::byte b) { return b == std::byte{0}; });
    if (!S_ISREG(status.st_mode) || (!is_zero && std::memcmp(mark.data(), magic, mark.size()) != 0))
      content.kind = Kind::no_journal;
    if (head.size() < header_size || content.kind == Kind::no_journal ||
        header[5] != check_of(Bytes(head).first(40)))
      return content;
    content.old.size = header[4];
    if (header != header_of(file, header[4])) {
      content.kind = Kind::other;
      return content;
    }
    content.kind = Kind::whole;
    std::uint64_t held = static_cast<std::uint64_t>(of_file.st_size);
    if (const int error = read_records(journal, size, content.old, held); error != 0)
      return io_failure("read", name, error);
    if (content.old.size != OldState::any_size && content.old.size > held)
      return io_failure("read", name, "it lacks bytes of the file");
    return content;
  }

  static constexpr const char* magic = "schemac journal\n";

 private:
  static constexpr std::uint64_t first_check = 0xcbf29ce484222325u;

  static int read_records(const Descriptor& journal, std::uint64_t size, OldState& old,
                          std::uint64_t& held) {
    for (std::uint64_t at = header_size; size - at >= record_size;) {
      RecordHead head = {};
      if (const int error = read_at(journal, at, std::as_writable_bytes(std::span(head)));
          error != 0)
        return error;
      at += record_size;
      if (head[1] > size - at || head[0] > old.size || head[1] > old.size - head[0]) break;
      std::vector<std::byte> bytes(static_cast<std::size_t>(head[1]));
      if (const int error = read_at(journal, at, bytes); error != 0) return error;
      if (head[2] != check_of_record(head, bytes)) break;
      at += head[1];
      held = std::max(held, head[0] + head[1]);
      old.records.push_back({head[0], std::move(bytes)});
    }
    return 0;
  }
};

/// What a file was before the change that its journal belongs to, if there is one. `folder` is a
/// descriptor, and `name` a name there, or AT_FDCWD and a path.
[[nodiscard]] inline Result<std::optional<OldState>> find_old_state(int folder,
                                                                    const std::string& name,
                                                                    const Descriptor& file) {
  const std::string of_journal = journal_of(name);
  const Descriptor journal(open_at(folder, of_journal, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (!journal.is_open()) {
    constexpr std::array<int, 4> absent = {ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG};
    if (std::ranges::find(absent, errno) != absent.end()) return std::optional<OldState>();
    return io_failure("open", of_journal, errno);
  }
  auto content = JournalForm::read(journal, of_journal, file);
  if (!content) return std::move(content).error();
  if (content->kind != JournalForm::Kind::whole) return std::optional<OldState>();
  return std::optional(std::move(content->old));
}

}  // namespace schemac::impl
