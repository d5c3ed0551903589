#include "direct/directory.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "direct/element_json.h"
#include "direct/file_values.h"
#include "direct/from_json.h"
#include "direct/row_path.h"
#include "direct/validate.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

using model::FileName;
using Names = std::vector<std::string>;

constexpr std::uint64_t most_files = 1u << 20;  // of one directory

// What stands for a placeholder in a name that has this form.
std::optional<std::string> middle_of(const FileName& form, const std::string& name) {
  const std::size_t around = form.before.size() + form.after.size();
  if (name.size() < around || !name.starts_with(form.before) || !name.ends_with(form.after))
    return std::nullopt;
  return name.substr(form.before.size(), name.size() - around);
}

std::optional<std::uint64_t> number_in(const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_plain = error == std::errc() && end == text.data() + text.size() &&
                        (text == "0" || !text.starts_with('0'));
  return is_plain ? std::optional(number) : std::nullopt;
}

// Where the bytes of a path begin: those of the first part of it, or of what holds it.
std::uint64_t offset_of(const std::vector<Row>& rows, std::string_view path,
                        std::uint64_t otherwise) {
  for (const Row& row : rows) {
    if (row.type == "tag") continue;
    if (lies_below(row.path, path)) return row.offset;
    if (lies_below(path, row.path) && !row.children.empty())
      return offset_of(row.children, path, row.offset);
    if (lies_below(path, row.path)) return row.offset;
  }
  return otherwise;
}

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
    return file == nullptr ? 0 : offset_of(explain(*file->form).rows, path, 0);
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

// Makes files of values, in the order of the entries.
class DirectoryWriter {
 public:
  DirectoryWriter(const plan::Plan& plan, const plan::Directory& directory, std::string prefix,
                  const TakeFile& take, const EncodeOptions& options,
                  std::vector<Problem>& problems)
      : plan_(plan),
        directory_(directory),
        prefix_(std::move(prefix)),
        take_(take),
        options_(options),
        problems_(problems) {}

  void write(const Json& values) {
    if (!values.is_object()) return problem("", "is no object with a member for each file");
    const auto& entries = directory_.form.entries;
    for (const auto& member : values.items()) {
      const std::string& name = member.key();
      const bool is_known =
          name == "choices" || std::any_of(entries.begin(), entries.end(),
                                           [&](const auto& entry) { return entry.name == name; });
      if (!is_known) problem(name, "is no file of the directory");
    }
    choices_ = values.contains("choices") ? values.at("choices") : Json::object();
    scope_.plan = &plan_;
    scope_.directory = &directory_;
    scope_.entries.resize(entries.size());
    kept_.resize(entries.size());
    for (std::size_t i = 0; i < entries.size() && problems_.empty(); ++i)
      write_entry(i, values.contains(entries[i].name) ? values.at(entries[i].name) : Json());
  }

