#include "tree.h"

#include <filesystem>
#include <system_error>

#include "file_tree.h"
#include "folder_tree.h"

namespace schemac::python {

std::shared_ptr<Tree> Tree::open(const std::shared_ptr<Formats>& formats, const std::string& path,
                                 Access access, const FileLimits& limits) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    return std::make_shared<FolderTree>(formats, path, access, limits);
  return std::make_shared<FileTree>(formats, path, access, limits);
}

}  // namespace schemac::python
