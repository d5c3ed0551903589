// Reads a directory: its files one by one, then what holds across them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "direct/files/directory.h"
#include "direct/files/file_names.h"
#include "direct/pieces/file_values.h"
#include "direct/pieces/joined_array.h"
#include "direct/text/row_path.h"
#include "schemac/base/counted.h"

namespace schemac::direct {
namespace {

using model::FileName;
using Names = std::vector<std::string>;

// What all directories of a dataset are read with and into.
struct DirectoryReading {
  const plan::Plan& plan;
  const Limits& limits;
  DecodedDirectory& out;
  std::uint64_t errors = 0;  // violations of that level

  void note(const std::string& file, const Violation& violation) {
    if (violation.level == Level::error) ++errors;
    if (out.violations.size() < limits.violations) out.violations.push_back({file, violation});
  }
  // In a file, by its name below the dataset; not beside violations that are told no more.
  [[nodiscard]] std::uint64_t place_in(const std::string& file, const std::string& path) const {
    if (out.violations.size() >= limits.violations) return 0;
    for (const DirectoryFile& each : out.files) {
      if (each.name != file) continue;
      Folding around;
      around.path = path;
      around.elements = 1;
      return place_among(explain(*each.form, around).rows, path, 0);
    }
    return 0;
  }
};

// Reads the files of one directory; those of directories in it are appended to the same result.
class DirectoryReader {
 public:
  // `open` says which directory it is, its prefix and its parameters; the rest is found.
  DirectoryReader(DirectoryReading& reading, const impl::Folder& folder, std::uint32_t depth,
                  OpenDirectory& open)
      : all_(reading), form_(open.directory->form), folder_(folder), depth_(depth), open_(open) {}

  // Into a value that stays where it is.
  void read(Value& out) {
    if (auto names = folder_.names(most_files))
      names_ = *std::move(names);
    else
      all_.note(open_.prefix, names.error());
    const std::uint64_t errors_before = all_.errors;
    scope_.plan = &all_.plan;
    scope_.in = &open_;
    open_.entries.resize(form_.entries.size());
    open_.files.resize(form_.entries.size());
    open_.inner.resize(form_.entries.size());
    members_ = &out.kind.emplace<Members>();
    // Values stay where they are once others point to them.
    members_->given.reserve(form_.entries.size() + open_.directory->arrays.size());
    for (const model::DirectoryEntry& entry : form_.entries)
      members_->given.push_back({entry.name, Value{Absent{}}});
    const auto own_case = case_of(scope_);
    for (std::size_t i = 0; i < form_.entries.size(); ++i)
      if (form_.entries[i].when.empty() || form_.entries[i].when == own_case) read_entry(i);
    // What follows from files that can't be read isn't told, too.
    if (all_.errors != errors_before) return;
    for (const model::FileRule& rule : form_.rules) check(rule);
    add_arrays();
  }

 private:
  void add_arrays() {
    for (const model::JoinedArray& array : open_.directory->arrays) {
      auto joined = join_files(scope_, array);
      if (!joined) continue;
      all_.out.arrays.push_back({open_.prefix + array.name, *joined});
      members_->given.push_back({array.name, Value{*std::move(joined)}});
      mark_joined(array.join.steps.front().member);
    }
  }
  // Files whose content is told as a part of an array.
  void mark_joined(const std::string& entry) {
    for (std::size_t i = 0; i < form_.entries.size(); ++i) {
      if (form_.entries[i].name != entry) continue;
      for (DirectoryFile& file : all_.out.files)
        file.is_joined |= std::ranges::find(open_.files[i], file.name) != open_.files[i].end();
    }
  }

  [[nodiscard]] Value& value(std::size_t i) { return members_->given[i].value; }
  [[nodiscard]] std::string full(const std::string& name) const { return open_.prefix + name; }

  void read_entry(std::size_t i) {
    const model::DirectoryEntry& entry = form_.entries[i];
    if (entry.instead && has(*entry.instead)) return;
    if (entry.is_numbered())
      read_numbered(i);
    else if (entry.is_keyed())
      read_keyed(i);
    else
      read_one(i);
  }

