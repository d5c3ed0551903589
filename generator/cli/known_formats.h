// The formats that the command knows, and which of them a file is of.
//
// Known are the schemas beside the installed program (or in the build tree), those in `--schemas`
// folders and in the folders of SCHEMAC_PATH. `--schema` names one of them, or a schema file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "compile.h"
#include "direct/files/directory.h"
#include "direct/files/select.h"

namespace schemac::cli {

struct KnownSchema {
  std::string path;
  Compilation compilation;
};

class KnownFormats {
 public:
  /// Compiles the schemas that `lookup` makes known. Complains about a `--schema` that can't be
  /// found or compiled; `exit_code` then says how to end.
  explicit KnownFormats(const Lookup& lookup);

  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] const std::vector<KnownSchema>& schemas() const { return schemas_; }
  /// What `--schema` leaves; without it, everything.
  [[nodiscard]] const std::vector<direct::Candidate>& candidates() const { return candidates_; }
  [[nodiscard]] const std::vector<direct::DirectoryCandidate>& directories() const {
    return directories_;
  }

  /// The format of a file, or nothing: then it was complained about.
  [[nodiscard]] std::optional<direct::Candidate> choose(Bytes bytes, const std::string& file) const;
  /// The format of a directory, or nothing: then it was complained about.
  [[nodiscard]] std::optional<direct::DirectoryCandidate> choose(const DatasetFolder& folder) const;
  /// The directory of that name ("log:year"), if it is one.
  [[nodiscard]] std::optional<direct::DirectoryCandidate> named_directory(
      const std::string& name) const;
  /// The format of that name ("log", "log:daily"); empty: the one that `--schema` left.
  [[nodiscard]] std::optional<direct::Candidate> named(const std::string& name) const;

 private:
  void load_folder(const std::string& folder);
  void load_file(const std::string& path);
  void keep_named(const std::string& schema, const std::string& root);

  std::vector<KnownSchema> schemas_;
  std::vector<direct::Candidate> candidates_;
  std::vector<direct::DirectoryCandidate> directories_;
  bool is_explicit_ = false;
  int exit_code_ = fine;
};

}  // namespace schemac::cli
