#include "cli/known_formats.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <system_error>
#include <utility>

#include "cli/terminal.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

/// Where the program's own schemas lie: the same place in an installed tree and in the build tree.
fs::path own_schemas() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : program.parent_path() / SCHEMAC_SCHEMAS;
}

std::vector<std::string> folders_of(const Lookup& lookup) {
  std::vector<std::string> folders = lookup.directories;
  const char* path = std::getenv("SCHEMAC_PATH");
  std::string rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    if (colon != 0) folders.push_back(rest.substr(0, colon));
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  folders.push_back(own_schemas().string());
  return folders;
}

std::string names_of(const std::vector<direct::Candidate>& candidates) {
  std::string names;
  for (const auto& candidate : candidates)
    names += (names.empty() ? "" : ", ") + direct::name_of(candidate);
  return names;
}

}  // namespace

KnownFormats::KnownFormats(const Lookup& lookup) {
  is_explicit_ = !lookup.schema.empty();
  std::error_code error;
  if (is_explicit_ && fs::is_regular_file(lookup.schema, error)) {
    load_file(lookup.schema);
    if (const Compilation& run = schemas_.back().compilation; !run.ok()) {
      source::print(run.diagnostics, std::cerr, has_colours(Stream::err));
      exit_code_ = not_judged;
    }
    return;
  }
  for (const std::string& folder : folders_of(lookup)) load_folder(folder);
  if (!is_explicit_) return;
  const auto colon = lookup.schema.rfind(':');
  const std::string root = colon == std::string::npos ? "" : lookup.schema.substr(colon + 1);
  std::string name = lookup.schema.substr(0, colon);
  if (!root.empty() && fs::is_regular_file(name, error)) {
    schemas_.clear();
    candidates_.clear();
    directories_.clear();
    load_file(name);
    const auto& plans = schemas_.back().compilation.plans;
    if (!plans.empty()) name = plans.front().format;
  }
  keep_named(name, root);
  if (!candidates_.empty() || !directories_.empty()) return;
  complain("no format '" + lookup.schema +
           "' is known, and no file has that name; `schemac list` shows what is known");
  exit_code_ = not_judged;
}

void KnownFormats::load_folder(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) load_file(path);
}

void KnownFormats::load_file(const std::string& path) {
  schemas_.push_back({path, compile(path)});
  // The first folder that has a format of a name wins; plans stay where they are when `schemas_`
  // grows.
  const auto is_of = [](const plan::Plan& plan) {
    return [&plan](const auto& known) { return known.plan->format == plan.format; };
  };
  for (const plan::Plan& plan : schemas_.back().compilation.plans) {
    const bool is_new = std::none_of(candidates_.begin(), candidates_.end(), is_of(plan)) &&
                        std::none_of(directories_.begin(), directories_.end(), is_of(plan));
    if (!is_new) continue;
    for (const direct::DirectoryCandidate& directory : direct::directories_of(plan))
      directories_.push_back(directory);
    for (const direct::Candidate& candidate : direct::candidates_of(plan))
      candidates_.push_back(candidate);
  }
}

void KnownFormats::keep_named(const std::string& schema, const std::string& root) {
  std::erase_if(candidates_, [&](const direct::Candidate& candidate) {
    return candidate.plan->format != schema || (!root.empty() && candidate.root->name != root);
  });
  std::erase_if(directories_, [&](const direct::DirectoryCandidate& candidate) {
    return candidate.plan->format != schema ||
           (!root.empty() && candidate.directory->form.root != root);
  });
}

std::optional<direct::Candidate> KnownFormats::choose(Bytes bytes, const std::string& file) const {
  if (is_explicit_ && candidates_.size() == 1) return candidates_.front();
  const auto left = direct::select(candidates_, bytes, file);
  if (left.size() == 1) return left.front();
  if (left.empty()) {
    complain(file + ": of no known format (" +
             (candidates_.empty() ? "none is known" : names_of(candidates_)) +
             "); name one with --schema");
  } else {
    complain(file + ": could be any of " + names_of(left) + "; name one with --schema");
  }
  return std::nullopt;
}

std::optional<direct::DirectoryCandidate> KnownFormats::choose(const DatasetFolder& folder) const {
  if (is_explicit_ && directories_.size() == 1) return directories_.front();
  std::vector<direct::DirectoryCandidate> left;
  std::string almost;  // what is of a format, but for what it lacks
  for (const direct::DirectoryCandidate& candidate : directories_) {
    const direct::DirectoryMatch match = direct::match(candidate, folder);
    if (match.lacks.empty()) left.push_back(candidate);
    if (match.lacks.empty() || match.found == 0) continue;
    almost += (almost.empty() ? "; not " : ", nor ") + direct::name_of(candidate) + ", since ";
    for (std::size_t i = 0; i < match.lacks.size(); ++i)
      almost += (i == 0 ? "" : " and ") + match.lacks[i];
  }
  if (left.size() == 1) return left.front();
  complain(folder.path() +
           (left.empty() ? ": a directory of no known format" + almost
                         : std::string(": a directory that could be of several formats")) +
           "; name one with --schema");
  return std::nullopt;
}

std::optional<direct::DirectoryCandidate> KnownFormats::named_directory(
    const std::string& name) const {
  for (const direct::DirectoryCandidate& candidate : directories_)
    if (direct::name_of(candidate) == name) return candidate;
  const bool is_only = name.empty() && candidates_.empty() && directories_.size() == 1;
  return is_only ? std::optional(directories_.front()) : std::nullopt;
}

std::optional<direct::Candidate> KnownFormats::named(const std::string& name) const {
  if (is_explicit_ && candidates_.size() == 1) return candidates_.front();
  std::vector<direct::Candidate> left;
  for (const direct::Candidate& candidate : candidates_)
    if (name.empty() || direct::name_of(candidate) == name) left.push_back(candidate);
  if (left.size() == 1) return left.front();
  if (name.empty()) {
    complain("the values name no schema; name one with --schema");
  } else {
    complain(is_explicit_
                 ? "the values are of '" + name + "', but --schema has " + names_of(candidates_)
                 : "no format '" + name + "' is known; `schemac list` shows what is known");
  }
  return std::nullopt;
}

}  // namespace schemac::cli
