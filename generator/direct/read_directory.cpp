// Reads a directory: its files one by one, then what holds across them.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "direct/directory.h"
#include "direct/file_names.h"
#include "direct/file_values.h"
#include "direct/row_path.h"

namespace schemac::direct {
namespace {

using model::FileName;
using Names = std::vector<std::string>;

// Reads the files of one directory; those of directories in it are appended to the same result.
class DirectoryReader {
 public:
  DirectoryReader(const plan::Plan& plan, const plan::Directory& directory, const Folder& folder,
                  std::string prefix, const Limits& limits, DecodedDirectory& out)
      : plan_(plan),
        directory_(directory),
        folder_(folder),
        prefix_(std::move(prefix)),
        limits_(limits),
        out_(out) {}

  Value read() {
    if (auto names = folder_.names(most_files))
      names_ = *std::move(names);
    else
      note("", names.error());
    const auto& entries = directory_.form.entries;
    scope_.plan = &plan_;
    scope_.directory = &directory_;
    scope_.entries.resize(entries.size());
    values_.resize(entries.size());
    files_.resize(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) read_entry(i);
    for (const model::FileRule& rule : directory_.form.rules) check(rule, "", "");
    return take();
  }

 private:
  void read_entry(std::size_t i) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    values_[i].kind = Absent{};
    if (entry.instead && !values_[*entry.instead].is_absent()) return;
    if (entry.is_numbered())
      read_numbered(i);
    else if (entry.is_keyed())
      read_keyed(i);
    else
      read_one(i);
  }

  void read_one(std::size_t i) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    const auto name = find_name(entry);
    if (!name) {
      if (!entry.is_optional) note_missing(entry, entry.names.front().text(), entry.name);
      return;
    }
    if (*name != entry.names.front().text()) chosen_.emplace_back(entry.name, *name);
    if (entry.directory) return read_folder(i, *name);
    auto value = read_file(i, *name);
    if (!value) return;
    values_[i] = *std::move(value);
    scope_.entries[i] = typed(i, values_[i]);
    if (!entry.elements.empty()) return check_elements(i, *name);
    check_each(entry, *scope_.entries[i], *name, std::nullopt);
  }

  // The first of its names that is there. A '*' stands for the same text as before.
  std::optional<std::string> find_name(const model::DirectoryEntry& entry) {
    for (const FileName& form : entry.names) {
      if (form.kind == FileName::Kind::fixed) {
        if (std::binary_search(names_.begin(), names_.end(), form.before)) return form.before;
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
          note("", violation);
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

  void read_folder(std::size_t i, const std::string& name) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    const auto inner = folder_.open_folder(name);
    if (!inner) {
      Violation violation = inner.error();
      violation.path = entry.name;
      return note(prefix_ + name, violation);
    }
    values_[i] = DirectoryReader(plan_, plan_.directories[*entry.directory], *inner,
                                 prefix_ + name + "/", limits_, out_)
                     .read();
  }

  void read_numbered(std::size_t i) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    const FileName& form = entry.names.front();
    std::set<std::uint64_t> numbers;
    for (const std::string& name : names_)
      if (const auto middle = middle_of(form, name))
        if (const auto number = number_in(*middle)) numbers.insert(*number);
    Elements elements;
    std::uint64_t next = entry.first;
    for (const std::uint64_t number : numbers) {
      if (number < entry.first) continue;
      if (number != next)
        note_missing(entry, form.with(std::to_string(next)),
                     element_path(entry, next - entry.first));
      next = number + 1;
      const std::string name = form.with(std::to_string(number));
      if (auto value = read_file(i, name)) elements.values.push_back(*std::move(value));
    }
    if (numbers.empty() && !entry.is_optional)
      note_missing(entry, form.with(std::to_string(entry.first)), entry.name);
    keep_list(i, std::move(elements), {});
  }

  void read_keyed(std::size_t i) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    const auto keys = find_keys(entry);
    if (!keys) return;
    Elements elements;
    std::vector<FileKey> read;
    for (const FileKey& key : *keys) {
      const std::string name = entry.names.front().with(key.name);
      if (!is_file_name(name)) {
        Violation violation;
        violation.rule = Rule::out_of_bounds;
        violation.message = "'" + name + "' is no name of a file in this directory";
        note_at(entry, key, violation);
        continue;
      }
      if (!std::binary_search(names_.begin(), names_.end(), name)) {
        if (!entry.is_optional) note_missing(entry, name, element_path(entry, read.size()));
        continue;
      }
      if (auto value = read_file(i, name)) {
        elements.values.push_back(*std::move(value));
        read.push_back(key);
      }
    }
    keep_list(i, std::move(elements), read);
  }

