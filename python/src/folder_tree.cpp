#include "folder_tree.h"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "raise.h"

namespace schemac::python {
namespace {

DatasetFolder opened(const std::string& path, const OpenOptions& options = {}) {
  auto folder = DatasetFolder::open(path, options);
  if (!folder) raise_system_error(folder.error().message);
  return *std::move(folder);
}

direct::DecodedDirectory decoded(const direct::DirectoryCandidate& candidate,
                                 const DatasetFolder& folder) {
  const nb::gil_scoped_release unlocked;
  return direct::decode_directory(candidate, folder);
}

bool is_error(const FileViolation& of) { return of.violation.level == Level::error; }

// A path without the indices in it.
std::string without_indices(const std::string& path) {
  std::string result;
  bool is_inside = false;
  for (const char ch : path) {
    is_inside = is_inside || ch == '[';
    if (!is_inside) result += ch;
    if (ch == ']') is_inside = false;
  }
  return result;
}

}  // namespace

FolderTree::FolderTree(std::shared_ptr<Formats> formats, std::string path, Access access,
                       const FileLimits& limits)
    : Tree(std::move(formats), std::move(path), limits) {
  const DatasetFolder folder = opened(this->path(), {.limits = limits.reading, .access = access});
  candidate_ = this->formats().choose(folder);
  decoded_ = decoded(candidate_, folder);
  if (std::ranges::any_of(decoded_.violations, is_error))
    raise_invalid_file(this->path(), decoded_.violations);
  values_ = std::make_shared<const direct::Value>(std::move(decoded_.values));
  forms_ = plan::forms_of_directories(plan());
}

plan::Body FolderTree::body_of(const impl::DatasetEntry& entry) const {
  plan::Body body = body_of_record(forms_.files[entry.file]->record);
  if (!entry.is_list()) return body;
  plan::List list;
  list.element.push_back(std::move(body));
  plan::Body all;
  all.kind = std::move(list);
  return all;
}

std::uint64_t FolderTree::size() const {
  std::uint64_t size = 0;
  for (const direct::DirectoryFile& file : decoded_.files) size += file.source->bytes().size();
  return size;
}

// Directories may hold themselves, so a path is followed when it is asked for.
const plan::Body* FolderTree::body_at(const std::string& path) const {
  const std::string steps = without_indices(path);
  if (const auto known = bodies_.find(steps); known != bodies_.end()) return &known->second;
  std::size_t directory = direct::index_of(candidate_);
  for (std::size_t begin = 0; begin <= steps.size();) {
    const std::size_t end = std::min(steps.find('.', begin), steps.size());
    const std::string_view name = std::string_view(steps).substr(begin, end - begin);
    const auto& entries = forms_.forms[directory].entries;
    const auto entry = std::ranges::find(entries, name, &impl::DatasetEntry::name);
    if (entry == entries.end()) return nullptr;
    begin = end + 1;
    if (!entry->directory && begin > steps.size())
      return &bodies_.emplace(steps, body_of(*entry)).first->second;
    if (!entry->directory) return nullptr;
    directory = *entry->directory;
  }
  return nullptr;
}

nb::object FolderTree::violations() const { return to_python(decoded_.violations); }

nb::object validate_folder(const Formats& formats, const std::string& path) {
  const DatasetFolder folder = opened(path);
  return to_python(decoded(formats.choose(folder), folder).violations);
}

}  // namespace schemac::python
