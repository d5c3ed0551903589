// A change of a file in place, which is complete or undone: the writer's side of its journal.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/core/storage.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/journal.h"

namespace schemac::impl {

/// Ranges of bytes, of which none touch each other.
class ByteRanges {
 public:
  /// Adds a range; calls `on_new(begin, end)` for each part that wasn't there. False if that was.
  template <class OnNew>
  bool add(std::uint64_t begin, std::uint64_t end, const OnNew& on_new) {
    if (begin >= end) return true;
    std::uint64_t first = begin, last = end, at = begin;
    auto range = ranges_.upper_bound(begin);
    if (range != ranges_.begin() && std::prev(range)->second >= begin) --range;
    while (range != ranges_.end() && range->first <= end) {
      if (range->first > at && !on_new(at, range->first)) return false;
      at = std::max(at, range->second);
      first = std::min(first, range->first);
      last = std::max(last, range->second);
      range = ranges_.erase(range);
      ranges_.emplace(first, at);  // what is known so far, should a later part fail
      range = ranges_.upper_bound(first);
    }
    if (at < end && !on_new(at, end)) return false;
    ranges_[first] = last;
    return true;
  }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  // begin, end
};

/// The journal of a change that is under way. What fails has changed nothing in the file.
class Change {
 public:
  /// Makes the journal of a file; `path` isn't a link. The file is locked, so that a journal that
  /// is there is nobody's.
  [[nodiscard]] static Result<Change> begin(const Descriptor& file, const std::string& path,
                                            Appended appended, bool is_durable) {
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0) return io_failure("examine", path, errno);
    Change change(journal_of(path), is_durable);
    change.size_ = static_cast<std::uint64_t>(status.st_size);
    change.journal_ = Descriptor(open_path(change.name_, O_RDWR | O_CREAT | O_EXCL, 0600));
    if (!change.journal_.is_open()) return io_failure("create", change.name_, errno);
    // Who may read or change the file may read its journal; where that fails, they see the file.
    static_cast<void>(::fchown(change.journal_.number(), static_cast<uid_t>(-1), status.st_gid) +
                      ::fchmod(change.journal_.number(), status.st_mode & 0666));
    const JournalForm::Header header = JournalForm::header_of(
        file, appended == Appended::is_kept ? OldState::any_size : change.size_);
    const int error = change.add(std::as_bytes(std::span(header)));
    Result<void> done =
        error == 0 ? change.synchronised() : Result<void>(io_failure("write", change.name_, error));
    if (done && is_durable) done = synchronise_folder(folder_of(path));
    if (done) return change;
    static_cast<void>(::unlink(change.name_.c_str()));
    return done.error();
  }

  /// Keeps the bytes of the file from `begin` to `end`, before they are overwritten.
  [[nodiscard]] Result<void> keep(const Descriptor& file, std::uint64_t begin, std::uint64_t end) {
    int error = 0;
    const bool is_kept =
        kept_.add(begin, std::min(end, size_), [&](std::uint64_t from, std::uint64_t to) {
          error = keep_part(file, from, to);
          return error == 0;
        });
    if (!is_kept) return io_failure("write", name_, error);
    return is_waited_for_ ? Result<void>() : synchronised();
  }
  /// Whether what the journal holds may have been lost, so that nothing may be overwritten any
  /// more.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

  /// Removes the journal: the change is complete.
  [[nodiscard]] Result<void> complete() {
    struct stat ours = {}, named = {};
    const bool is_known = ::fstat(journal_.number(), &ours) == 0;
    const bool is_there = is_known && ::lstat(name_.c_str(), &named) == 0;
    if (!is_there && (!is_known || errno != ENOENT)) return io_failure("examine", name_, errno);
    // Someone may have replaced the file as a whole, and has a journal of the new one.
    if (!is_there || ours.st_ino != named.st_ino || ours.st_dev != named.st_dev) return {};
    if (::unlink(name_.c_str()) != 0) return io_failure("remove", name_, errno);
    return is_durable_ ? synchronise_folder(folder_of(name_)) : Result<void>();
  }