  void keep_list(std::size_t i, Elements elements, const std::vector<FileKey>& keys) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    values_[i].kind = std::move(elements);
    scope_.entries[i] = typed(i, values_[i]);
    for (std::uint64_t k = 0; k < element_count(values_[i]); ++k)
      check_each(entry, *element_at(*scope_.entries[i], k), files_[i][k],
                 k < keys.size() ? std::optional(keys[k].element) : std::nullopt);
  }

  // The list of a file that has an element for each key.
  void check_elements(std::size_t i, const std::string& name) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
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
      violation.message = std::to_string(count) + " elements, but there are " +
                          std::to_string(keys->size()) + " of '" +
                          directory_.form.keys[*entry.keys].name + "'";
      const DirectoryFile* file = file_named(name);
      const std::string first = entry.elements + "[" + std::to_string(keys->size()) + "]";
      violation.offset =
          count > keys->size() ? place_in(name, first) : file->source->bytes().size();
      note(prefix_ + name, violation);
    }
    for (std::uint64_t k = 0; k < std::min<std::uint64_t>(count, keys->size()); ++k)
      check_each(entry, *element_at(*list, k), name, (*keys)[k].element);
  }

  // Keys in their order; each name once.
  std::optional<std::vector<FileKey>> find_keys(const model::DirectoryEntry& entry) {
    if (!entry.keys) return std::nullopt;
    auto keys = keys_of(scope_, directory_.form.keys[*entry.keys]);
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
      note_at(entry, key, violation);
    }
    return unique;
  }

  // ---- rules ----

  void check_each(const model::DirectoryEntry& entry, const TypedValue& element,
                  const std::string& file, const std::optional<TypedValue>& key) {
    if (entry.each.empty()) return;
    scope_.element = element;
    scope_.key = key;
    key_file_ = key_file(entry);
    for (const model::FileRule& rule : entry.each) check(rule, file, element.path);
    scope_.element.reset();
    scope_.key.reset();
  }
  void check(const model::FileRule& rule, const std::string& file, const std::string& element) {
    if (holds(scope_, rule.condition).value_or(true)) return;
    Violation violation;
    violation.rule = rule.rule;
    violation.level = rule.level;
    violation.name = rule.name;
    violation.message = rule.message;
    std::string at = file;
    violation.path = element;
    if (rule.at) {
      if (rule.at->base == model::FileBase::entry) at = file_of(rule.at->steps.front());
      if (rule.at->base == model::FileBase::key) at = key_file_;
      violation.path = path_of(*rule.at, element);
    }
    if (!at.empty()) violation.offset = place_in(at, violation.path);
    note(at.empty() ? "" : prefix_ + at, violation);
  }
  // In its file; also of what is no member of the value.
  [[nodiscard]] std::string path_of(const model::FileExpression& at,
                                    const std::string& element) const {
    std::string path = at.base == model::FileBase::element             ? element
                       : at.base == model::FileBase::key && scope_.key ? scope_.key->path
                                                                       : "";
    for (std::size_t i = at.base == model::FileBase::entry ? 1 : 0; i < at.steps.size(); ++i) {
      append_path(path, at.steps[i].member);
      if (at.steps[i].index) path += "[" + std::to_string(*at.steps[i].index) + "]";
    }
    return path;
  }
  // The file that an entry was read from.
  [[nodiscard]] std::string file_of(const model::FileStep& step) const {
    const auto& entries = directory_.form.entries;
    for (std::size_t i = 0; i < entries.size(); ++i)
      if (entries[i].name == step.member && step.index.value_or(0) < files_[i].size())
        return files_[i][step.index.value_or(0)];
    return "";
  }

  // ---- files ----

  std::optional<Value> read_file(std::size_t i, const std::string& name) {
    Result<Source> opened = folder_.open_file(name);
    if (!opened) {
      Violation violation = opened.error();
      violation.path = directory_.form.entries[i].name;
      note(prefix_ + name, violation);
      return std::nullopt;
    }
    DirectoryFile file;
    file.name = prefix_ + name;
    file.source = std::make_shared<const Source>(*std::move(opened));
    file.form = std::make_unique<const FileForm>(plan_, *directory_.contents[i],
                                                 file.source->bytes(), limits_);
    Decoded decoded = decode(*file.form, Reading::keep_going);
    for (const Violation& violation : decoded.report.violations()) note(file.name, violation);
    out_.files.push_back(std::move(file));
    files_[i].push_back(name);
    return std::move(decoded.values);
  }
  [[nodiscard]] const DirectoryFile* file_named(const std::string& name) const {
    for (const DirectoryFile& file : out_.files)
      if (file.name == prefix_ + name) return &file;
    return nullptr;
  }
  [[nodiscard]] std::uint64_t place_in(const std::string& name, const std::string& path) const {
    const DirectoryFile* file = file_named(name);
    if (file == nullptr) return 0;
    Folding around;
    around.path = path;
    around.elements = 1;
    return place_among(explain(*file->form, around).rows, path, 0);
  }

  TypedValue typed(std::size_t i, const Value& value) const {
    return {&value, &plan_.records[directory_.contents[i]->record], nullptr, ""};
  }
  static std::string element_path(const model::DirectoryEntry& entry, std::uint64_t index) {
    return entry.name + "[" + std::to_string(index) + "]";
  }

  void note_missing(const model::DirectoryEntry& entry, const std::string& name,
                    const std::string& path) {
    Violation violation;
    violation.rule = Rule::missing_file;
    violation.path = path;
    violation.message = "there is no '" + name + "'";
    for (std::size_t n = 1; n < entry.names.size(); ++n)
      violation.message += ", nor '" + entry.names[n].text() + "'";
    note(prefix_ + name, violation);
  }
  // At the text that a key is.
  void note_at(const model::DirectoryEntry& entry, const FileKey& key, Violation violation) {
    const std::string file = key_file(entry);
    violation.path = key.path;
    violation.offset = place_in(file, key.path);
    note(prefix_ + file, violation);
  }
  // The file that an entry's keys are in.
  [[nodiscard]] std::string key_file(const model::DirectoryEntry& entry) const {
    if (!entry.keys) return "";
    return file_of(directory_.form.keys[*entry.keys].list.steps.front());
  }
  void note(const std::string& file, const Violation& violation) {
    if (out_.violations.size() < limits_.violations) out_.violations.push_back({file, violation});
  }

  Value take() {
    Members members;
    const auto& entries = directory_.form.entries;
    for (std::size_t i = 0; i < entries.size(); ++i)
      members.given.push_back({entries[i].name, std::move(values_[i])});
    for (auto& [name, file] : chosen_) {
      auto owner = std::make_shared<const std::string>(file);
      const Bytes bytes(bytes_of(*owner), owner->size());
      members.choices.push_back({name, Value{Characters{{bytes, owner}}}});
    }
    return Value{std::move(members)};
  }

  const plan::Plan& plan_;
  const plan::Directory& directory_;
  const Folder& folder_;
  std::string prefix_;
  const Limits& limits_;
  DecodedDirectory& out_;
  Names names_;
  std::optional<std::string> stem_;  // what '*' stands for
  std::vector<Value> values_;        // beside the entries; stay where they are
  std::vector<Names> files_;         // beside the entries: those that were read
  std::vector<std::pair<std::string, std::string>> chosen_;
  std::string key_file_;  // of the entry whose rules are checked
  FileScope scope_;
};

}  // namespace

DecodedDirectory decode_directory(const DirectoryCandidate& candidate, const Folder& folder,
                                  const Limits& limits) {
  DecodedDirectory decoded;
  decoded.values =
      DirectoryReader(*candidate.plan, *candidate.directory, folder, "", limits, decoded).read();
  return decoded;
}

}  // namespace schemac::direct