  // Of a list: any of its files or directories.
  [[nodiscard]] bool has(std::size_t i) {
    if (!form_.entries[i].is_list()) return !value(i).is_absent();
    const auto is_named = [](const std::string& name) { return !name.empty(); };
    return !open_.inner[i].empty() || std::ranges::any_of(open_.files[i], is_named);
  }

  void read_one(std::size_t i) {
    const model::DirectoryEntry& entry = form_.entries[i];
    const auto name = find_name(entry);
    if (!name) {
      if (!entry.is_optional) note_missing(entry, entry.names.front().text(), entry.name);
      return;
    }
    if (*name != entry.names.front().text()) keep_name(entry.name, *name);
    if (entry.directory) {
      read_folder(i, *name, std::nullopt, entry.name, value(i));
      return;
    }
    auto read = read_file(i, *name, entry.name);
    if (!read) return;
    value(i) = *std::move(read);
    if (is_broken(full(*name))) return;  // so nothing is said of what it holds
    open_.entries[i] = typed(i);
    open_.entries[i]->file = full(*name);
    if (!entry.elements.empty()) return check_elements(i);
    check_each(entry, *open_.entries[i], std::nullopt);
  }

  // The first of its names that is there. A '*' stands for the same text as before.
  std::optional<std::string> find_name(const model::DirectoryEntry& entry) {
    for (const FileName& form : entry.names) {
      if (form.kind == FileName::Kind::fixed) {
        if (is_there(form.before)) return form.before;
        continue;
      }
      std::optional<std::string> found;
      for (const std::string& name : names_) {
        const auto middle = middle_of(form, name);
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
      if (!stem_) stem_ = middle_of(form, *found);
      return found;
    }
    return std::nullopt;
  }

  // One that can't be opened stays absent.
  void read_folder(std::size_t i, const std::string& name, const std::optional<TypedValue>& key,
                   const std::string& path, Value& out) {
    const model::DirectoryEntry& entry = form_.entries[i];
    auto inner_folder = folder_.open_folder(name);
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
    all_.out.folders.push_back(full(name));
    auto inner = std::make_unique<OpenDirectory>();
    inner->directory = &all_.plan.directories[*entry.directory];
    inner->prefix = full(name) + "/";
    scope_.key = key;
    for (const model::FileExpression& argument : entry.arguments) {
      auto passed = find_value(scope_, argument);
      if (!passed) break;
      inner->parameters.push_back(*std::move(passed));
    }
    scope_.key.reset();
    open_.inner[i].push_back(std::move(inner));
    DirectoryReader(all_, *inner_folder, depth_ + 1, *open_.inner[i].back()).read(out);
  }

  void read_numbered(std::size_t i) {
    const model::DirectoryEntry& entry = form_.entries[i];
    const FileName& form = entry.names.front();
    std::set<std::uint64_t> numbers;
    for (const std::string& name : names_)
      if (const auto middle = middle_of(form, name))
        if (const auto number = number_in(*middle); number && *number >= entry.first)
          numbers.insert(*number);
    Elements elements;
    std::uint64_t next = entry.first;
    for (const std::uint64_t number : numbers) {
      if (number != next)
        note_missing(entry, form.with(std::to_string(next)),
                     element_path(entry, next - entry.first));
      next = number + 1;
      const std::string path = element_path(entry, number - entry.first);
      if (auto read = read_file(i, form.with(std::to_string(number)), path))
        elements.values.push_back(*std::move(read));
    }
    if (numbers.empty() && !entry.is_optional)
      note_missing(entry, form.with(std::to_string(entry.first)), entry.name);
    keep_list(i, std::move(elements), {});
  }

  void read_keyed(std::size_t i) {
    const model::DirectoryEntry& entry = form_.entries[i];
    const auto keys = find_keys(entry);
    if (!keys) return;
    Elements elements;
    std::vector<FileKey> read;
    elements.values.reserve(keys->size());  // where directories are read to, they stay
    for (std::size_t k = 0; k < keys->size(); ++k) {
      const FileKey& key = (*keys)[k];
      const std::string name = entry.names.front().with(key.name);
      if (!impl::is_file_name(name)) {
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
          continue;
        }
        elements.values.push_back(Value{Absent{}});  // in the place of its key
        read.push_back(key);
        if (!entry.directory) open_.files[i].emplace_back();
        continue;
      }
      if (entry.directory) {
        elements.values.emplace_back();
        read_folder(i, name, key.element, path, elements.values.back());
        if (elements.values.back().is_absent()) elements.values.pop_back();
      } else if (auto made = read_file(i, name, path)) {
        elements.values.push_back(*std::move(made));
        read.push_back(key);
      }
    }
    if (!entry.directory) return keep_list(i, std::move(elements), read);
    value(i).kind = std::move(elements);
  }

