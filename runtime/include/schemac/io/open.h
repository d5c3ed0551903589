// Opens files: a view over the bytes of one, or its values.
//
//   auto file = schemac::open<tally::FileView>("day.tally");
//   if (!file) return fail(file.error());
//   for (tally::ItemView item : file->view.items()) ...
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "schemac/core/blob.h"
#include "schemac/core/format.h"
#include "schemac/core/limits.h"
#include "schemac/core/members.h"
#include "schemac/core/report.h"
#include "schemac/core/result.h"
#include "schemac/io/source.h"

namespace schemac {

struct OpenOptions {
  Limits limits = {};
  Access access = Access::automatic;
  Keep keep = Keep::bytes;
};

/// A view with the bytes that it looks at. Can be moved; the view is valid as long as this is.
template <class View>
class Opened {
 public:
  Opened(Source source, View made) : view(std::move(made)), source_(std::move(source)) {}

  View view;

  /// All bytes of the file.
  [[nodiscard]] Bytes bytes() const { return source_.bytes(); }
  [[nodiscard]] bool is_mapped() const { return source_.is_mapped(); }
  /// What keeps them.
  [[nodiscard]] const Source& source() const { return source_; }
  /// Gives back the memory that a mapped file takes here as far as it was looked at; what is looked
  /// at again comes from the file again. For programs that pass through files larger than memory.
  void release() const { source_.release(); }

 private:
  Source source_;
};

/// Opens a file and checks its header; what lies after is checked as it is reached.
template <FileLook View>
[[nodiscard]] Result<Opened<View>> open(const std::string& path, const OpenOptions& options = {}) {
  Result<Source> source = Source::open(path, options.access, options.keep);
  if (!source) return std::move(source).error();
  Result<View> view = impl::Format<View>::view(source->bytes(), options.limits);
  if (!view) return std::move(view).error();
  return Opened<View>(*std::move(source), *std::move(view));
}

/// Reads all values of a file. Its payloads are not copied: they keep the bytes of the file alive,
/// together.
template <FileValue File>
[[nodiscard]] Result<File> read_file(const std::string& path, const OpenOptions& options = {}) {
  Result<Source> opened = Source::open(path, options.access);
  if (!opened) return std::move(opened).error();
  const auto source = std::make_shared<const Source>(*std::move(opened));
  Result<File> file = impl::Format<File>::read(source->bytes(), options.limits);
  if (file)
    impl::for_each_blob(*file, [&](Blob& blob) { blob = Blob::share(blob.bytes(), source); });
  return file;
}

/// Every violation of a file, in order of offset; an error if it can't be read at all.
template <class File>
[[nodiscard]] Result<Report> validate_file(const std::string& path,
                                           const OpenOptions& options = {}) {
  const Result<Source> source = Source::open(path, options.access);
  if (!source) return source.error();
  return impl::Format<File>::validate(source->bytes(), options.limits);
}

}  // namespace schemac
