// Datasets that are directories: what the classes generated for them are built on.
//
// Files are opened when they are asked for, beneath the directory and by names that are one part of
// a path; no link is followed. Each file is replaced as a whole, so a reader sees its old or its
// new content. A change of several files is whole for readers if the file that says how much
// counts comes last when a dataset grows, and first when it shrinks.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/members.h"
#include "schemac/core/result.h"
#include "schemac/io/file_name.h"
#include "schemac/io/folder.h"
#include "schemac/io/open.h"
#include "schemac/io/save.h"

namespace schemac {

/// A violation, and the file that has it: "data/part_1.bin".
struct FileViolation {
  std::string file;
  Violation violation;
};

}  // namespace schemac

namespace schemac::impl {

/// A violation that says which file it is about.
[[nodiscard]] inline Violation in_file(const std::string& path, Violation violation) {
  violation.message = "'" + path + "': " + violation.message;
  return violation;
}

}  // namespace schemac::impl

namespace schemac {

/// One directory of a dataset. Copies share it.
class DatasetFolder {
 public:
  [[nodiscard]] static Result<DatasetFolder> open(const std::string& path,
                                                  const OpenOptions& options = {}) {
    Result<impl::Folder> folder = impl::Folder::open(path);
    if (!folder) return std::move(folder).error();
    return DatasetFolder(*std::move(folder), options);
  }

  [[nodiscard]] const std::string& path() const { return folder_->path(); }
  [[nodiscard]] FolderEntry kind_of(const std::string& name) const {
    return folder_->kind_of(name);
  }
  [[nodiscard]] Result<std::vector<std::string>> names() const {
    return folder_->names(most_names);
  }
  [[nodiscard]] const Limits& limits() const { return options_.limits; }
  /// The bytes of a file in it.
  [[nodiscard]] Result<Source> open_file(const std::string& name) const {
    return folder_->open_file(name, options_.access);
  }

  [[nodiscard]] Result<DatasetFolder> folder(const std::string& name) const {
    Result<impl::Folder> inner = folder_->open_folder(name);
    if (!inner) return std::move(inner).error();
    return DatasetFolder(*std::move(inner), options_);
  }
  /// Makes a folder in it, if there is none.
  [[nodiscard]] Result<DatasetFolder> make_folder(const std::string& name) const {
    if (!impl::is_file_name(name)) return folder(name);  // which says so
    if (::mkdir(path_of(name).c_str(), 0777) != 0 && errno != EEXIST)
      return impl::io_failure("create", path() + "/" + name, errno);
    if (Result<void> done = impl::synchronise_folder(path_of(".")); !done) return done.error();
    return folder(name);
  }

  /// The name of a file that may have several: the first form of which there is one. What '*'
  /// stands for is the same in all names of the directory, so it is found by `stem_forms`, those of
  /// its first entry that has some.
  [[nodiscard]] Result<std::string> find(std::initializer_list<impl::FileForm> forms,
                                         std::initializer_list<impl::FileForm> stem_forms) const {
    const Result<std::vector<std::string>> all = names();
    if (!all) return all.error();
    std::optional<std::string> stem;
    for (const impl::FileForm& form : stem_forms) {
      if (stem || form.kind != impl::FileForm::Kind::pattern) continue;
      for (const std::string& name : *all) {
        const auto middle = form.middle_of(name);
        if (middle && stem) return several(*stem, *middle);
        if (middle) stem = middle;
      }
    }
    for (const impl::FileForm& form : forms)
      for (const std::string& name : *all)
        if (const auto middle = form.middle_of(name);
            middle && (form.kind == impl::FileForm::Kind::fixed || middle == stem))
          return name;
    Violation violation;
    violation.rule = Rule::missing_file;
    violation.message = "'" + path() + "' has no file '";
    violation.message += forms.begin()->before;
    if (forms.begin()->kind == impl::FileForm::Kind::pattern) violation.message += '*';
    violation.message += forms.begin()->after;
    violation.message += "'";
    return violation;
  }

  /// A file in place; its header is checked.
  template <FileLook View>
  [[nodiscard]] Result<Opened<View>> view(const std::string& name) const {
    Result<Source> source = folder_->open_file(name, options_.access);
    if (!source) return std::move(source).error();
    Result<View> view = impl::Format<View>::view(source->bytes(), options_.limits);
    if (!view) return in_file(name, std::move(view).error());
    return Opened<View>(*std::move(source), *std::move(view));
  }
  /// All values of a file, whose payloads keep its bytes alive.
  template <FileValue File>
  [[nodiscard]] Result<File> read(const std::string& name) const {
    Result<Source> opened = folder_->open_file(name, options_.access);
    if (!opened) return std::move(opened).error();
    const auto source = std::make_shared<const Source>(*std::move(opened));
    Result<File> file = impl::Format<File>::read(source->bytes(), options_.limits);
    if (!file) return in_file(name, std::move(file).error());
    impl::for_each_blob(*file, [&](Blob& blob) { blob = Blob::share(blob.bytes(), source); });
    return file;
  }
  /// Puts a file there, in place of what has its name: others see the old one or the new one.
  template <FileValue File>
  [[nodiscard]] Result<void> save(const std::string& name, const File& file) const {
    if (!impl::is_file_name(name)) return in_file(name, not_a_name());
    const Result<std::uint64_t> size = schemac::save(file, path_of(name));
    if (!size) return in_file(name, size.error());
    return {};
  }
  /// Removes a file; none of that name is fine.
  [[nodiscard]] Result<void> remove(const std::string& name) const {
    if (!impl::is_file_name(name)) return in_file(name, not_a_name());
    if (::unlink(path_of(name).c_str()) != 0 && errno != ENOENT)
      return impl::io_failure("remove", path() + "/" + name, errno);
    return impl::synchronise_folder(path_of("."));
  }