 private:
  Change(std::string name, bool is_durable) : name_(std::move(name)), is_durable_(is_durable) {}

  // In pieces, so that what is cut off may be larger than memory.
  int keep_part(const Descriptor& file, std::uint64_t begin, std::uint64_t end) {
    constexpr std::uint64_t most = std::uint64_t{1} << 20;
    while (begin < end) {
      JournalForm::RecordHead head = {begin, std::min(end - begin, most), 0};
      std::vector<std::byte> record(sizeof head + static_cast<std::size_t>(head[1]));
      const MutableBytes bytes = MutableBytes(record).subspan(sizeof head);
      if (const int error = read_at(file, begin, bytes); error != 0) return error;
      head[2] = JournalForm::check_of_record(head, bytes);
      std::memcpy(record.data(), head.data(), sizeof head);
      if (const int error = add(record); error != 0) return error;
      begin += bytes.size();
    }
    return 0;
  }
  // What could be written only in part is written over by what comes next.
  int add(Bytes bytes) {
    const int error = write_at(journal_, length_, bytes);
    is_waited_for_ = false;
    if (error == 0) length_ += bytes.size();
    return error;
  }
  Result<void> synchronised() {
    const int error = is_durable_ ? synchronise(journal_) : 0;
    is_waited_for_ = error == 0;
    is_broken_ = error != 0;
    return error == 0 ? Result<void>() : io_failure("synchronise", name_, error);
  }

  std::string name_;
  bool is_durable_;
  Descriptor journal_;
  std::uint64_t length_ = 0;  // of the journal
  std::uint64_t size_ = 0;    // of the file before the change
  ByteRanges kept_;
  bool is_waited_for_ = false;
  bool is_broken_ = false;
};

/// Puts back what an interrupted change has overwritten; the file is locked. Without `cuts`, what
/// the change has put after the end of the file stays there.
[[nodiscard]] inline Result<void> undo_change(const Descriptor& file, const std::string& path,
                                              bool cuts) {
  const std::string name = journal_of(path);
  const Descriptor journal(open_path(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (!journal.is_open()) return errno == ENOENT ? Result<void>() : io_failure("open", name, errno);
  const auto content = JournalForm::read(journal, name, file);
  if (!content) return content.error();
  if (content->kind == JournalForm::Kind::no_journal)
    return io_failure("change", path, "'" + name + "' is in the way, and no journal");
  if (content->kind == JournalForm::Kind::other)
    return io_failure("change", path,
                      "'" + name +
                          "' is the journal of another file, which this one has replaced "
                          "or is a copy of; if this one is whole, remove the journal");
  if (content->kind == JournalForm::Kind::whole) {
    for (const OldState::Record& record : content->old.records)
      if (const int error = write_at(file, record.at, record.bytes); error != 0)
        return io_failure("undo the change of", path, error);
    const bool is_cut =
        !cuts || retried([&] {
                   return ::ftruncate(file.number(), static_cast<off_t>(content->old.size));
                 }) == 0;
    const int error = is_cut ? synchronise(file) : errno;
    if (error != 0) return io_failure("undo the change of", path, error);
  }
  if (::unlink(name.c_str()) != 0) return io_failure("remove", name, errno);
  return synchronise_folder(folder_of(path));
}

/// Removes the journal of a file whose content doesn't matter any more.
inline void drop_journal(const std::string& path) {
  const std::string name = journal_of(path);
  const Descriptor journal(open_path(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  if (!journal.is_open()) return;
  const auto content = JournalForm::read(journal, name, journal);
  if (content && content->kind != JournalForm::Kind::no_journal)
    static_cast<void>(::unlink(name.c_str()));
}

}  // namespace schemac::impl
