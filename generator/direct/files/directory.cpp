#include "direct/files/directory.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "direct/json/element_json.h"
#include "direct/walk/validate.h"
#include "plan/facts/directory_forms.h"
#include "schemac/io/dataset_names.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

// What `out` says of the files that are always there, by names that the schema states; also of
// those in directories below.
void match(const impl::DatasetForms& forms, std::size_t directory, const DatasetFolder& folder,
           const std::string& prefix, DirectoryMatch& out) {
  const auto names = folder.names();
  if (!names) return out.lacks.push_back(names.error().message);
  // Whether it is the entry; else `out` says what keeps it from being that.
  const auto is_entry = [&](const impl::DatasetEntry& entry, const std::string& name,
                            DirectoryMatch& inner_match) {
    if (!entry.directory) return true;
    const auto inner = folder.folder(name);
    if (inner)
      match(forms, *entry.directory, *inner, prefix + name + "/", inner_match);
    else
      inner_match.lacks.push_back(inner.error().message);
    return inner_match.lacks.empty();
  };
  for (const impl::DatasetEntry& entry : forms[directory].entries) {
    if (entry.is_optional || entry.is_list() || !entry.when.empty()) continue;
    std::optional<DirectoryMatch> nearest;
    for (const std::string& name : *names) {
      if (std::none_of(entry.names.begin(), entry.names.end(),
                       [&](const auto& form) { return form.middle_of(name).has_value(); }))
        continue;
      DirectoryMatch found{1, {}};
      const bool is_it = is_entry(entry, name, found);
      if (!nearest || is_it) nearest = std::move(found);
      if (is_it) break;
    }
    if (!nearest)
      nearest = DirectoryMatch{0, {"there is no '" + prefix + entry.names.front().text() + "'"}};
    out.found += nearest->found;
    std::move(nearest->lacks.begin(), nearest->lacks.end(), std::back_inserter(out.lacks));
  }
}

}  // namespace

std::size_t index_of(const DirectoryCandidate& candidate) {
  return static_cast<std::size_t>(candidate.directory - candidate.plan->directories.data());
}

std::string name_of(const DirectoryCandidate& candidate) {
  const std::string& root = *candidate.directory->form.root;
  return root.empty() ? candidate.plan->format : candidate.plan->format + ":" + root;
}

std::vector<DirectoryCandidate> directories_of(const plan::Plan& plan) {
  std::vector<DirectoryCandidate> result;
  for (const plan::Directory& directory : plan.directories)
    if (directory.form.root) result.push_back({&plan, &directory});
  return result;
}

DirectoryMatch match(const DirectoryCandidate& candidate, const DatasetFolder& folder) {
  DirectoryMatch out;
  match(plan::forms_of_directories(*candidate.plan).forms, index_of(candidate), folder, "", out);
  return out;
}

bool DecodedDirectory::ok() const {
  return std::all_of(violations.begin(), violations.end(),
                     [](const FileViolation& each) { return each.violation.level > Level::rule; });
}

Report report_of(const DecodedDirectory& directory, const std::string& file) {
  Report report;
  for (const FileViolation& each : directory.violations)
    if (each.file == file) report.add(each.violation);
  return report;
}

std::vector<PlacedArray> placed_arrays(const DecodedDirectory& directory) {
  std::map<const std::byte*, const DirectoryFile*, std::less<>> files;  // by where they are
  for (const DirectoryFile& file : directory.files)
    if (!file.source->bytes().empty()) files.emplace(file.source->bytes().data(), &file);
  std::vector<PlacedArray> placed;
  for (const DirectoryArray& array : directory.arrays) {
    placed.push_back({array.name, 0, array.joined});
    for (const Piece& piece : array.joined.pieces) {
      const auto after = files.upper_bound(piece.bytes.stored().data());
      if (after == files.begin()) continue;
      const DirectoryFile& file = *std::prev(after)->second;
      auto place = place_in(file.source->bytes(), piece);
      if (!place) continue;
      place->file = file.name;
      placed.back().places.push_back(*std::move(place));
    }
  }
  return placed;
}

nlohmann::ordered_json to_json(const DecodedDirectory& decoded, const std::string& folder,
                               const std::string& schema) {
  Json violations = Json::array();
  for (const FileViolation& each : decoded.violations) {
    Json violation = {{"file", source::as_utf8(each.file)}};
    violation.update(to_json(each.violation));
    violations.push_back(std::move(violation));
  }
  Json result = {{"file", source::as_utf8(folder)}, {"schema", schema}, {"ok", decoded.ok()}};
  result["violations"] = std::move(violations);
  return result;
}

bool may_be_part(const DirectoryCandidate& candidate, const std::string& path, FolderEntry kind) {
  return impl::may_be_part(plan::forms_of_directories(*candidate.plan).forms, index_of(candidate),
                           path, kind, impl::KeyedFolders::none);
}

}  // namespace schemac::direct
