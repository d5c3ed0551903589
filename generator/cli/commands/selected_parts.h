// What `--path` asks for: parts of a file, or a file of a directory and its parts.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands/directories.h"
#include "direct/files/file_form.h"
#include "direct/path/selection.h"

namespace schemac::cli {

/// The parts of a file that `path` asks for, everything if it is empty. An array may also be called
/// by its name, as `stats` and `ls` print it. Complains and returns nothing if the path is
/// misspelled or no element has such a key.
[[nodiscard]] std::optional<direct::Selection> selected_parts(const std::string& path,
                                                              const direct::FileForm& form,
                                                              const std::string& file);

/// The same without a word.
[[nodiscard]] std::optional<direct::Selection> find_parts(const std::string& path,
                                                          const direct::FileForm& form);

/// What is asked for of a file of a directory: all of it (""), the parts at a path, or nothing. A
/// path begins with the name of a file, "part.bin:items[3]", or of a folder.
[[nodiscard]] std::optional<std::string> path_in(const std::string& asked, const std::string& file);

/// A file of a directory and what is asked for of it.
struct AskedFile {
  const direct::DirectoryFile* file = nullptr;
  direct::Selection parts;
};
/// A path that doesn't begin with a file's name is looked for in each file.
[[nodiscard]] std::vector<AskedFile> files_asked_for(const std::string& path,
                                                     const OpenedDirectory& opened);
/// Says that no file of `folder` has such a part.
void complain_of_path(const std::string& path, const std::string& folder,
                      const OpenedDirectory& opened);

}  // namespace schemac::cli
