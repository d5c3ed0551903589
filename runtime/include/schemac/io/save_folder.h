// Saves a folder so that others see the old one or the new one, never a part.
//
// The files are written into a folder beside it, which then takes its place: by a rename where
// there was none, else by an exchange, after which the old one is removed.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "schemac/core/bytes.h"
#include "schemac/core/format.h"
#include "schemac/core/result.h"
#include "schemac/io/attributes.h"
#include "schemac/io/descriptor.h"
#include "schemac/io/failure.h"
#include "schemac/io/file_sink.h"
#include "schemac/io/folder.h"
#include "schemac/io/temporary.h"

namespace schemac {

/// A folder that replaces another one when it is whole.
class FolderReplacement {
 public:
  /// Whether a file or folder of the old one is a part of such a dataset.
  using MayReplace = std::function<bool(const std::string& path, FolderEntry kind)>;

  /// Creates a folder beside `path`, which has what the folder that it will replace has besides its
  /// content: see Replacement::begin. What killed programs have left beside it is removed.
  [[nodiscard]] static Result<FolderReplacement> begin(std::string path) {
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    FolderReplacement result;
    result.path_ = std::move(path);
    const auto old = impl::find_replaced(result.path_);
    if (!old) return old.error();
    impl::remove_left_overs(result.path_);
    const mode_t mode = *old ? 0700 : 0777;
    auto made =
        impl::make_temporary(result.path_, "create a folder beside", [&](const std::string& name) {
          if (::mkdir(name.c_str(), mode) != 0) return -1;
          return impl::open_path(name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
        });
    if (!made) return made.error();
    result.temporary_ = std::move(made->name);
    result.lock_ = std::move(made->file);
    if (!*old || !S_ISDIR((*old)->st_mode)) return result;
    if (auto kept = impl::AttributeKeeper(result.path_, result.lock_).keep(); !kept)
      return kept.error();
    return result;
  }
  FolderReplacement(FolderReplacement&& other) noexcept
      : path_(std::move(other.path_)),
        temporary_(std::exchange(other.temporary_, {})),
        lock_(std::move(other.lock_)) {}
  FolderReplacement& operator=(FolderReplacement&&) = delete;
  /// Without `commit` nothing has happened.
  ~FolderReplacement() { remove(); }

  /// Where the files are to be written.
  [[nodiscard]] const std::string& folder() const { return temporary_; }

  /// Makes a folder in the folder, and those that it lies in.
  [[nodiscard]] Result<void> make_folder(const std::string& name) const {
    std::error_code error;
    std::filesystem::create_directories(temporary_ + "/" + name, error);
    if (error) return impl::io_failure("create", temporary_ + "/" + name, error.value());
    return {};
  }
  /// Writes a file into the folder; `name` may name folders in it, which are made.
  [[nodiscard]] Result<void> write(const std::string& name, Bytes content) const {
    Result<impl::Descriptor> file = create(name);
    if (!file) return file.error();
    FileSink sink(file->number(), name);
    if (!sink.write(content)) return sink.failure();
    return finish(*file, name);
  }
  /// Writes a value into the folder, as the file that it is.
  template <FileValue File>
  [[nodiscard]] Result<void> save(const std::string& name, const File& value) const {
    Result<impl::Descriptor> file = create(name);
    if (!file) return file.error();
    FileSink sink(file->number(), name);
    const Result<std::uint64_t> size = impl::Format<File>::write(value, sink);
    if (!size) return size.error();
    return finish(*file, name);
  }

  /// Puts the folder in place of the other one, which may hold only what `may_replace` says: it is
  /// asked for each file and folder below the old one, by its path there ("data/part_1.bin"). A
  /// file or folder that was there keeps its mode, its owner and its attributes.
  [[nodiscard]] Result<void> commit(const MayReplace& may_replace) {
    struct stat status = {};
    const bool is_there = ::lstat(path_.c_str(), &status) == 0;
    if (is_there) {
      const Result<impl::Folder> old = impl::Folder::open(path_);
      if (!old) return old.error();
      if (Result<void> checked = check_old(*old, "", 0, may_replace); !checked) return checked;
    }
    if (Result<void> done = synchronise_below(temporary_, 0); !done) return done;
    const int renamed = is_there ? ::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD,
                                               path_.c_str(), RENAME_EXCHANGE)
                                 : ::rename(temporary_.c_str(), path_.c_str());
    if (renamed != 0) return impl::io_failure(is_there ? "replace" : "create", path_, errno);
    const std::string old = std::exchange(temporary_, {});
    if (Result<void> done = impl::synchronise_replaced(path_); !done) return done;
    if (is_there) temporary_ = old;  // no longer needed, whatever happens
    remove();
    return {};
  }

