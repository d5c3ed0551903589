#include "known/formats.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace schemac::known {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> paths_in(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::string names_of(const std::vector<direct::Candidate>& candidates) {
  std::string names;
  for (const auto& candidate : candidates)
    names += (names.empty() ? "" : ", ") + direct::name_of(candidate);
  return names;
}

}  // namespace

Formats::Formats(const Lookup& lookup, std::string own, Listener& listener)
    : lookup_(lookup), own_(std::move(own)), listener_(listener) {
  is_explicit_ = !lookup.schema.empty();
  if (!is_explicit_) return;
  Known& known = known_.emplace();
  std::error_code error;
  if (fs::is_regular_file(lookup.schema, error)) {
    known.load_file(lookup.schema);
    if (const Compilation& run = known.schemas.back().compilation; !run.ok()) {
      listener_.complain(run.diagnostics);
      is_ok_ = false;
    }
    return;
  }
  const auto colon = lookup.schema.rfind(':');
  const std::string root = colon == std::string::npos ? "" : lookup.schema.substr(colon + 1);
  std::string name = lookup.schema.substr(0, colon);
  if (!root.empty() && fs::is_regular_file(name, error)) {
    known.load_file(name);
    const auto& plans = known.schemas.back().compilation.plans;
    if (!plans.empty()) name = plans.front().format;
  } else {
    load_named(name);
  }
  known.keep_named(name, root);
  if (!known.is_empty()) return;
  listener_.complain("no format '" + lookup.schema +
                     "' is known, and no file has that name; `schemac list` shows what is known");
  is_ok_ = false;
}

std::vector<std::string> Formats::folders() const {
  std::vector<std::string> folders = lookup_.directories;
  const char* path = std::getenv("SCHEMAC_PATH");
  std::string rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    const auto colon = rest.find(':');
    if (colon != 0) folders.push_back(rest.substr(0, colon));
    rest = colon == std::string::npos ? "" : rest.substr(colon + 1);
  }
  folders.push_back(own_);
  return folders;
}

// Where it isn't clear which format is meant.
std::string Formats::remedy() const {
  return "name one with " + std::string(listener_.schema_option());
}

void Formats::load_named(const std::string& name) {
  if (const FormatIndex* known = index()) {
    if (const auto path = known->find(name)) return known_->load_file(*path);
  }
  load_all();
}

void Formats::load_all() const {
  known_.emplace();
  for (const std::string& folder : folders()) known_->load_folder(folder);
  // Who has a schema of ours, too, wants that one.
  for (const Hidden& each : known_->hidden)
    if (fs::path(each.path).parent_path() != fs::path(own_))
      listener_.complain(each.path + ": its format '" + each.format +
                         "' counts for nothing, since " + each.by + " has one of that name");
}

const Formats::Known& Formats::known() const {
  const std::scoped_lock lock(mutex_);
  if (!known_) load_all();
  return *known_;
}

// Schemas of other folders come first, and nobody has made an index of these.
const FormatIndex* Formats::index() const {
  if (!index_) index_ = folders().size() == 1 ? FormatIndex::load(own_) : std::nullopt;
  return *index_ ? &**index_ : nullptr;
}

// Of the formats that a file's first bytes and its name leave: no other schema is compiled.
const Formats::Known& Formats::known_for(Bytes bytes, const std::string& file) const {
  const std::scoped_lock lock(mutex_);
  if (known_ || index() == nullptr) return known();
  const std::vector<std::string> paths = index()->recognise(bytes, file);
  auto& found = recognised_[paths];
  if (found.schemas.empty())
    for (const std::string& path : paths) found.load_file(path);
  return found;
}

void Formats::Known::load_folder(const std::string& folder) {
  for (const std::string& path : paths_in(folder)) load_file(path);
}

void Formats::Known::load_file(const std::string& path) {
  schemas.push_back({path, compile(path)});
  // The first folder that has a format of a name wins; plans stay where they are when `schemas`
  // grows.
  for (const plan::Plan& plan : schemas.back().compilation.plans) {
    if (const std::string* before = path_of(plan.format)) {
      std::error_code error;
      if (!fs::equivalent(*before, path, error)) hidden.push_back({plan.format, path, *before});
      continue;
    }
    paths.emplace(plan.format, path);
    for (const direct::DirectoryCandidate& directory : direct::directories_of(plan))
      directories.push_back(directory);
    for (const direct::Candidate& candidate : direct::candidates_of(plan))
      candidates.push_back(candidate);
  }
}

