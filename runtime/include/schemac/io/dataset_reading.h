// Reads a directory: its files one by one, then what holds across them. Generated code and the
// command call the same reader; what they look into files with is a `DatasetFiles`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "schemac/base/counted.h"
#include "schemac/check/frame.h"
#include "schemac/core/limits.h"
#include "schemac/core/violation.h"
#include "schemac/io/dataset.h"
#include "schemac/io/dataset_fact.h"
#include "schemac/io/dataset_form.h"
#include "schemac/io/dataset_paths.h"
#include "schemac/io/dataset_values.h"

namespace schemac::impl {

/// What a file is found to be.
struct CheckedFile {
  std::vector<Violation> violations;
  std::uint64_t dropped = 0;  ///< violations beyond those
  Level worst_dropped = Level::warn;
  std::optional<FileFact> fact;  ///< if none of them is an error
  std::uint64_t size = 0;
};

/// How the files of a dataset are looked into.
class DatasetFiles {
 public:
  DatasetFiles() = default;
  DatasetFiles(const DatasetFiles&) = delete;
  DatasetFiles& operator=(const DatasetFiles&) = delete;
  virtual ~DatasetFiles() = default;

  /// Opens file `name` of a folder, which is `path` below the dataset, and checks it.
  [[nodiscard]] virtual Result<CheckedFile> check(const DatasetEntry& entry,
                                                  const DatasetFolder& folder,
                                                  const std::string& name,
                                                  const std::string& path) = 0;
  /// The byte where a member of a file is that was checked; 0 if nobody knows.
  [[nodiscard]] virtual std::uint64_t place_of(const std::string& path,
                                               const std::string& member) = 0;
};

namespace detail {

// What all directories of a dataset are read with and into.
struct DatasetReading {
  DatasetFiles& files;
  const DatasetForms& forms;
  const Limits& limits;
  std::vector<FileViolation> out = {};
  std::uint64_t errors = 0;  // violations of that level; of those dropped at once one
  std::uint64_t dropped = 0;
  Level worst_dropped = Level::warn;

  [[nodiscard]] bool is_full() const { return out.size() >= limits.violations; }
  void note(const std::string& file, const Violation& violation) {
    if (is_full()) return note_dropped(1, violation.level);
    if (violation.level == Level::error) ++errors;
    out.push_back({file, violation});
  }
  void note_dropped(std::uint64_t count, Level worst) {
    if (worst == Level::error) ++errors;
    dropped += count;
    worst_dropped = std::min(worst_dropped, worst);
  }
  // That some were dropped is reported by a violation of its own, of the level of the worst of
  // them.
  void tell_dropped() {
    if (dropped == 0) return;
    Violation violation;
    violation.rule = Rule::resource_limit;
    violation.level = worst_dropped;
    violation.message = counted(dropped, "more violations") + ", beyond the limit of " +
                        std::to_string(limits.violations);
    out.push_back({"", std::move(violation)});
  }
};

// Reads one directory; those in it are read by others like it, into the same result.
class DirectoryReader {
 public:
  // `open` says which directory it is, its prefix and its parameters; the rest is found.
  DirectoryReader(DatasetReading& reading, const DatasetFolder& folder, std::uint32_t depth,
                  OpenDirectory& open)
      : all_(reading), form_(*open.form), folder_(folder), depth_(depth), open_(open) {}

  void read() {
    if (auto names = folder_.names())
      names_ = *std::move(names);
    else
      all_.note(open_.prefix, names.error());
    const std::uint64_t errors_before = all_.errors;
    scope_.in = &open_;
    const auto own_case = case_of(scope_);
    for (std::size_t i = 0; i < form_.entries.size(); ++i)
      if (form_.entries[i].when.empty() || form_.entries[i].when == own_case) read_entry(i);
    // Nothing that follows from files that can't be read is reported.
    if (all_.errors != errors_before) return;
    open_.is_whole = true;
    for (const FileRule& rule : form_.rules) check(rule);
  }

 private:
  [[nodiscard]] std::string full(const std::string& name) const { return open_.prefix + name; }

