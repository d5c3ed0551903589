// Makes the files of a directory.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "direct/files/directory.h"
#include "direct/files/file_names.h"
#include "direct/json/element_json.h"
#include "direct/json/from_json.h"
#include "direct/pieces/file_values.h"
#include "schemac/base/counted.h"

namespace schemac::direct {
namespace {

using model::FileName;

// Makes files of values, in the order of the entries.
class DirectoryWriter {
 public:
  // `open` says which directory it is, its prefix and its parameters.
  DirectoryWriter(const plan::Plan& plan, OpenDirectory& open, const std::string& path,
                  const TakeFile& take, const EncodeOptions& options,
                  std::vector<Problem>& problems)
      : plan_(plan),
        open_(open),
        directory_(*open.directory),
        path_(path),
        take_(take),
        options_(options),
        problems_(problems) {}

  void write(const Json& values) {
    if (!values.is_object()) return problem("", "is not an object with a member for each file");
    const auto& entries = directory_.form.entries;
    for (const auto& member : values.items()) {
      const std::string& name = member.key();
      const bool is_known =
          name == "choices" || std::any_of(entries.begin(), entries.end(),
                                           [&](const auto& entry) { return entry.name == name; });
      const auto& arrays = directory_.arrays;
      const bool is_array = std::any_of(arrays.begin(), arrays.end(),
                                        [&](const auto& array) { return array.name == name; });
      if (is_array) continue;  // its files say it
      if (!is_known) problem(name, "is not a file of the directory");
    }
    choices_ = values.contains("choices") ? values.at("choices") : Json::object();
    scope_.plan = &plan_;
    scope_.in = &open_;
    open_.entries.resize(entries.size());
    open_.files.resize(entries.size());
    open_.inner.resize(entries.size());
    kept_.resize(entries.size());
    has_.assign(entries.size(), false);
    const auto own_case = case_of(scope_);
    if (directory_.form.chooser && !own_case)
      return problem("", "nothing says which of its files there are");
    for (std::size_t i = 0; i < entries.size() && problems_.empty(); ++i) {
      const bool is_there = values.contains(entries[i].name);
      if (entries[i].when.empty() || entries[i].when == own_case)
        write_entry(i, is_there ? values.at(entries[i].name) : Json());
      else if (is_there && !values.at(entries[i].name).is_null())
        problem(entries[i].name, "is there beside '" + *own_case + "'");
    }
  }

 private:
  void write_entry(std::size_t i, const Json& value) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    if (value.is_null()) {
      const bool is_there_instead = entry.instead && has_[*entry.instead];
      const bool may_be_empty = entry.is_list();
      if (entry.is_optional || is_there_instead || may_be_empty) return;
      return problem(entry.name, "is missing");
    }
    has_[i] = !entry.is_list() || !has_no_files(value);
    if (entry.instead && has_[*entry.instead] && has_[i])
      return problem(entry.name, "is there beside '" +
                                     directory_.form.entries[*entry.instead].name +
                                     "', but only one of them may be");
    if (entry.is_list()) return write_list(i, value);
    const std::string name = name_of_file(entry);
    if (!problems_.empty()) return;
    if (entry.directory) return write_folder(i, name, value, entry.name, std::nullopt);
    write_file(i, name, value, entry.name);
    keep(i, value);
  }

  static bool has_no_files(const Json& list) {
    return list.is_array() &&
           std::all_of(list.begin(), list.end(), [](const Json& each) { return each.is_null(); });
  }

  void write_folder(std::size_t i, const std::string& name, const Json& value,
                    const std::string& path, const std::optional<TypedValue>& key) {
    if (!is_name(name, path)) return;
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    auto inner = std::make_unique<OpenDirectory>();
    inner->directory = &plan_.directories[*entry.directory];
    inner->prefix = open_.prefix + name + "/";
    scope_.key = key;
    for (const model::FileExpression& argument : entry.arguments) {
      auto passed = find_value(scope_, argument);
      if (!passed) break;
      inner->parameters.push_back(*std::move(passed));
    }
    scope_.key.reset();
    open_.inner[i].push_back(std::move(inner));
    inner_.push_back(std::make_unique<DirectoryWriter>(
        plan_, *open_.inner[i].back(), path_ + path + ".", take_, options_, problems_));
    if (!take_(open_.inner[i].back()->prefix, {})) return problem(path, "couldn't be created");
    inner_.back()->write(value);
  }

