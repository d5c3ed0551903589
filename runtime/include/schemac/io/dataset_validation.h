// Checks a directory: its files one by one, then what holds across them. In the order, and with the
// words, of the tools; but a violation across files is at byte 0, its path says where it is.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "schemac/base/counted.h"
#include "schemac/io/dataset_form.h"
#include "schemac/io/dataset_values.h"

namespace schemac::impl {

namespace detail {

// What all directories of a dataset are read with and into.
struct DatasetReading {
  const AskedMembers& asked;
  const Limits& limits;
  std::vector<FileViolation> out = {};
  std::uint64_t errors = 0;  // violations of that level; of those dropped at once one
  std::uint64_t dropped = 0;
  Level worst_dropped = Level::warn;

  void note(const std::string& file, const Violation& violation) {
    if (out.size() >= limits.violations) return note_dropped(1, violation.level);
    if (violation.level == Level::error) ++errors;
    out.push_back({file, violation});
  }
  void note_dropped(std::uint64_t count, Level worst) {
    if (worst == Level::error) ++errors;
    dropped += count;
    worst_dropped = std::min(worst_dropped, worst);
  }
  // That some were dropped is told by a violation of its own, of the level of the worst of them.
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
    const std::size_t count = form_.entries.size();
    scope_.in = &open_;
    open_.entries.resize(count);
    open_.facts.resize(count);
    open_.files.resize(count);
    open_.inner.resize(count);
    is_there_.resize(count);
    const auto own_case = case_of(scope_);
    for (std::size_t i = 0; i < count; ++i)
      if (form_.entries[i].when.empty() || form_.entries[i].when == own_case) read_entry(i);
    // What follows from files that can't be read isn't told, too.
    if (all_.errors != errors_before) return;
    for (const FileRule& rule : form_.rules) check(rule);
  }

 private:
  [[nodiscard]] std::string full(const std::string& name) const { return open_.prefix + name; }

  void read_entry(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    if (entry.instead && is_there_[*entry.instead]) return;
    const FileForm::Kind kind = entry.names.front().kind;
    if (kind == FileForm::Kind::numbered)
      read_numbered(i);
    else if (kind == FileForm::Kind::keyed)
      read_keyed(i);
    else
      read_one(i);
  }