  void keep_list(std::size_t i, Elements elements, const std::vector<FileKey>& keys) {
    value(i).kind = std::move(elements);
    open_.entries[i] = typed(i);
    open_.entries[i]->files = &open_.files[i];
    for (std::uint64_t k = 0; k < element_count(value(i)); ++k)
      if (!is_broken(open_.files[i][k]) && !open_.files[i][k].empty())
        check_each(form_.entries[i], *element_at(*open_.entries[i], k),
                   k < keys.size() ? std::optional(keys[k].element) : std::nullopt);
  }

  // The list of a file that has an element for each key.
  void check_elements(std::size_t i) {
    const model::DirectoryEntry& entry = form_.entries[i];
    model::FileExpression path;
    path.op = model::FileOp::path;
    path.steps = {{entry.name, std::nullopt}, {entry.elements, std::nullopt}};
    const auto list = find_value(scope_, path);
    if (!list || !entry.keys) return;
    const auto keys = find_keys(entry);
    if (!keys) return;
    const std::uint64_t count = element_count(*list->value);
    if (count != keys->size()) {
      Violation violation;
      violation.rule = Rule::bad_count;
      violation.path = entry.elements;
      violation.message = impl::counted(count, "elements") + ", but there are " +
                          std::to_string(keys->size()) + " of '" + form_.keys[*entry.keys].name +
                          "'";
      const std::string first = entry.elements + "[" + std::to_string(keys->size()) + "]";
      violation.offset =
          count > keys->size() ? all_.place_in(list->file, first) : size_of(list->file);
      all_.note(list->file, violation);
    }
    for (std::uint64_t k = 0; k < std::min<std::uint64_t>(count, keys->size()); ++k)
      check_each(entry, *element_at(*list, k), (*keys)[k].element);
  }