  void read_entry(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    if (entry.instead && open_.entries[*entry.instead].is_there()) return;
    if (entry.is_numbered())
      read_numbered(i);
    else if (entry.is_keyed())
      read_keyed(i);
    else
      read_one(i);
  }

  void read_one(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const auto name = find_name(entry);
    if (!name) {
      if (!entry.is_optional)
        note_missing(entry, entry.names.front().text(), std::string(entry.name));
      return;
    }
    if (entry.directory) {
      read_folder(i, *name, std::nullopt, std::string(entry.name));
      return;
    }
    auto fact = read_file(i, *name, std::string(entry.name));
    if (!fact || !*fact) return;  // it is broken, so nothing is said of what it holds
    OpenEntry& open = open_.entries[i];
    open.fact = **std::move(fact);
    open.here = FoundFact{&open.fact, "", full(*name), nullptr};
    if (!entry.elements.empty()) return check_elements(i);
    check_each(entry, *open.here, std::nullopt);
  }

  // The first of its names that is there. A '*' stands for the same text as before.
  std::optional<std::string> find_name(const DatasetEntry& entry) {
    for (const FileForm& form : entry.names) {
      if (form.kind == FileForm::Kind::fixed) {
        if (is_there(std::string(form.before))) return std::string(form.before);
        continue;
      }
      std::optional<std::string> found;
      for (const std::string& name : names_) {
        const auto middle = form.middle_of(name);
        if (!middle || (stem_ && *middle != *stem_)) continue;
        if (found) {
          Violation violation;
          violation.rule = Rule::bad_count;
          violation.path = entry.name;
          violation.message = "both '" + *found + "' and '" + name + "' could be this file";
          all_.note(open_.prefix, violation);
          break;
        }
        found = name;
      }
      if (!found) continue;
      if (!stem_) stem_ = form.middle_of(*found);
      return found;
    }
    return std::nullopt;
  }

  void read_folder(std::size_t i, const std::string& name, const std::optional<FoundFact>& key,
                   const std::string& path) {
    const DatasetEntry& entry = form_.entries[i];
    const Result<DatasetFolder> inner_folder = folder_.folder(name);
    std::optional<Violation> refused;
    if (!inner_folder) refused = inner_folder.error();
    if (depth_ == all_.limits.depth) {
      refused.emplace();
      refused->rule = Rule::nesting_limit;
      refused->message = "directories are nested more than " + std::to_string(depth_) + " deep";
    }
    if (refused) {
      refused->path = path;
      return all_.note(full(name), *refused);
    }
    auto inner = std::make_unique<OpenDirectory>();
    inner->begin(all_.forms[*entry.directory]);
    inner->prefix = full(name) + "/";
    scope_.key = key;
    for (const FileExpression& argument : entry.arguments) {
      auto passed = find_fact(scope_, argument);
      if (!passed) break;
      inner->parameters.push_back(*std::move(passed));
    }
    scope_.key.reset();
    open_.entries[i].files.push_back(full(name));
    open_.entries[i].inner.push_back(std::move(inner));
    DirectoryReader(all_, *inner_folder, depth_ + 1, *open_.entries[i].inner.back()).read();
  }

  void read_numbered(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const FileForm& form = entry.names.front();
    std::set<std::uint64_t> numbers;
    for (const std::string& name : names_)
      if (const auto number = form.number_in(name); number && *number >= entry.first)
        numbers.insert(*number);
    std::vector<FileFact> facts;
    std::uint64_t next = entry.first;
    for (const std::uint64_t number : numbers) {
      if (number != next)
        note_missing(entry, form.with(std::to_string(next)),
                     element_path(entry, next - entry.first));
      next = number + 1;
      const std::string path = element_path(entry, number - entry.first);
      if (auto fact = read_file(i, form.with(std::to_string(number)), path))
        facts.push_back(std::move(*fact).value_or(FileFact()));
    }
    if (numbers.empty() && !entry.is_optional)
      note_missing(entry, form.with(std::to_string(entry.first)), std::string(entry.name));
    keep_list(i, std::move(facts), {});
  }

