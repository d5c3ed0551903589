// The formats that the command knows, and which of them a file is of.
//
// Known are the schemas beside the installed program (or in the build tree), those in `--schemas`
// folders and in the folders of SCHEMAC_PATH. `--schema` names one of them, or a schema file.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "cli/format_index.h"
#include "cli/options.h"
#include "direct/files/directory.h"
#include "direct/files/select.h"

namespace schemac::cli {

/// What is `const` may be called by several threads.
class KnownFormats {
 public:
  /// Schemas that `lookup` makes known are compiled when they are asked for, but for that of
  /// `--schema`. Complains if it can't be found or compiled; `exit_code` then says how to end.
  explicit KnownFormats(const Lookup& lookup);

  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] const std::vector<KnownSchema>& schemas() const { return known().schemas; }
  /// What `--schema` leaves; without it, everything.
  [[nodiscard]] const std::vector<direct::Candidate>& candidates() const {
    return known().candidates;
  }
  [[nodiscard]] const std::vector<direct::DirectoryCandidate>& directories() const {
    return known().directories;
  }

  /// The format of a file, or nothing: then it was complained about.
  [[nodiscard]] std::optional<direct::Candidate> choose(Bytes bytes, const std::string& file) const;
  /// Whether a file is of a known format by its first bytes or by its name; any file, if the only
  /// format says nothing of these.
  [[nodiscard]] bool claims(Bytes bytes, const std::string& file) const;
  /// Whether a folder has all that a directory of a known format has.
  [[nodiscard]] bool is_dataset(const std::string& folder) const;
  /// The format of a directory, or nothing: then it was complained about.
  [[nodiscard]] std::optional<direct::DirectoryCandidate> choose(const DatasetFolder& folder) const;
  /// The directory of that name ("log:year"), if it is one.
  [[nodiscard]] std::optional<direct::DirectoryCandidate> named_directory(
      const std::string& name) const;
  /// The format of that name ("log", "log:daily"); empty: the one that `--schema` left.
  [[nodiscard]] std::optional<direct::Candidate> named(const std::string& name) const;

  /// A format that counts for nothing, since an earlier schema has one of its name.
  struct Hidden {
    std::string format;
    std::string path, by;  ///< of both schemas
  };
  [[nodiscard]] const std::vector<Hidden>& hidden() const { return known().hidden; }

 private:
  // Compiled schemas, and what files are of them. Plans stay where they are when it grows.
  struct Known {
    void load_folder(const std::string& folder);
    void load_file(const std::string& path);
    void keep_named(const std::string& schema, const std::string& root);
    [[nodiscard]] const std::string* path_of(const std::string& format) const;
    [[nodiscard]] bool is_empty() const { return candidates.empty() && directories.empty(); }

    std::vector<KnownSchema> schemas;
    std::vector<direct::Candidate> candidates;
    std::vector<direct::DirectoryCandidate> directories;
    std::map<std::string, std::string> paths;  // of schemas, by the formats that they have
    std::vector<Hidden> hidden;
  };

  void load_named(const std::string& wanted);
  void load_all() const;
  [[nodiscard]] const Known& known() const;
  [[nodiscard]] const FormatIndex* index() const;
  [[nodiscard]] const Known& known_for(Bytes bytes, const std::string& file) const;

  Lookup lookup_;
  mutable std::recursive_mutex mutex_;  // of what is mutable; what it holds stays where it is
  mutable std::optional<Known> known_;  // all, once they are asked for
  mutable std::map<std::vector<std::string>, Known> recognised_;  // by the paths of their schemas
  mutable std::optional<std::optional<FormatIndex>> index_;
  bool is_explicit_ = false;
  int exit_code_ = fine;
};

/// The schemas of a folder, compiled.
[[nodiscard]] std::vector<KnownSchema> schemas_in(const std::string& folder);

}  // namespace schemac::cli
