// Directories by the plan: which files there are, what is in them, and what holds across them.
//
// Files are opened beneath the directory only, by names that are one component of a path and no
// link.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/explain/explain.h"
#include "direct/explain/placed_arrays.h"
#include "direct/files/file_form.h"
#include "direct/walk/decode.h"
#include "direct/write/encode.h"
#include "plan/plan.h"
#include "schemac/core/report.h"
#include "schemac/core/violation.h"
#include "schemac/io/dataset.h"
#include "schemac/io/folder.h"
#include "schemac/io/source.h"

namespace schemac::direct {

/// A directory that is a root of a plan. Borrows both.
struct DirectoryCandidate {
  const plan::Plan* plan = nullptr;
  const plan::Directory* directory = nullptr;
};
[[nodiscard]] std::string name_of(const DirectoryCandidate& candidate);
/// Which of the plan's directories it is.
[[nodiscard]] std::size_t index_of(const DirectoryCandidate& candidate);
/// Every directory of `plan` that is a root.
[[nodiscard]] std::vector<DirectoryCandidate> directories_of(const plan::Plan& plan);
/// How much of a folder is what each such directory has.
struct DirectoryMatch {
  std::uint64_t found = 0;         ///< of the files and directories that each has
  std::vector<std::string> lacks;  ///< a sentence each: "there is no 'data'"
};
[[nodiscard]] DirectoryMatch match(const DirectoryCandidate& candidate,
                                   const DatasetFolder& folder);

/// A file of a directory.
struct DirectoryFile {
  std::string name;  ///< below the directory: "data/part_1.bin"
  std::shared_ptr<const Source> source;
  std::unique_ptr<const FileForm> form;
  bool is_joined = false;  ///< what it holds is a part of an array over several files
};

/// An array over files of a directory.
struct DirectoryArray {
  std::string name;  ///< "data/array"
  Joined joined;
};

struct DecodedDirectory {
  Value values;  ///< a member an entry; `choices` where a file hasn't the first of its names
  std::vector<DirectoryFile> files;  ///< in the order of the entries; the values borrow their bytes
  std::vector<DirectoryArray> arrays;
  std::vector<std::string> folders;       ///< that were opened in it: "data", "data/col1"
  std::vector<FileViolation> violations;  ///< files in that order, those of each by offset

  [[nodiscard]] bool ok() const;
};

/// Reads the files of a directory, and checks all that is said of them.
[[nodiscard]] DecodedDirectory decode_directory(const DirectoryCandidate& candidate,
                                                const DatasetFolder& folder);

/// What is wrong with a file of it, rules that hold across files included.
[[nodiscard]] Report report_of(const DecodedDirectory& directory, const std::string& file);

/// Its arrays, with the places of their pieces in its files. They borrow what the values borrow.
[[nodiscard]] std::vector<PlacedArray> placed_arrays(const DecodedDirectory& directory);

/// {"file", "schema", "ok", "violations"}; a violation has its "file", too.
[[nodiscard]] nlohmann::ordered_json to_json(const DecodedDirectory& decoded,
                                             const std::string& folder, const std::string& schema);

/// Takes a file that was encoded, or a folder, whose name ends in '/'; false if it couldn't be
/// kept, which ends the encoding.
using TakeFile = std::function<bool(const std::string& name, Bytes content)>;

/// Makes the files of a directory of its values, one after the other. What holds across files is
/// not checked here, but when they are read.
[[nodiscard]] std::vector<Problem> encode_directory(const DirectoryCandidate& candidate,
                                                    const nlohmann::ordered_json& values,
                                                    const TakeFile& take,
                                                    const EncodeOptions& options = {});

/// Whether a file or folder below a directory may be a part of it, by the names that are stated;
/// those that keys give are not asked.
[[nodiscard]] bool may_be_part(const DirectoryCandidate& candidate, const std::string& path,
                               FolderEntry kind);

}  // namespace schemac::direct
