// Makes the files of a directory.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "direct/directory.h"
#include "direct/file_names.h"
#include "direct/file_values.h"
#include "direct/from_json.h"

namespace schemac::direct {
namespace {

using model::FileName;

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
      if (!middle) continue;
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

std::vector<Problem> encode_directory(const DirectoryCandidate& candidate,
                                      const nlohmann::ordered_json& values, const TakeFile& take,
                                      const EncodeOptions& options) {
  std::vector<Problem> problems;
  DirectoryWriter(*candidate.plan, *candidate.directory, "", take, options, problems).write(values);
  return problems;
}

}  // namespace schemac::direct