  void read_keyed(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const auto keys = find_keys(entry);
    if (!keys) return;
    std::vector<FileFact> facts;
    std::vector<FactKey> read;
    for (std::size_t k = 0; k < keys->size(); ++k) {
      const FactKey& key = (*keys)[k];
      const std::string name = entry.names.front().with(key.name);
      if (!is_file_name(name)) {
        Violation violation;
        violation.rule = Rule::out_of_bounds;
        violation.message = "'" + name + "' is not a name of a file in this directory";
        note_at(key.here, violation);
        continue;
      }
      const std::string path = element_path(entry, k);
      if (!is_there(name)) {
        if (!entry.is_optional) {
          note_missing(entry, name, path);
          continue;
        }
        facts.push_back(FileFact::of(FileFact::Kind::absent));  // in the place of its key
        read.push_back(key);
        open_.entries[i].files.emplace_back();
        if (entry.directory) open_.entries[i].inner.emplace_back();
        continue;
      }
      if (entry.directory) {
        read_folder(i, name, key.element, path);
      } else if (auto fact = read_file(i, name, path)) {
        facts.push_back(std::move(*fact).value_or(FileFact()));
        read.push_back(key);
      }
    }
    if (entry.directory)
      open_.entries[i].is_listed = true;
    else
      keep_list(i, std::move(facts), read);
  }

  void keep_list(std::size_t i, std::vector<FileFact> facts, const std::vector<FactKey>& keys) {
    OpenEntry& open = open_.entries[i];
    open.is_listed = true;
    open.fact = FileFact::of(FileFact::Kind::elements);
    open.fact.inner = std::move(facts);
    open.here = FoundFact{&open.fact, "", "", &open.files};
    for (std::uint64_t k = 0; k < open.fact.inner.size(); ++k)
      if (open.fact.inner[k].kind == FileFact::Kind::members)
        check_each(form_.entries[i], *element_at(*open.here, k),
                   k < keys.size() ? std::optional(keys[k].element) : std::nullopt);
  }

  // The list of a file that has an element for each key.
  void check_elements(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const auto list = member_of(*open_.entries[i].here, entry.elements);
    if (!list || !entry.keys) return;
    const auto keys = find_keys(entry);
    if (!keys) return;
    const std::uint64_t count = list->fact->inner.size();
    if (count != keys->size()) {
      Violation violation;
      violation.rule = Rule::bad_count;
      violation.path = entry.elements;
      violation.message = counted(count, "elements") + ", but there are " +
                          std::to_string(keys->size()) + " of '" +
                          std::string(form_.keys[*entry.keys].name) + "'";
      const std::string first = list->path + "[" + std::to_string(keys->size()) + "]";
      violation.offset = count > keys->size() ? offset_of(list->file, first) : size_of_last_;
      all_.note(list->file, violation);
    }
    for (std::uint64_t k = 0; k < std::min<std::uint64_t>(count, keys->size()); ++k)
      check_each(entry, *element_at(*list, k), (*keys)[k].element);
  }

  // Keys in their order; each name once.
  std::optional<std::vector<FactKey>> find_keys(const DatasetEntry& entry) {
    if (!entry.keys) return std::nullopt;
    auto keys = keys_of(scope_, form_.keys[*entry.keys]);
    if (!keys) return keys;
    std::set<std::string> seen;
    std::vector<FactKey> unique;
    for (FactKey& key : *keys) {
      if (seen.insert(key.name).second) {
        unique.push_back(std::move(key));
        continue;
      }
      Violation violation;
      violation.rule = Rule::duplicate_name;
      violation.message = "'" + key.name + "' occurs twice";
      note_at(key.here, violation);
    }
    return unique;
  }

  // ---- rules ----

