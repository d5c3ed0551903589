// Makes the files of a directory.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "direct/files/directory.h"
#include "direct/json/element_json.h"
#include "direct/json/from_json.h"
#include "direct/pieces/value_facts.h"
#include "plan/facts/directory_forms.h"
#include "schemac/base/counted.h"
#include "schemac/io/dataset_values.h"

namespace schemac::direct {
namespace {

using impl::DatasetEntry;
using impl::FileForm;
using impl::OpenDirectory;

// What all directories of a dataset are written by and into.
struct DirectoryWriting {
  const plan::Plan& plan;
  const plan::DirectoryForms& forms;
  const TakeFile& take;
  const EncodeOptions& options;
  std::vector<Problem> problems = {};

  // Whether the value of an entry is needed: others take keys or arguments from it.
  [[nodiscard]] bool asks_for(std::string_view entry) const {
    const auto names_it = [&](const impl::FileExpression& path) {
      return std::any_of(path.steps.begin(), path.steps.end(),
                         [&](const auto& step) { return step.member == entry; });
    };
    return std::any_of(forms.forms.begin(), forms.forms.end(), [&](const impl::DatasetForm& each) {
      return std::any_of(each.keys.begin(), each.keys.end(),
                         [&](const auto& key) { return names_it(key.list); }) ||
             std::any_of(each.entries.begin(), each.entries.end(), [&](const auto& from) {
               return std::any_of(from.arguments.begin(), from.arguments.end(), names_it);
             });
    });
  }
};

// Makes files of values, in the order of the entries.
class DirectoryWriter {
 public:
  // `open` says which directory it is, its prefix and its parameters.
  DirectoryWriter(DirectoryWriting& writing, OpenDirectory& open, const std::string& path)
      : all_(writing), open_(open), form_(*open.form), path_(path) {}

  void write(const Json& values) {
    if (!values.is_object()) return problem("", "is not an object with a member for each file");
    const auto& entries = form_.entries;
    for (const auto& member : values.items()) {
      const std::string& name = member.key();
      const bool is_known =
          name == "choices" || std::any_of(entries.begin(), entries.end(),
                                           [&](const auto& entry) { return entry.name == name; });
      const auto& arrays =
          all_.plan.directories[static_cast<std::size_t>(&form_ - all_.forms.forms.data())].arrays;
      const bool is_array = std::any_of(arrays.begin(), arrays.end(),
                                        [&](const auto& array) { return array.name == name; });
      if (is_array) continue;  // its files say it
      if (!is_known) problem(name, "is not a file of the directory");
    }
    choices_ = values.contains("choices") ? values.at("choices") : Json::object();
    scope_.in = &open_;
    has_.assign(entries.size(), false);
    const auto own_case = case_of(scope_);
    if (form_.chooser && !own_case) return problem("", "nothing says which of its files there are");
    const Json nothing;
    for (std::size_t i = 0; i < entries.size() && all_.problems.empty(); ++i) {
      const std::string name(entries[i].name);
      const auto found = values.find(name);
      const Json& value = found == values.end() ? nothing : *found;
      if (entries[i].when.empty() || entries[i].when == own_case)
        write_entry(i, value);
      else if (!value.is_null())
        problem(name, "is there beside '" + std::string(*own_case) + "'");
    }
  }

 private:
  void write_entry(std::size_t i, const Json& value) {
    const DatasetEntry& entry = form_.entries[i];
    if (value.is_null()) {
      const bool is_there_instead = entry.instead && has_[*entry.instead];
      const bool may_be_empty = entry.is_list();
      if (entry.is_optional || is_there_instead || may_be_empty) return;
      return problem(std::string(entry.name), "is missing");
    }
    has_[i] = !entry.is_list() || !has_no_files(value);
    if (entry.instead && has_[*entry.instead] && has_[i])
      return problem(std::string(entry.name), "is there beside '" +
                                                  std::string(form_.entries[*entry.instead].name) +
                                                  "', but only one of them may be");
    if (entry.is_list()) return write_list(i, value);
    const std::string path(entry.name);
    const std::string name = name_of_file(entry);
    if (!all_.problems.empty()) return;
    if (entry.directory) return write_folder(i, name, value, path, std::nullopt);
    write_file(i, name, value, path);
    keep(i, value);
  }

  static bool has_no_files(const Json& list) {
    return list.is_array() &&
           std::all_of(list.begin(), list.end(), [](const Json& each) { return each.is_null(); });
  }

  void write_folder(std::size_t i, const std::string& name, const Json& value,
                    const std::string& path, const std::optional<impl::FoundFact>& key) {
    if (!is_name(name, path)) return;
    const DatasetEntry& entry = form_.entries[i];
    auto inner = std::make_unique<OpenDirectory>();
    inner->begin(all_.forms.forms[*entry.directory]);
    inner->prefix = open_.prefix + name + "/";
    scope_.key = key;
    for (const impl::FileExpression& argument : entry.arguments) {
      auto passed = find_fact(scope_, argument);
      if (!passed) break;
      inner->parameters.push_back(*std::move(passed));
    }
    scope_.key.reset();
    open_.entries[i].inner.push_back(std::move(inner));
    OpenDirectory& opened = *open_.entries[i].inner.back();
    if (!all_.take(opened.prefix, {})) return problem(path, "couldn't be created");
    DirectoryWriter(all_, opened, path_ + path + ".").write(value);
  }