 private:
  void write_entry(std::size_t i, const Json& value) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    if (value.is_null()) {
      const bool is_there_instead = entry.instead && has_[*entry.instead];
      const bool may_be_empty = entry.is_list();
      has_.push_back(false);
      if (entry.is_optional || is_there_instead || may_be_empty) return;
      return problem(entry.name, "is missing");
    }
    has_.push_back(true);
    if (entry.instead && has_[*entry.instead])
      return problem(entry.name, "stands beside '" + directory_.form.entries[*entry.instead].name +
                                     "', of which there is only one");
    if (entry.is_list()) return write_list(i, value);
    const std::string name = name_of_file(entry);
    if (!problems_.empty()) return;
    if (entry.directory) {
      DirectoryWriter(plan_, plan_.directories[*entry.directory], prefix_ + name + "/", take_,
                      options_, problems_)
          .write(value);
      return;
    }
    write_file(i, name, value, entry.name);
    keep(i, value);
  }

  void write_list(std::size_t i, const Json& list) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    if (!list.is_array()) return problem(entry.name, "is no list");
    std::vector<FileKey> keys;
    if (entry.keys)
      keys = keys_of(scope_, directory_.form.keys[*entry.keys]).value_or(std::vector<FileKey>());
    if (entry.is_keyed() && keys.size() != list.size())
      return problem(entry.name, "has " + std::to_string(list.size()) + " files, but there are " +
                                     std::to_string(keys.size()) + " of '" +
                                     directory_.form.keys[*entry.keys].name + "'");
    for (std::size_t k = 0; k < list.size() && problems_.empty(); ++k) {
      const std::string middle = entry.is_keyed() ? keys[k].name : std::to_string(entry.first + k);
      write_file(i, entry.names.front().with(middle), list[k],
                 entry.name + "[" + std::to_string(k) + "]");
    }
  }

  // The name that was chosen, or the first one.
  std::string name_of_file(const model::DirectoryEntry& entry) {
    const auto chosen = choices_.find(entry.name);
    if (chosen == choices_.end() || !chosen->is_string()) {
      const FileName& first = entry.names.front();
      return first.with(first.kind == FileName::Kind::pattern ? stem_.value_or(plan_.format) : "");
    }
    const std::string name = chosen->get<std::string>();
    for (const FileName& form : entry.names) {
      const auto middle = middle_of(form, name);
      if (!middle || (form.kind == FileName::Kind::fixed && !middle->empty())) continue;
      if (form.kind == FileName::Kind::pattern && stem_ && *middle != *stem_) continue;
      if (form.kind == FileName::Kind::pattern) stem_ = *middle;
      return name;
    }
    problem(entry.name, "can't be called '" + name + "'");
    return "";
  }

  void write_file(std::size_t i, const std::string& name, const Json& value,
                  const std::string& path) {
    if (!is_file_name(name)) return problem(path, "'" + name + "' is no name of a file");
    if (!written_.insert(name).second)
      return problem(path, "there are two files called '" + name + "'");
    std::vector<std::byte> bytes;
    const auto lend = [&](std::uint64_t size) {
      bytes.resize(static_cast<std::size_t>(size));
      return MutableBytes(bytes);
    };
    for (Problem& each : encode_into(plan_, *directory_.contents[i], value, lend, options_)) {
      each.path = each.path.empty() ? path : path + "." + each.path;
      problems_.push_back(std::move(each));
    }
    if (problems_.empty() && !take_(prefix_ + name, bytes)) problem(path, "couldn't be written");
  }
  // Values that others take keys from.
  void keep(std::size_t i, const Json& value) {
    std::vector<Problem> ignored;
    const plan::Record& record = plan_.records[directory_.contents[i]->record];
    const std::string& name = directory_.form.entries[i].name;
    const bool is_asked = std::any_of(
        directory_.form.keys.begin(), directory_.form.keys.end(),
        [&](const model::KeyList& keys) { return keys.list.steps.front().member == name; });
    if (!is_asked) return;
    kept_[i] = from_json(plan_, record, value, options_.open_file, ignored);
    scope_.entries[i] = TypedValue{&kept_[i], &record, nullptr, ""};
  }
  void problem(const std::string& path, const std::string& message) {
    problems_.push_back({path, message, ""});
  }

  const plan::Plan& plan_;
  const plan::Directory& directory_;
  std::string prefix_;
  const TakeFile& take_;
  const EncodeOptions& options_;
  std::vector<Problem>& problems_;
  Json choices_;
  std::optional<std::string> stem_;
  std::vector<bool> has_;  // beside the entries
  std::vector<Value> kept_;
  std::set<std::string> written_;
  FileScope scope_;
};

}  // namespace

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

bool has_files_of(const DirectoryCandidate& candidate, const Folder& folder) {
  const auto names = folder.names(most_files);
  if (!names) return false;
  const auto& entries = candidate.directory->form.entries;
  return std::all_of(entries.begin(), entries.end(), [&](const model::DirectoryEntry& entry) {
    if (entry.is_optional || entry.is_list()) return true;
    return std::any_of(entry.names.begin(), entry.names.end(), [&](const FileName& form) {
      return std::any_of(names->begin(), names->end(), [&](const std::string& name) {
        const auto middle = middle_of(form, name);
        return middle && (form.kind == FileName::Kind::pattern || middle->empty());
      });
    });
  });
}

bool DecodedDirectory::ok() const {
  return std::all_of(violations.begin(), violations.end(),
                     [](const FileViolation& each) { return each.violation.level > Level::rule; });
}

DecodedDirectory decode_directory(const DirectoryCandidate& candidate, const Folder& folder,
                                  const Limits& limits) {
  DecodedDirectory decoded;
  decoded.values =
      DirectoryReader(*candidate.plan, *candidate.directory, folder, "", limits, decoded).read();
  return decoded;
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

std::vector<Problem> encode_directory(const DirectoryCandidate& candidate,
                                      const nlohmann::ordered_json& values, const TakeFile& take,
                                      const EncodeOptions& options) {
  std::vector<Problem> problems;
  DirectoryWriter(*candidate.plan, *candidate.directory, "", take, options, problems).write(values);
  return problems;
}

bool may_be_part(const plan::Directory& directory, const std::string& name) {
  for (const model::DirectoryEntry& entry : directory.form.entries)
    for (const FileName& form : entry.names) {
      const auto middle = middle_of(form, name);
      if (!middle) continue;
      if (form.kind == FileName::Kind::fixed && middle->empty()) return true;
      if (form.kind == FileName::Kind::pattern) return true;
      if (form.kind == FileName::Kind::numbered && number_in(*middle)) return true;
    }
  return false;
}

}  // namespace schemac::direct