  void read_one(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const auto name = find_name(entry);
    if (!name) {
      if (!entry.is_optional)
        note_missing(entry, text_of(entry.names.front()), std::string(entry.name));
      return;
    }
    if (entry.inner != nullptr) {
      read_folder(i, *name, std::nullopt, std::string(entry.name));
      return;
    }
    auto fact = read_file(i, *name, std::string(entry.name));
    if (!fact) return;
    is_there_[i] = true;
    if (!*fact) return;  // it is broken
    open_.facts[i] = **std::move(fact);
    open_.entries[i] = FactPlace{&open_.facts[i], "", full(*name), nullptr};
    if (!entry.elements.empty()) return check_elements(i);
    check_each(entry, *open_.entries[i], std::nullopt);
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

  void read_folder(std::size_t i, const std::string& name, const std::optional<FactPlace>& key,
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
    is_there_[i] = true;
    auto inner = std::make_unique<OpenDirectory>();
    inner->form = &entry.inner();
    inner->prefix = full(name) + "/";
    scope_.key = key;
    for (const FileExpression& argument : entry.arguments) {
      auto passed = find_place(scope_, argument);
      if (!passed) break;
      inner->parameters.push_back(*std::move(passed));
    }
    scope_.key.reset();
    open_.inner[i].push_back(std::move(inner));
    DirectoryReader(all_, *inner_folder, depth_ + 1, *open_.inner[i].back()).read();
  }

  void read_numbered(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const FileForm& form = entry.names.front();
    std::set<std::uint64_t> numbers;
    for (const std::string& name : names_) {
      if (!form.names_part(name)) continue;
      const std::string middle = *form.middle_of(name);
      std::uint64_t number = 0;
      (void)std::from_chars(middle.data(), middle.data() + middle.size(), number);
      if (number >= entry.first) numbers.insert(number);
    }
    std::vector<FileFact> parts;
    std::uint64_t next = entry.first;
    for (const std::uint64_t number : numbers) {
      if (number != next)
        note_missing(entry, name_with(form, std::to_string(next)),
                     element_path(entry, next - entry.first));
      next = number + 1;
      const std::string path = element_path(entry, number - entry.first);
      if (auto fact = read_file(i, name_with(form, std::to_string(number)), path))
        parts.push_back(std::move(*fact).value_or(FileFact()));
    }
    if (numbers.empty() && !entry.is_optional)
      note_missing(entry, name_with(form, std::to_string(entry.first)), std::string(entry.name));
    keep_list(i, std::move(parts), {});
  }

  void read_keyed(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const auto keys = find_keys(entry);
    if (!keys) return;
    std::vector<FileFact> parts;
    std::vector<FactKey> read;
    for (std::size_t k = 0; k < keys->size(); ++k) {
      const FactKey& key = (*keys)[k];
      const std::string name = name_with(entry.names.front(), key.name);
      if (!is_file_name(name)) {
        Violation violation;
        violation.rule = Rule::out_of_bounds;
        violation.message = "'" + name + "' is not a name of a file in this directory";
        note_at(key.place, violation);
        continue;
      }
      const std::string path = element_path(entry, k);
      if (!is_there(name)) {
        if (!entry.is_optional) {
          note_missing(entry, name, path);
        } else if (entry.inner == nullptr) {
          parts.push_back(FileFact::of(FileFact::Kind::absent));  // in the place of its key
          read.push_back(key);
          open_.files[i].emplace_back();
        }
        continue;
      }
      if (entry.inner != nullptr) {
        read_folder(i, name, key.element, path);
      } else if (auto fact = read_file(i, name, path)) {
        parts.push_back(std::move(*fact).value_or(FileFact()));
        read.push_back(key);
      }
    }
    if (entry.inner != nullptr)
      is_there_[i] = !open_.inner[i].empty();
    else
      keep_list(i, std::move(parts), read);
  }

  void keep_list(std::size_t i, std::vector<FileFact> parts, const std::vector<FactKey>& keys) {
    const auto is_named = [](const std::string& file) { return !file.empty(); };
    is_there_[i] = std::any_of(open_.files[i].begin(), open_.files[i].end(), is_named);
    open_.facts[i] = FileFact::of(FileFact::Kind::elements);
    open_.facts[i].parts = std::move(parts);
    open_.entries[i] = FactPlace{&open_.facts[i], "", "", &open_.files[i]};
    for (std::uint64_t k = 0; k < open_.facts[i].parts.size(); ++k)
      if (open_.facts[i].parts[k].kind == FileFact::Kind::members)
        check_each(form_.entries[i], *element_at(*open_.entries[i], k),
                   k < keys.size() ? std::optional(keys[k].element) : std::nullopt);
  }

  // The list of a file that has an element for each key.
  void check_elements(std::size_t i) {
    const DatasetEntry& entry = form_.entries[i];
    const auto list = member_of(*open_.entries[i], entry.elements);
    if (!list || !entry.keys) return;
    const auto keys = find_keys(entry);
    if (!keys) return;
    const std::uint64_t count = list->fact->parts.size();
    if (count != keys->size()) {
      Violation violation;
      violation.rule = Rule::bad_count;
      violation.path = entry.elements;
      violation.message = counted(count, "elements") + ", but there are " +
                          std::to_string(keys->size()) + " of '" +
                          std::string(form_.keys[*entry.keys].name) + "'";
      if (count < keys->size()) violation.offset = size_of_last_;
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
      note_at(key.place, violation);
    }
    return unique;
  }

  // ---- rules ----

  void check_each(const DatasetEntry& entry, const FactPlace& element,
                  const std::optional<FactPlace>& key) {
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
    FactPlace at;
    if (rule.at)
      at = place_of(*rule.at);
    else if (scope_.element)
      at = *scope_.element;
    note_at(at, violation);
  }
  // Also of what is no member of a value: then what holds it is looked for.
  [[nodiscard]] FactPlace place_of(const FileExpression& at) const {
    FactPlace place;
    std::size_t found = at.base == FileBase::entry ? 1 : 0;
    for (std::size_t n = at.steps.size() + 1; n-- > found;) {
      FileExpression path = at;
      path.steps.resize(n);
      auto there = find_place(scope_, path);
      if (!there) continue;
      place = *std::move(there);
      found = n;
      break;
    }
    for (std::size_t i = found; i < at.steps.size(); ++i) {
      append_path(place.path, at.steps[i].member);
      if (at.steps[i].index) place.path += "[" + std::to_string(*at.steps[i].index) + "]";
    }
    return place;
  }

  // ---- files ----

  // None if it can't be opened, none inside if it is broken.
  std::optional<std::optional<FileFact>> read_file(std::size_t i, const std::string& name,
                                                   const std::string& path) {
    Result<CheckedFile> checked = form_.entries[i].check(folder_, name, all_.asked);
    if (!checked) {
      Violation violation = checked.error();
      violation.path = path;
      all_.note(full(name), violation);
      return std::nullopt;
    }
    for (const Violation& violation : checked->violations) all_.note(full(name), violation);
    if (checked->dropped != 0) all_.note_dropped(checked->dropped, checked->worst_dropped);
    open_.files[i].push_back(full(name));
    size_of_last_ = checked->size;
    return std::move(checked->fact);
  }
  [[nodiscard]] bool is_there(const std::string& name) const {
    return std::binary_search(names_.begin(), names_.end(), name);
  }
  static std::string name_with(const FileForm& form, const std::string& middle) {
    return std::string(form.before) + middle + std::string(form.after);
  }
  // As the schema says it.
  static std::string text_of(const FileForm& form) {
    constexpr const char* placeholders[] = {"", "*", "{_index}", "{_key}"};
    return name_with(form, placeholders[static_cast<std::size_t>(form.kind)]);
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
      violation.message += ", nor '" + text_of(entry.names[n]) + "'";
    all_.note(full(name), violation);
  }
  void note_at(const FactPlace& place, Violation violation) {
    violation.path = place.path;
    all_.note(place.file, violation);
  }

  DatasetReading& all_;
  const DatasetForm& form_;
  const DatasetFolder& folder_;
  std::uint32_t depth_;
  OpenDirectory& open_;
  std::vector<std::string> names_;
  std::vector<bool> is_there_;       // of entries
  std::optional<std::string> stem_;  // what '*' stands for
  std::uint64_t size_of_last_ = 0;   // of the file that was read last
  FactScope scope_;
};

}  // namespace detail

/// Violations of a directory, of its files and across them: as many as `Limits::violations` allows,
/// of each file and of all. If there are more, a last one without a file tells how many, of the
/// level of the worst of them.
[[nodiscard]] inline std::vector<FileViolation> validate_dataset(const DatasetFolder& folder,
                                                                 const DatasetForm& form,
                                                                 const AskedMembers& asked) {
  detail::DatasetReading reading{asked, folder.limits()};
  detail::OpenDirectory whole;
  whole.form = &form;
  detail::DirectoryReader(reading, folder, 0, whole).read();
  reading.tell_dropped();
  return std::move(reading.out);
}

}  // namespace schemac::impl