  // Keys in their order; each name once.
  std::optional<std::vector<FileKey>> find_keys(const model::DirectoryEntry& entry) {
    if (!entry.keys) return std::nullopt;
    auto keys = keys_of(scope_, form_.keys[*entry.keys]);
    if (!keys) return keys;
    std::set<std::string> seen;
    std::vector<FileKey> unique;
    for (FileKey& key : *keys) {
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

  void check_each(const model::DirectoryEntry& entry, const TypedValue& element,
                  const std::optional<TypedValue>& key) {
    if (entry.each.empty()) return;
    scope_.element = element;
    scope_.key = key;
    for (const model::FileRule& rule : entry.each) check(rule);
    scope_.element.reset();
    scope_.key.reset();
  }
  void check(const model::FileRule& rule) {
    if (holds(scope_, rule.condition).value_or(true)) return;
    Violation violation;
    violation.rule = rule.rule;
    violation.level = rule.level;
    violation.name = rule.name;
    violation.message = rule.message;
    TypedValue at;
    if (rule.at)
      at = place_of(*rule.at);
    else if (scope_.element)
      at = *scope_.element;
    note_at(at, violation);
  }
  // Also of what is no member of a value: then what holds it is looked for.
  [[nodiscard]] TypedValue place_of(const model::FileExpression& at) const {
    TypedValue place;
    std::size_t found = at.base == model::FileBase::entry ? 1 : 0;
    for (std::size_t n = at.steps.size() + 1; n-- > found;) {
      model::FileExpression path = at;
      path.steps.resize(n);
      auto there = find_value(scope_, path);
      if (!there) continue;
      place = *std::move(there);
      found = n;
      break;
    }
    for (std::size_t i = found; i < at.steps.size(); ++i) {
      impl::append_path(place.path, at.steps[i].member);
      if (at.steps[i].index) place.path += "[" + std::to_string(*at.steps[i].index) + "]";
    }
    return place;
  }

  // ---- files ----

  std::optional<Value> read_file(std::size_t i, const std::string& name, const std::string& path) {
    Result<Source> opened = folder_.open_file(name);
    if (!opened) {
      Violation violation = opened.error();
      violation.path = path;
      all_.note(full(name), violation);
      return std::nullopt;
    }
    DirectoryFile file;
    file.name = full(name);
    file.source = std::make_shared<const Source>(*std::move(opened));
    file.form = std::make_unique<const FileForm>(all_.plan, *open_.directory->contents[i],
                                                 file.source->bytes(), all_.limits);
    Decoded decoded = decode(*file.form, Reading::keep_going);
    for (const Violation& violation : decoded.report.violations()) {
      if (violation.level == Level::error) broken_.insert(file.name);
      all_.note(file.name, violation);
    }
    open_.files[i].push_back(file.name);
    all_.out.files.push_back(std::move(file));
    return std::move(decoded.values);
  }
  [[nodiscard]] std::uint64_t size_of(const std::string& file) const {
    for (const DirectoryFile& each : all_.out.files)
      if (each.name == file) return each.source->bytes().size();
    return 0;
  }
  // By its name below the whole dataset.
  [[nodiscard]] bool is_broken(const std::string& file) const { return broken_.contains(file); }
  [[nodiscard]] bool is_there(const std::string& name) const {
    return std::binary_search(names_.begin(), names_.end(), name);
  }
  TypedValue typed(std::size_t i) {
    TypedValue typed;
    typed.value = &value(i);
    typed.record = &all_.plan.records[open_.directory->contents[i]->record];
    return typed;
  }
  static std::string element_path(const model::DirectoryEntry& entry, std::uint64_t index) {
    return entry.name + "[" + std::to_string(index) + "]";
  }
  void keep_name(const std::string& entry, const std::string& name) {
    auto owner = std::make_shared<const std::string>(name);
    const Bytes bytes(impl::bytes_of(*owner), owner->size());
    members_->choices.push_back({entry, Value{Characters{{bytes, owner}}}});
  }

  void note_missing(const model::DirectoryEntry& entry, const std::string& name,
                    const std::string& path) {
    Violation violation;
    violation.rule = Rule::missing_file;
    violation.path = path;
    violation.message = "there is no '" + name + "'";
    for (std::size_t n = 1; n < entry.names.size(); ++n)
      violation.message += ", nor '" + entry.names[n].text() + "'";
    all_.note(full(name), violation);
  }
  void note_at(const TypedValue& place, Violation violation) {
    violation.path = place.path;
    if (!place.file.empty()) violation.offset = all_.place_in(place.file, place.path);
    all_.note(place.file, violation);
  }

  DirectoryReading& all_;
  const model::Directory& form_;
  const impl::Folder& folder_;
  std::uint32_t depth_;
  OpenDirectory& open_;
  Names names_;
  std::optional<std::string> stem_;  // what '*' stands for
  std::set<std::string> broken_;     // files of it that aren't safe to read
  Members* members_ = nullptr;
  FileScope scope_;
};

}  // namespace

DecodedDirectory decode_directory(const DirectoryCandidate& candidate, const impl::Folder& folder,
                                  const Limits& limits) {
  DecodedDirectory decoded;
  OpenDirectory whole;
  whole.directory = candidate.directory;
  DirectoryReading reading{*candidate.plan, limits, decoded};
  DirectoryReader(reading, folder, 0, whole).read(decoded.values);
  return decoded;
}

}  // namespace schemac::direct
