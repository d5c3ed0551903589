// schemac validate: every violation of each file.
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <optional>
#include <thread>

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/commands/verdict.h"
#include "cli/files.h"
#include "cli/findings.h"
#include "cli/in_order.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "schemac/base/counted.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

// The files of folders that are of a known format, in the order of their names. Links to folders
// aren't followed.
class FoundFiles {
 public:
  explicit FoundFiles(const KnownFormats& known) : known_(known) {}

  /// Complains and returns false if a folder can't be read, or if nothing in it is known.
  [[nodiscard]] bool add(const std::string& folder) {
    const std::size_t before = paths_.size();
    others_ = 0;
    if (!walk(folder)) return false;
    if (paths_.size() == before) {
      complain(folder + ": no file in it is of a known format; name one with --schema");
      return false;
    }
    if (others_ != 0)
      complain(folder + ": " + impl::counted(others_, "files") + " of no known format " +
               (others_ == 1 ? "is" : "are") + " left out");
    return true;
  }
  void add_given(const std::string& path) { paths_.push_back(path); }
  [[nodiscard]] const std::vector<std::string>& paths() const { return paths_; }

 private:
  bool walk(const std::string& folder) {
    if (known_.is_dataset(folder)) {
      paths_.push_back(folder);
      return true;
    }
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
      entries.push_back(*entry);
    if (error) {
      complain("can't read the folder '" + folder + "': " + error.message());
      return false;
    }
    std::ranges::sort(entries);
    bool is_read = true;
    for (const fs::directory_entry& entry : entries) {
      if (entry.is_directory(error) && !entry.is_symlink(error))
        is_read &= walk(entry.path().string());
      else if (entry.is_regular_file(error))
        is_read &= add_file(entry.path().string());
    }
    return is_read;
  }
  bool add_file(const std::string& path) {
    Input input;
    if (!input.open(path)) return false;
    if (known_.claims(input.bytes(), path))
      paths_.push_back(path);
    else
      ++others_;
    return true;
  }

  const KnownFormats& known_;
  std::vector<std::string> paths_;
  std::uint64_t others_ = 0;
};

// What is printed of each verdict.
class Verdicts {
 public:
  explicit Verdicts(const ValidateOptions& options) {
    if (options.format == "sarif") log_.emplace(std::cout);
  }
  void take(const std::string& path, const Verdict& verdict) {
    std::cerr << verdict.complaints;
    std::cout << verdict.text;
    worst_ = std::max(worst_, verdict.exit_code);
    if (!log_) return;
    for (const auto& [rule, result] : verdict.results) log_->add(rule, result);
    if (verdict.dropped != 0)
      log_->remark(path + ": " + impl::counted(verdict.dropped, "violations") +
                   " more; --most 0 tells all");
  }
  [[nodiscard]] int finish(int exit_code) {
    const int worst = std::max(worst_, exit_code);
    if (log_) log_->finish(worst != not_judged);
    return worst;
  }

 private:
  std::optional<SarifLog> log_;
  int worst_ = fine;
};

unsigned jobs_of(const ValidateOptions& options, std::size_t files) {
  const unsigned asked =
      options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::size_t>(asked, std::max<std::size_t>(files, 1)));
}

}  // namespace

int validate(const ValidateOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  FoundFiles found(known);
  int exit_code = fine;
  for (const std::string& path : options.files) {
    if (!options.is_recursive || !is_directory(path))
      found.add_given(path);
    else if (!found.add(path))
      exit_code = not_judged;
  }
  const std::vector<std::string>& paths = found.paths();
  Verdicts verdicts(options);
  FileProgress progress("validate", paths);
  in_order(
      paths.size(), {jobs_of(options, paths.size()), progress.is_on()},
      [&](std::size_t i) { return judge(options, known, paths[i]); },
      [&](std::size_t i, const Verdict& verdict) {
        progress.clear();
        verdicts.take(paths[i], verdict);
      },
      [&](std::size_t i) { progress.show(i); });
  progress.clear();
  return verdicts.finish(exit_code);
}

}  // namespace schemac::cli
