// Values of files, found by paths: through directories, records and lists.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/check/frame.h"
#include "schemac/io/dataset_fact.h"
#include "schemac/io/dataset_form.h"

namespace schemac::impl {

/// A value, and where it is.
struct FoundFact {
  const FileFact* fact = nullptr;
  std::string path;                                 ///< in its file: "blocks[0].vars[2]"
  std::string file;                                 ///< below the dataset: "data/part_1.bin"
  const std::vector<std::string>* files = nullptr;  ///< of a list of files: theirs
};

/// Element `index` of a list of records, or of files.
[[nodiscard]] inline std::optional<FoundFact> element_at(const FoundFact& list,
                                                         std::uint64_t index) {
  if (list.fact->kind != FileFact::Kind::elements || index >= list.fact->inner.size())
    return std::nullopt;
  const FileFact* const element = &list.fact->inner[index];
  if (list.files != nullptr && index < list.files->size())
    return FoundFact{element, "", (*list.files)[index], nullptr};
  return FoundFact{element, list.path + "[" + std::to_string(index) + "]", list.file, nullptr};
}
[[nodiscard]] inline std::optional<FoundFact> member_of(const FoundFact& from,
                                                        std::string_view name) {
  const FileFact* const found =
      from.fact->kind == FileFact::Kind::members ? from.fact->find(name) : nullptr;
  if (found == nullptr) return std::nullopt;
  std::string path = from.path;
  append_path(path, name);
  return FoundFact{found, std::move(path), from.file, nullptr};
}

struct OpenDirectory;

/// What there is of an entry.
struct OpenEntry {
  std::optional<FoundFact> here;  ///< a file or a list of files, whose fact is the next
  FileFact fact;
  /// Files or folders that could be opened, below the dataset; "" in the place of a key that has
  /// none, where it may be missing.
  std::vector<std::string> files;
  std::vector<std::unique_ptr<OpenDirectory>> inner;  ///< of folders, beside these; null likewise
  bool is_listed = false;                             ///< of a list: what is in it was found out

  [[nodiscard]] bool is_there() const {
    return std::any_of(files.begin(), files.end(),
                       [](const std::string& file) { return !file.empty(); });
  }
};

/// A directory that is read or written. What points into it must not outlive it.
struct OpenDirectory {
  const DatasetForm* form = nullptr;
  std::string prefix;                 ///< of its files: "data/", "" of the whole dataset
  std::vector<FoundFact> parameters;  ///< as far as they are there, none of them after a gap
  std::vector<OpenEntry> entries;     ///< beside those of the form
  bool is_whole = false;  ///< nothing in it is missing or broken: its rules were checked

  void begin(const DatasetForm& of) {
    form = &of;
    entries.resize(of.entries.size());
  }
};

/// What expressions are about: a directory's files, if any, and what `_`, `_key` or the item is.
struct FactScope {
  const OpenDirectory* in = nullptr;
  std::optional<FoundFact> element, key, item;
};

/// Directories on the way, then a value that follows from the last of them, or a place in a file.
class FactWalk {
 public:
  FactWalk(const FactScope& scope, const FileExpression& path) : scope_(scope), path_(path) {}

  /// Both return whether the walk goes on.
  std::function<bool(const FoundFact&)> on_value = [](const FoundFact&) { return true; };
  std::function<bool(const OpenDirectory&, const FileLet&)> on_let =
      [](const OpenDirectory&, const FileLet&) { return true; };
  /// The path ends at directories: how many there are.
  std::function<bool(std::uint64_t)> on_directories = [](std::uint64_t) { return true; };

  /// False if it was stopped.
  bool walk() const {
    switch (path_.base) {
      case FileBase::element:
        return go_on(scope_.element, 0);
      case FileBase::key:
        return go_on(scope_.key, 0);
      case FileBase::item:
        return go_on(scope_.item, 0);
      case FileBase::parameter:
        return go_on(parameter(), 1);
      case FileBase::entry:
        return scope_.in == nullptr || walk_directory(*scope_.in, 0);
    }
    return true;
  }

 private:
  [[nodiscard]] std::optional<FoundFact> parameter() const {
    if (scope_.in == nullptr) return std::nullopt;
    const FileExpression::Step& step = path_.steps.front();
    for (std::size_t i = 0; i < scope_.in->parameters.size(); ++i) {
      if (scope_.in->form->parameters[i] != step.member) continue;
      const FoundFact& value = scope_.in->parameters[i];
      return step.index ? element_at(value, *step.index) : std::optional(value);
    }
    return std::nullopt;
  }
  bool walk_directory(const OpenDirectory& at, std::size_t i) const {
    if (i == path_.steps.size()) return true;
    const FileExpression::Step& step = path_.steps[i];
    for (const FileLet& let : at.form->lets)
      if (let.name == step.member) return on_let(at, let);
    for (std::size_t e = 0; e < at.form->entries.size(); ++e) {
      if (at.form->entries[e].name != step.member) continue;
      const OpenEntry& open = at.entries[e];
      std::uint64_t count = 0;
      for (std::size_t k = 0; k < open.inner.size(); ++k) {
        if (open.inner[k] == nullptr || (step.index && *step.index != k)) continue;
        ++count;
        if (!walk_directory(*open.inner[k], i + 1)) return false;
      }
      if (at.form->entries[e].directory && i + 1 == path_.steps.size())
        return on_directories(count);
      if (open.here && !go_on(step.index ? element_at(*open.here, *step.index) : open.here, i + 1))
        return false;
    }
    return true;
  }
  bool go_on(const std::optional<FoundFact>& here, std::size_t i) const {
    if (!here) return true;
    if (i == path_.steps.size()) return on_value(*here);
    if (here->fact->kind == FileFact::Kind::elements) {
      for (std::uint64_t k = 0; k < here->fact->inner.size(); ++k)
        if (!go_on(element_at(*here, k), i)) return false;
      return true;
    }
    const FileExpression::Step& step = path_.steps[i];
    auto next = member_of(*here, step.member);
    if (next && step.index) next = element_at(*next, *step.index);
    return go_on(next, i + 1);
  }

  const FactScope& scope_;
  const FileExpression& path_;
};

/// Where a path leads; none if something on the way isn't there, or if it leads to several places.
[[nodiscard]] inline std::optional<FoundFact> find_fact(const FactScope& scope,
                                                        const FileExpression& path) {
  std::optional<FoundFact> found;
  FactWalk walk(scope, path);
  walk.on_value = [&](const FoundFact& here) {
    const bool is_only = !found;
    found = here;
    return is_only;
  };
  return walk.walk() ? found : std::nullopt;
}

}  // namespace schemac::impl