  void write_list(std::size_t i, const Json& list) {
    const model::DirectoryEntry& entry = directory_.form.entries[i];
    if (!list.is_array()) return problem(entry.name, "is not a list");
    std::vector<FileKey> keys;
    if (entry.keys)
      keys = keys_of(scope_, directory_.form.keys[*entry.keys]).value_or(std::vector<FileKey>());
    if (entry.is_keyed() && keys.size() != list.size())
      return problem(entry.name, "has " + impl::counted(list.size(), "files") + ", but there are " +
                                     std::to_string(keys.size()) + " of '" +
                                     directory_.form.keys[*entry.keys].name + "'");
    for (std::size_t k = 0; k < list.size() && problems_.empty(); ++k) {
      const std::string middle = entry.is_keyed() ? keys[k].name : std::to_string(entry.first + k);
      const std::string name = entry.names.front().with(middle);
      const std::string path = entry.name + "[" + std::to_string(k) + "]";
      if (list[k].is_null() && entry.is_keyed() && entry.is_optional) continue;
      if (entry.directory)
        write_folder(i, name, list[k], path, keys[k].element);
      else
        write_file(i, name, list[k], path);
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
      if (!middle) continue;
      if (form.kind == FileName::Kind::pattern && stem_ && *middle != *stem_) continue;
      if (form.kind == FileName::Kind::pattern) stem_ = *middle;
      return name;
    }
    problem(entry.name, "can't be called '" + name + "'");
    return "";
  }

  bool is_name(const std::string& name, const std::string& path) {
    if (!impl::is_file_name(name))
      problem(path, "'" + name + "' is not a name of a file");
    else if (!written_.insert(name).second)
      problem(path, "there are two files called '" + name + "'");
    return problems_.empty();
  }
  void write_file(std::size_t i, const std::string& name, const Json& value,
                  const std::string& path) {
    if (!is_name(name, path)) return;
    std::vector<std::byte> bytes;
    const auto lend = [&](std::uint64_t size) {
      bytes.resize(static_cast<std::size_t>(size));
      return MutableBytes(bytes);
    };
    for (Problem& each : encode_into(plan_, *directory_.contents[i], value, lend, options_)) {
      each.path = path_ + (each.path.empty() ? path : path + "." + each.path);
      problems_.push_back(std::move(each));
    }
    if (problems_.empty() && !take_(open_.prefix + name, bytes))
      problem(path, "couldn't be written");
  }
  // Values that others take keys or arguments from.
  void keep(std::size_t i, const Json& value) {
    if (!is_asked(directory_.form.entries[i].name)) return;
    std::vector<Problem> ignored;
    const plan::Record& record = plan_.records[directory_.contents[i]->record];
    kept_[i] = from_json(plan_, record, value, options_.open_file, ignored);
    open_.entries[i] = TypedValue();
    open_.entries[i]->value = &kept_[i];
    open_.entries[i]->record = &record;
  }
  [[nodiscard]] bool is_asked(const std::string& name) const {
    const auto names_it = [&](const model::FileExpression& path) {
      return std::any_of(path.steps.begin(), path.steps.end(),
                         [&](const model::FileStep& step) { return step.member == name; });
    };
    return std::any_of(
        plan_.directories.begin(), plan_.directories.end(), [&](const plan::Directory& each) {
          const auto& keys = each.form.keys;
          const auto& entries = each.form.entries;
          return std::any_of(keys.begin(), keys.end(),
                             [&](const auto& key) { return names_it(key.list); }) ||
                 std::any_of(entries.begin(), entries.end(), [&](const auto& entry) {
                   return std::any_of(entry.arguments.begin(), entry.arguments.end(), names_it);
                 });
        });
  }
  void problem(const std::string& path, const std::string& message) {
    problems_.push_back({path_ + path, message, ""});
  }

  const plan::Plan& plan_;
  OpenDirectory& open_;
  const plan::Directory& directory_;
  std::string path_;  // of the value: "data.columns[0]." or ""
  const TakeFile& take_;
  const EncodeOptions& options_;
  std::vector<Problem>& problems_;
  Json choices_;
  std::optional<std::string> stem_;
  std::vector<bool> has_;  // beside the entries
  std::vector<Value> kept_;
  std::set<std::string> written_;
  std::vector<std::unique_ptr<DirectoryWriter>> inner_;  // keep what expressions are about
  FileScope scope_;
};

}  // namespace

std::vector<Problem> encode_directory(const DirectoryCandidate& candidate,
                                      const nlohmann::ordered_json& values, const TakeFile& take,
                                      const EncodeOptions& options) {
  std::vector<Problem> problems;
  OpenDirectory whole;
  whole.directory = candidate.directory;
  DirectoryWriter(*candidate.plan, whole, "", take, options, problems).write(values);
  return problems;
}

}  // namespace schemac::direct