  void write_list(std::size_t i, const Json& list) {
    const DatasetEntry& entry = form_.entries[i];
    const std::string called(entry.name);
    if (!list.is_array()) return problem(called, "is not a list");
    std::vector<impl::FactKey> keys;
    if (entry.keys)
      keys = keys_of(scope_, form_.keys[*entry.keys]).value_or(std::vector<impl::FactKey>());
    if (entry.is_keyed() && keys.size() != list.size())
      return problem(called, "has " + impl::counted(list.size(), "files") + ", but there are " +
                                 std::to_string(keys.size()) + " of '" +
                                 std::string(form_.keys[*entry.keys].name) + "'");
    for (std::size_t k = 0; k < list.size() && all_.problems.empty(); ++k) {
      const std::string middle = entry.is_keyed() ? keys[k].name : std::to_string(entry.first + k);
      const std::string name = entry.names.front().with(middle);
      const std::string path = called + "[" + std::to_string(k) + "]";
      if (list[k].is_null() && entry.is_keyed() && entry.is_optional) {
        if (entry.directory) open_.entries[i].inner.emplace_back();  // in the place of its key
        continue;
      }
      if (entry.directory)
        write_folder(i, name, list[k], path, keys[k].element);
      else
        write_file(i, name, list[k], path);
    }
  }

  // The name that was chosen, or the first one.
  std::string name_of_file(const DatasetEntry& entry) {
    const auto chosen = choices_.find(std::string(entry.name));
    if (chosen == choices_.end() || !chosen->is_string()) {
      const FileForm& first = entry.names.front();
      return first.with(first.kind == FileForm::Kind::pattern ? stem_.value_or(all_.plan.format)
                                                              : "");
    }
    const std::string name = chosen->get<std::string>();
    for (const FileForm& form : entry.names) {
      const auto middle = form.middle_of(name);
      if (!middle) continue;
      if (form.kind == FileForm::Kind::pattern && stem_ && *middle != *stem_) continue;
      if (form.kind == FileForm::Kind::pattern) stem_ = *middle;
      return name;
    }
    problem(std::string(entry.name), "can't be called '" + name + "'");
    return "";
  }

  bool is_name(const std::string& name, const std::string& path) {
    if (!impl::is_file_name(name))
      problem(path, "'" + name + "' is not a name of a file");
    else if (!written_.insert(name).second)
      problem(path, "there are two files called '" + name + "'");
    return all_.problems.empty();
  }
  void write_file(std::size_t i, const std::string& name, const Json& value,
                  const std::string& path) {
    if (!is_name(name, path)) return;
    std::vector<std::byte> bytes;
    const auto lend = [&](std::uint64_t size) {
      bytes.resize(static_cast<std::size_t>(size));
      return MutableBytes(bytes);
    };
    for (Problem& each : encode_into(all_.plan, content_of(i), value, lend, all_.options)) {
      each.path = path_ + (each.path.empty() ? path : path + "." + each.path);
      all_.problems.push_back(std::move(each));
    }
    if (all_.problems.empty() && !all_.take(open_.prefix + name, bytes))
      problem(path, "couldn't be written");
  }
  // What a value says, if others take keys or arguments from it.
  void keep(std::size_t i, const Json& value) {
    if (!all_.asks_for(form_.entries[i].name)) return;
    std::vector<Problem> ignored;
    const plan::Record& record = all_.plan.records[content_of(i).record];
    const Value kept = from_json(all_.plan, record, value, all_.options.references, ignored);
    impl::OpenEntry& open = open_.entries[i];
    open.fact = value_facts(all_.plan, record, kept, all_.forms.asked);
    open.here.emplace();
    open.here->fact = &open.fact;
  }
  [[nodiscard]] const plan::Root& content_of(std::size_t i) const {
    return *all_.forms.files[form_.entries[i].file];
  }
  void problem(const std::string& path, const std::string& message) {
    all_.problems.push_back({path_ + path, message, ""});
  }

  DirectoryWriting& all_;
  OpenDirectory& open_;
  const impl::DatasetForm& form_;
  std::string path_;  // of the value: "data.columns[0]." or ""
  Json choices_;
  std::optional<std::string> stem_;
  std::vector<bool> has_;  // beside the entries
  std::set<std::string> written_;
  impl::FactScope scope_;
};

}  // namespace

std::vector<Problem> encode_directory(const DirectoryCandidate& candidate,
                                      const nlohmann::ordered_json& values, const TakeFile& take,
                                      const EncodeOptions& options) {
  const plan::DirectoryForms forms = plan::forms_of_directories(*candidate.plan);
  DirectoryWriting writing{*candidate.plan, forms, take, options};
  OpenDirectory whole;
  whole.begin(forms.forms[index_of(candidate)]);
  DirectoryWriter(writing, whole, "").write(values);
  return std::move(writing.problems);
}

}  // namespace schemac::direct
