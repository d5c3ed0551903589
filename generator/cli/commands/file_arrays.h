// The arrays of a file or of a directory, called as `--path` takes them.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "cli/commands/directories.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "direct/files/file_form.h"
#include "direct/path/selection.h"
#include "stats/arrays.h"

namespace schemac::cli {

class FileArrays {
 public:
  /// Opens `file`, of which `path` asks for parts; returns whether that worked. If not, it was
  /// complained about.
  [[nodiscard]] bool open(const KnownFormats& known, const std::string& file,
                          const std::string& path);

  /// Of a file: its format. "log:daily"
  [[nodiscard]] const std::string& schema() const { return schema_; }
  /// Null for a directory.
  [[nodiscard]] const direct::FileForm* form() const { return form_ ? &*form_ : nullptr; }
  [[nodiscard]] const direct::Selection& asked() const { return asked_; }
  [[nodiscard]] Bytes bytes() const { return input_.bytes(); }
  /// Nobody looks at these bytes soon: of a mapped file they needn't stay in memory.
  void release(Bytes bytes) const {
    if (!directory_) input_.release(bytes);
  }

  /// Calls `tell` with each array that is asked for, which borrows from this. Returns the exit
  /// code: that all could be read, that the file is broken, or that there is no such array.
  [[nodiscard]] int each(const std::function<void(const stats::FileArray&)>& tell);
  /// Where no array is asked for, also fields of bytes, of texts and of numbers, as arrays of one
  /// dimension.
  [[nodiscard]] int each_with_fields(const std::function<void(const stats::FileArray&)>& tell);

 private:
  [[nodiscard]] int each_of(const std::function<void(const stats::FileArray&)>& tell,
                            bool takes_fields);
  void each_field(const std::function<void(const stats::FileArray&)>& tell);
  [[nodiscard]] bool each_of_file(const direct::FileForm& form, const direct::Selection& asked,
                                  const std::string& name,
                                  const std::function<void(const stats::FileArray&)>& tell) const;
  [[nodiscard]] bool each_of_directory(
      const std::function<void(const stats::FileArray&)>& tell) const;

  std::string file_, path_, schema_;
  Input input_;
  std::optional<direct::FileForm> form_;
  direct::Selection asked_;
  std::optional<OpenedDirectory> directory_;
  direct::Members fields_;  // those that were told as arrays
};

}  // namespace schemac::cli
