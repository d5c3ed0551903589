// A file on disk that is changed where it is, by one program at a time.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "schemac/core/bytes.h"
#include "schemac/core/result.h"
#include "schemac/core/storage.h"
#include "schemac/io/change.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/source.h"

namespace schemac {

enum class Opening : std::uint8_t {
  existing,  ///< a file that is there; a change that was interrupted is undone
  resumed,   ///< the same, but what that change has put after the end of the file stays
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
    const bool is_there = opening == Opening::existing || opening == Opening::resumed;
    const int flags = is_there ? 0 : opening == Opening::created ? O_CREAT | O_EXCL : O_CREAT;
    impl::Descriptor file(impl::open_path(path, O_RDWR | flags, 0666));
    if (!file.is_open()) return impl::io_failure("open", path, errno);
    if (const Result<std::uint64_t> size = impl::size_of_file(file, path); !size)
      return size.error();
    if (const int error = impl::lock(file); error != 0)
      return impl::io_failure("lock", path, error);
    std::unique_ptr<FileStorage> storage(new FileStorage(std::move(file), path, is_durable));
    if (!is_there) impl::drop_journal(storage->target_);
    if (is_there)
      if (Result<void> done =
              impl::undo_change(storage->file_, storage->target_, opening == Opening::existing);
          !done)
        return done.error();
    if (opening == Opening::replaced && !storage->cut(0)) return storage->failure();
    if (!is_there && is_durable)
      if (Result<void> done = impl::synchronise_folder(impl::folder_of(path)); !done)
        return done.error();
    return storage;
  }
  /// A change that wasn't ended is undone. If that fails, whoever opens the file next does it.
  ~FileStorage() override {
    if (change_) static_cast<void>(impl::undo_change(file_, target_, true));
  }

  [[nodiscard]] bool begin_change(Appended appended) override {
    if (change_) return true;
    if (failure_) return false;
    auto change = impl::Change::begin(file_, target_, appended, is_durable_);
    if (!change) return fail(change.error());
    change_.emplace(*std::move(change));
    return true;
  }
  [[nodiscard]] bool end_change() override {
    if (failure_) return false;
    if (!change_) return true;
    if (Result<void> done = change_->complete(); !done) return break_off(done.error());
    change_.reset();
    return true;
  }

  [[nodiscard]] bool write(std::uint64_t at, Bytes bytes) override {
    if (!is_kept(at, at + bytes.size())) return false;
    const int error = impl::write_at(file_, at, bytes);
    return error == 0 || fail(impl::io_failure("write", path_, error));
  }
  [[nodiscard]] bool cut(std::uint64_t at) override {
    if (!is_kept(at, ~std::uint64_t{0})) return false;
    const auto cut = [&] { return ::ftruncate(file_.number(), static_cast<off_t>(at)); };
    return impl::retried(cut) == 0 || fail(impl::io_failure("cut", path_, errno));
  }
  /// If it fails, the system may have given up what it could not write, and say nothing of it the
  /// next time: so everything fails afterwards.
  [[nodiscard]] bool synchronise() override {
    if (failure_) return false;
    const int error = is_durable_ ? impl::synchronise(file_) : 0;
    return error == 0 || break_off(impl::io_failure("synchronise", path_, error));
  }
  [[nodiscard]] Result<Bytes> look() override {
    Result<Source> source = Source::of(file_, path_, Access::map);
    if (!source) return std::move(source).error();
    source_ = *std::move(source);
    return source_.bytes();
  }
  [[nodiscard]] Violation failure() const override { return failure_ ? *failure_ : last_failure_; }

 private:
  FileStorage(impl::Descriptor file, const std::string& path, bool is_durable)
      : file_(std::move(file)),
        path_(path),
        target_(impl::without_links(path).value_or(path)),
        is_durable_(is_durable) {}

  bool is_kept(std::uint64_t begin, std::uint64_t end) {
    if (failure_) return false;
    if (!change_) return true;
    const Result<void> done = change_->keep(file_, begin, end);
    if (done) return true;
    return change_->is_broken() ? break_off(done.error()) : fail(done.error());
  }
  bool fail(Violation failure) {
    last_failure_ = std::move(failure);
    return false;
  }
  bool break_off(Violation failure) {
    failure_ = std::move(failure);
    return false;
  }

  impl::Descriptor file_;
  std::string path_;    // for messages
  std::string target_;  // the same without links: the journal lies beside it
  bool is_durable_;
  std::optional<impl::Change> change_;
  Violation last_failure_;
  std::optional<Violation> failure_;  // after which nothing is done any more
  Source source_;                     // as it was looked at
};

}  // namespace schemac
