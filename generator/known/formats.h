// The formats that are known, and which of them a file is of.
//
// Known are schemac's own schemas, those in further folders and in the folders of SCHEMAC_PATH. A
// lookup names one of them, or a schema file; without a name, files are recognised. Why there is no
// format is told to whoever asked.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "direct/files/directory.h"
#include "direct/files/select.h"
#include "known/format_index.h"
#include "source/diagnostics.h"

namespace schemac::known {

/// Where formats come from that aren't named by a file.
struct Lookup {
  std::string schema;                    ///< a file, or a name with `:root`; empty: recognise
  std::vector<std::string> directories;  ///< further folders of schemas
};

/// Is told why a format can't be had.
class Listener {
 public:
  Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;
  virtual ~Listener() = default;

  virtual void complain(const std::string& text) = 0;
  /// What is wrong with the schema that was named.
  virtual void complain(const source::Diagnostics& diagnostics) = 0;
  /// How a schema is named there: "--schema".
  [[nodiscard]] virtual std::string_view schema_option() const = 0;
};

/// What is `const` may be called by several threads.
class Formats {
 public:
  /// Schemas that `lookup` makes known are compiled when they are asked for, but for the one that
  /// it names. Complains if that can't be found or compiled; then it isn't `ok`. schemac's own
  /// schemas are in the folder `own`. The listener is to live as long as this.
  Formats(const Lookup& lookup, std::string own, Listener& listener);

  [[nodiscard]] bool ok() const { return is_ok_; }
  [[nodiscard]] const std::vector<KnownSchema>& schemas() const { return known().schemas; }
  /// What the lookup's name leaves; without one, everything.
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
  /// The format of that name ("log", "log:daily"); empty: the one that the lookup left. Nothing if
  /// there is none: then it was complained about.
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
  [[nodiscard]] std::vector<std::string> folders() const;
  [[nodiscard]] std::string remedy() const;
  [[nodiscard]] const Known& known() const;
  [[nodiscard]] const FormatIndex* index() const;
  [[nodiscard]] const Known& known_for(Bytes bytes, const std::string& file) const;

  Lookup lookup_;
  std::string own_;
  Listener& listener_;
  mutable std::recursive_mutex mutex_;  // of what is mutable; what it holds stays where it is
  mutable std::optional<Known> known_;  // all, once they are asked for
  mutable std::map<std::vector<std::string>, Known> recognised_;  // by the paths of their schemas
  mutable std::optional<std::optional<FormatIndex>> index_;
  bool is_explicit_ = false;
  bool is_ok_ = true;
};

/// The schemas of a folder, compiled.
[[nodiscard]] std::vector<KnownSchema> schemas_in(const std::string& folder);

}  // namespace schemac::known