const std::string* Formats::Known::path_of(const std::string& format) const {
  const auto found = paths.find(format);
  return found == paths.end() ? nullptr : &found->second;
}

void Formats::Known::keep_named(const std::string& schema, const std::string& root) {
  std::erase_if(candidates, [&](const direct::Candidate& candidate) {
    return candidate.plan->format != schema || (!root.empty() && candidate.root->name != root);
  });
  std::erase_if(directories, [&](const direct::DirectoryCandidate& candidate) {
    return candidate.plan->format != schema ||
           (!root.empty() && candidate.directory->form.root != root);
  });
}

std::optional<direct::Candidate> Formats::choose(Bytes bytes, const std::string& file) const {
  const std::vector<direct::Candidate>& candidates = known_for(bytes, file).candidates;
  if (is_explicit_ && candidates.size() == 1) return candidates.front();
  const auto left = direct::select(candidates, bytes, file);
  if (left.size() == 1) return left.front();
  if (left.empty()) {
    listener_.complain(
        file + ": of no known format (" +
        (known().candidates.empty() ? "none is known" : names_of(known().candidates)) + "); " +
        remedy());
  } else {
    listener_.complain(file + ": could be any of " + names_of(left) + "; " + remedy());
  }
  return std::nullopt;
}

bool Formats::claims(Bytes bytes, const std::string& file) const {
  if (is_explicit_ && candidates().size() == 1 && direct::says_nothing(candidates().front()))
    return true;
  return std::ranges::any_of(candidates(), [&](const direct::Candidate& candidate) {
    return direct::is_recognised(candidate, bytes, file);
  });
}

bool Formats::is_dataset(const std::string& folder) const {
  const auto opened = DatasetFolder::open(folder);
  return opened && std::ranges::any_of(directories(), [&](const auto& candidate) {
           const direct::DirectoryMatch match = direct::match(candidate, *opened);
           return match.found != 0 && match.lacks.empty();
         });
}

std::optional<direct::DirectoryCandidate> Formats::choose(const DatasetFolder& folder) const {
  const std::vector<direct::DirectoryCandidate>& directories = known().directories;
  if (is_explicit_ && directories.size() == 1) return directories.front();
  std::vector<direct::DirectoryCandidate> left;
  std::string almost;  // what is of a format, but for what it lacks
  for (const direct::DirectoryCandidate& candidate : directories) {
    const direct::DirectoryMatch match = direct::match(candidate, folder);
    if (match.lacks.empty()) left.push_back(candidate);
    if (match.lacks.empty() || match.found == 0) continue;
    almost += (almost.empty() ? "; not " : ", nor ") + direct::name_of(candidate) + ", since ";
    for (std::size_t i = 0; i < match.lacks.size(); ++i)
      almost += (i == 0 ? "" : " and ") + match.lacks[i];
  }
  if (left.size() == 1) return left.front();
  listener_.complain(folder.path() +
                     (left.empty()
                          ? ": a directory of no known format" + almost
                          : std::string(": a directory that could be of several formats")) +
                     "; " + remedy());
  return std::nullopt;
}

std::optional<direct::DirectoryCandidate> Formats::named_directory(const std::string& name) const {
  for (const direct::DirectoryCandidate& candidate : directories())
    if (direct::name_of(candidate) == name) return candidate;
  const bool is_only = name.empty() && candidates().empty() && directories().size() == 1;
  return is_only ? std::optional(directories().front()) : std::nullopt;
}

std::optional<direct::Candidate> Formats::named(const std::string& name) const {
  if (is_explicit_ && candidates().size() == 1) return candidates().front();
  std::vector<direct::Candidate> left;
  for (const direct::Candidate& candidate : candidates())
    if (name.empty() || direct::name_of(candidate) == name) left.push_back(candidate);
  if (left.size() == 1) return left.front();
  if (name.empty()) {
    listener_.complain("the values name no schema; " + remedy());
  } else {
    listener_.complain(
        is_explicit_ ? "the values are of '" + name + "', but " +
                           std::string(listener_.schema_option()) + " has " + names_of(candidates())
                     : "no format '" + name + "' is known; `schemac list` shows what is known");
  }
  return std::nullopt;
}

std::vector<KnownSchema> schemas_in(const std::string& folder) {
  std::vector<KnownSchema> schemas;
  for (const std::string& path : paths_in(folder)) schemas.push_back({path, compile(path)});
  return schemas;
}

}  // namespace schemac::known