  void check_each(const DatasetEntry& entry, const FoundFact& element,
                  const std::optional<FoundFact>& key) {
    if (entry.each.empty()) return;
    scope_.element = element;
    scope_.key = key;
    for (const FileRule& rule : entry.each) check(rule);
    scope_.element.reset();
    scope_.key.reset();
  }
  void check(const FileRule& rule) {
    if (holds(scope_, rule.condition).value_or(true)) return;
    Violation violation;
    violation.rule = rule.rule;
    violation.level = rule.level;
    violation.name = rule.name;
    violation.message = rule.message;
    FoundFact at;
    if (rule.at)
      at = fact_at(*rule.at);
    else if (scope_.element)
      at = *scope_.element;
    note_at(at, violation);
  }
  // Also of what is no member of a value: then what holds it is looked for.
  [[nodiscard]] FoundFact fact_at(const FileExpression& at) const {
    FoundFact here;
    std::size_t found = at.base == FileBase::entry ? 1 : 0;
    for (std::size_t n = at.steps.size() + 1; n-- > found;) {
      FileExpression path = at;
      path.steps.resize(n);
      auto there = find_fact(scope_, path);
      if (!there) continue;
      here = *std::move(there);
      found = n;
      break;
    }
    for (std::size_t i = found; i < at.steps.size(); ++i) {
      append_path(here.path, at.steps[i].member);
      if (at.steps[i].index) here.path += "[" + std::to_string(*at.steps[i].index) + "]";
    }
    return here;
  }

  // ---- files ----

  // None if it can't be opened, none inside if it is broken.
  std::optional<std::optional<FileFact>> read_file(std::size_t i, const std::string& name,
                                                   const std::string& path) {
    Result<CheckedFile> checked = all_.files.check(form_.entries[i], folder_, name, full(name));
    if (!checked) {
      Violation violation = checked.error();
      violation.path = path;
      all_.note(full(name), violation);
      return std::nullopt;
    }
    for (const Violation& violation : checked->violations) all_.note(full(name), violation);
    if (checked->dropped != 0) all_.note_dropped(checked->dropped, checked->worst_dropped);
    open_.entries[i].files.push_back(full(name));
    size_of_last_ = checked->size;
    return std::move(checked->fact);
  }
  [[nodiscard]] bool is_there(const std::string& name) const {
    return std::binary_search(names_.begin(), names_.end(), name);
  }
  static std::string element_path(const DatasetEntry& entry, std::uint64_t index) {
    return std::string(entry.name) + "[" + std::to_string(index) + "]";
  }

  void note_missing(const DatasetEntry& entry, const std::string& name, const std::string& path) {
    Violation violation;
    violation.rule = Rule::missing_file;
    violation.path = path;
    violation.message = "there is no '" + name + "'";
    for (std::size_t n = 1; n < entry.names.size(); ++n)
      violation.message += ", nor '" + entry.names[n].text() + "'";
    all_.note(full(name), violation);
  }
  void note_at(const FoundFact& here, Violation violation) {
    violation.path = here.path;
    if (!here.file.empty()) violation.offset = offset_of(here.file, here.path);
    all_.note(here.file, violation);
  }

  // Nobody looks it up for a violation that is no longer reported.
  [[nodiscard]] std::uint64_t offset_of(const std::string& file, const std::string& path) const {
    return all_.is_full() ? 0 : all_.files.place_of(file, path);
  }

  DatasetReading& all_;
  const DatasetForm& form_;
  const DatasetFolder& folder_;
  std::uint32_t depth_;
  OpenDirectory& open_;
  std::vector<std::string> names_;
  std::optional<std::string> stem_;  // what '*' stands for
  std::uint64_t size_of_last_ = 0;   // of the file that was read last
  FactScope scope_;
};

}  // namespace detail

/// Reads a dataset into `whole`, a directory that was begun with one of the forms. Its violations,
/// of its files and across them: as many as `Limits::violations` allows, of each file and of all.
/// If there are more, a last one without a file says how many, of the level of the worst of them.
[[nodiscard]] inline std::vector<FileViolation> read_dataset(DatasetFiles& files,
                                                             const DatasetFolder& folder,
                                                             const DatasetForms& forms,
                                                             OpenDirectory& whole) {
  detail::DatasetReading reading{files, forms, folder.limits()};
  detail::DirectoryReader(reading, folder, 0, whole).read();
  reading.tell_dropped();
  return std::move(reading.out);
}

}  // namespace schemac::impl