 private:
  static constexpr std::uint64_t most_names = 1u << 20;

  DatasetFolder(impl::Folder folder, const OpenOptions& options)
      : folder_(std::make_shared<const impl::Folder>(std::move(folder))), options_(options) {}

  // In the folder that is open, whatever happens to its path meanwhile; where /proc is missing, by
  // the path.
  [[nodiscard]] std::string path_of(const std::string& name) const {
    const std::string link = "/proc/self/fd/" + std::to_string(folder_->descriptor());
    return (::access(link.c_str(), F_OK) == 0 ? link : path()) + "/" + name;
  }
  [[nodiscard]] Violation in_file(const std::string& name, Violation violation) const {
    return schemac::impl::in_file(path() + "/" + name, std::move(violation));
  }
  [[nodiscard]] Violation several(const std::string& one, const std::string& other) const {
    Violation violation;
    violation.rule = Rule::bad_count;
    violation.message = "'" + path() + "' holds files of both '" + one + "' and '" + other + "'";
    return violation;
  }
  [[nodiscard]] static Violation not_a_name() {
    Violation violation;
    violation.rule = Rule::out_of_bounds;
    violation.message = "is not a name of a file in a folder";
    return violation;
  }

  std::shared_ptr<const impl::Folder> folder_;
  OpenOptions options_;
};

/// Files of one kind in a directory, numbered without a gap.
template <class File, class View>
class NumberedFiles {
 public:
  NumberedFiles(DatasetFolder folder, std::string before, std::string after, std::uint64_t first)
      : folder_(std::move(folder)),
        before_(std::move(before)),
        after_(std::move(after)),
        first_(first) {}

  /// What file `index` is called; they count from 0 here.
  [[nodiscard]] std::string name(std::uint64_t index) const {
    return before_ + std::to_string(first_ + index) + after_;
  }
  [[nodiscard]] std::string path(std::uint64_t index) const {
    return folder_.path() + "/" + name(index);
  }
  /// How many there are before one is missing.
  [[nodiscard]] std::uint64_t size() const {
    std::uint64_t count = 0;
    while (folder_.kind_of(name(count)) == FolderEntry::file) ++count;
    return count;
  }
  [[nodiscard]] Result<Opened<View>> at(std::uint64_t index) const {
    return folder_.view<View>(name(index));
  }
  [[nodiscard]] Result<File> read(std::uint64_t index) const {
    return folder_.read<File>(name(index));
  }

  /// Replaces a file, or adds it after the last one: nowhere else, since a gap ends the list.
  [[nodiscard]] Result<void> save(std::uint64_t index, const File& file) const {
    if (index > 0 && folder_.kind_of(name(index - 1)) != FolderEntry::file)
      return impl::in_file(path(index), {"", 0, Rule::missing_file, Level::error, "",
                                         "can't be there without '" + name(index - 1) + "'"});
    return folder_.save(name(index), file);
  }
  /// Adds a file after all that are there, also after those of a writer that was stopped before
  /// it could count them: see DatasetArray::counted_files.
  [[nodiscard]] Result<void> append(const File& file) const { return save(size(), file); }
  /// Leaves the first `count`, and removes the others, the last one first.
  [[nodiscard]] Result<void> shrink(std::uint64_t count) const {
    for (std::uint64_t index = size(); index > count; --index)
      if (Result<void> done = folder_.remove(name(index - 1)); !done) return done;
    return {};
  }

 private:
  DatasetFolder folder_;
  std::string before_, after_;
  std::uint64_t first_;
};

}  // namespace schemac

namespace schemac::impl {

/// What is passed to a directory by the one that holds it: found out when it is asked for, and
/// again each time. Copies share how.
template <class T>
class Told {
 public:
  Told() = default;
  explicit Told(std::function<Result<T>()> find)
      : find_(std::make_shared<const std::function<Result<T>()>>(std::move(find))) {}

  /// None said it to a directory that was opened by itself.
  [[nodiscard]] Result<T> get(const char* name) const {
    if (find_ != nullptr) return (*find_)();
    return Violation{name,         0,  Rule::bad_value,
                     Level::error, "", "is said by the directory that holds this one: open that"};
  }

 private:
  std::shared_ptr<const std::function<Result<T>()>> find_;
};
/// What holds the directory doesn't say it.
[[nodiscard]] inline Violation untold(const char* name) {
  return {name, 0, Rule::bad_value, Level::error, "", "isn't stated by anything that is there"};
}

}  // namespace schemac::impl

namespace schemac {

/// A part of a change to a dataset.
using ChangeStep = std::function<Result<void>()>;

}  // namespace schemac

namespace schemac::impl {

/// Runs steps in their order until one fails.
[[nodiscard]] inline Result<void> run_in_order(std::initializer_list<const ChangeStep*> steps) {
  for (const ChangeStep* const step : steps)
    if (Result<void> done = (*step)(); !done) return done;
  return {};
}

}  // namespace schemac::impl