 private:
  FolderReplacement() = default;

  void remove() {
    if (temporary_.empty()) return;
    std::error_code error;
    std::filesystem::remove_all(temporary_, error);
    temporary_.clear();
  }
  [[nodiscard]] Result<impl::Descriptor> create(const std::string& name) const {
    const std::string path = temporary_ + "/" + name;
    std::error_code error;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
    impl::Descriptor file(impl::open_path(path, O_WRONLY | O_CREAT | O_EXCL, 0666));
    if (!file.is_open()) return impl::io_failure("create", path, errno);
    return file;
  }
  [[nodiscard]] static Result<void> finish(impl::Descriptor& file, const std::string& name) {
    if (const int failed = impl::synchronise(file); failed != 0)
      return impl::io_failure("synchronise", name, failed);
    if (const int failed = file.close(); failed != 0)
      return impl::io_failure("write", name, failed);
    return {};
  }

  // Nothing may be lost that belongs to something else, however deep it lies.
  [[nodiscard]] Result<void> check_old(const impl::Folder& old, const std::string& prefix,
                                       unsigned depth, const MayReplace& may_replace) const {
    const auto names = old.names(most_names);
    if (!names) return names.error();
    for (const std::string& name : *names) {
      const std::string below = prefix + name;
      const FolderEntry kind = old.kind_of(name);
      const bool belongs =
          kind == FolderEntry::nothing ||  // removed by someone meanwhile
          (kind != FolderEntry::other && depth < most_depth && may_replace(below, kind));
      if (!belongs) return refusal(below);
      if (Result<void> kept = keep_attributes(below); !kept) return kept;
      if (kind != FolderEntry::folder) continue;
      const Result<impl::Folder> inner = old.open_folder(name);
      if (!inner) return inner.error();
      if (Result<void> checked = check_old(*inner, below + "/", depth + 1, may_replace); !checked)
        return checked;
    }
    return {};
  }
  // Of what is in both folders.
  [[nodiscard]] Result<void> keep_attributes(const std::string& below) const {
    const impl::Descriptor made(
        impl::open_path(temporary_ + "/" + below, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
    if (!made.is_open() && errno != ENOENT && errno != ENOTDIR)
      return impl::io_failure("open", temporary_ + "/" + below, errno);
    if (!made.is_open()) return {};
    const auto kept = impl::AttributeKeeper(path_ + "/" + below, made).keep();
    if (!kept) return kept.error();
    const int error = *kept ? impl::synchronise(made) : 0;
    return error == 0 ? Result<void>() : impl::io_failure("synchronise", below, error);
  }
  [[nodiscard]] Violation refusal(const std::string& below) const {
    Violation violation = impl::io_failure("replace", path_, EEXIST);
    violation.message = "cannot replace '" + path_ + "': it holds '" + below +
                        "', which is not part of what is to be saved; move it elsewhere, or save "
                        "under another name";
    return violation;
  }
  // Names of files must last before the folder has its own.
  [[nodiscard]] static Result<void> synchronise_below(const std::string& path, unsigned depth) {
    const Result<impl::Folder> folder = impl::Folder::open(path);
    if (!folder) return folder.error();
    const auto names = folder->names(most_names);
    if (!names) return names.error();
    for (const std::string& name : *names) {
      if (depth == most_depth || folder->kind_of(name) != FolderEntry::folder) continue;
      if (Result<void> done = synchronise_below(path + "/" + name, depth + 1); !done) return done;
    }
    return impl::synchronise_folder(path);
  }

  static constexpr std::uint64_t most_names = 1u << 20;  // of one folder
  static constexpr unsigned most_depth = 100;

  std::string path_;
  std::string temporary_;  // its name while it is there
  impl::Descriptor lock_;  // on it
};

}  // namespace schemac
