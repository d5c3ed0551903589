// Reads a directory: the runtime's reader goes through it, and looks into files by the plan; then
// their values are put together.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "direct/files/directory.h"
#include "direct/pieces/joined_array.h"
#include "direct/pieces/value_facts.h"
#include "direct/text/row_path.h"
#include "plan/facts/directory_forms.h"
#include "schemac/io/dataset_reading.h"

namespace schemac::direct {
namespace {

// The files of a dataset, and their values in the order in which they were read.
class PlannedFiles final : public impl::DatasetFiles {
 public:
  PlannedFiles(const plan::Plan& plan, const plan::DirectoryForms& forms)
      : plan_(plan), forms_(forms), asked_(forms.asked) {
    for (const plan::Directory& directory : plan.directories)
      for (const model::JoinedArray& array : directory.arrays)
        asked_.merge(plan::asked_names(array));
  }

  [[nodiscard]] Result<impl::CheckedFile> check(const impl::DatasetEntry& entry,
                                                const DatasetFolder& folder,
                                                const std::string& name,
                                                const std::string& path) override {
    Result<Source> opened = folder.open_file(name);
    if (!opened) return std::move(opened).error();
    DirectoryFile file;
    file.name = path;
    file.source = std::make_shared<const Source>(*std::move(opened));
    file.form = std::make_unique<const FileForm>(plan_, *forms_.files[entry.file],
                                                 file.source->bytes(), folder.limits());
    Decoded decoded = decode(*file.form, Reading::keep_going);
    const Report& report = decoded.report;
    impl::CheckedFile checked;
    checked.violations = report.violations();
    checked.dropped = report.dropped();
    checked.worst_dropped = report.worst_dropped();
    checked.size = file.source->bytes().size();
    const bool is_broken = report.worst_dropped() == Level::error ||
                           std::ranges::any_of(report.violations(), [](const Violation& violation) {
                             return violation.level == Level::error;
                           });
    if (!is_broken)
      checked.fact =
          value_facts(plan_, plan_.records[file.form->root().record], decoded.values, asked_);
    files_.push_back(std::move(file));
    values_.push_back(std::move(decoded.values));
    return checked;
  }

  [[nodiscard]] std::uint64_t place_of(const std::string& path,
                                       const std::string& member) override {
    const auto file = std::ranges::find(files_, path, &DirectoryFile::name);
    if (file == files_.end()) return 0;
    Folding around;
    around.asked = Selection(std::vector<Pattern>{parse_pattern(member).pattern});
    around.elements = 1;
    return place_among(explain(*file->form, around).rows, member, 0);
  }

  [[nodiscard]] std::vector<DirectoryFile> take_files() { return std::move(files_); }
  [[nodiscard]] std::vector<Value> take_values() { return std::move(values_); }

 private:
  const plan::Plan& plan_;
  const plan::DirectoryForms& forms_;
  std::set<std::string_view> asked_;
  std::vector<DirectoryFile> files_;
  std::vector<Value> values_;
};

// Puts values of files together as those of directories, in the order in which they were read.
class DirectoryValues {
 public:
  DirectoryValues(const plan::Plan& plan, const impl::DatasetForms& forms,
                  std::vector<Value> values, DecodedDirectory& out)
      : plan_(plan), forms_(forms), values_(std::move(values)), out_(out) {}

  [[nodiscard]] Value of(const impl::OpenDirectory& open) {
    Members members;
    for (std::size_t i = 0; i < open.entries.size(); ++i) {
      const impl::DatasetEntry& entry = open.form->entries[i];
      members.given.push_back({std::string(entry.name), value_of(entry, open.entries[i])});
      keep_name(open, i, members.choices);
    }
    if (open.is_whole) add_arrays(open, members);
    return {std::move(members)};
  }

 private:
  Value value_of(const impl::DatasetEntry& entry, const impl::OpenEntry& open) {
    const auto value = [&](std::size_t k) -> Value {
      if (open.files[k].empty()) return {Absent{}};
      if (!entry.directory) return std::move(values_[next_++]);
      out_.folders.push_back(open.files[k]);
      return of(*open.inner[k]);
    };
    if (!entry.is_list()) return open.files.empty() ? Value{Absent{}} : value(0);
    if (!open.is_listed) return {Absent{}};
    Elements elements;
    for (std::size_t k = 0; k < open.files.size(); ++k) elements.values.push_back(value(k));
    return {std::move(elements)};
  }

  // What an entry is called that may have several names, if it isn't called by the first of them.
  static void keep_name(const impl::OpenDirectory& open, std::size_t i,
                        std::vector<Member>& choices) {
    const impl::DatasetEntry& entry = open.form->entries[i];
    if (entry.is_list() || open.entries[i].files.empty()) return;
    const auto name = std::make_shared<const std::string>(
        open.entries[i].files.front().substr(open.prefix.size()));
    if (*name == entry.names.front().text()) return;
    const Bytes bytes(impl::bytes_of(*name), name->size());
    choices.push_back({std::string(entry.name), Value{Characters{{bytes, name}}}});
  }

  void add_arrays(const impl::OpenDirectory& open, Members& members) {
    const auto index = static_cast<std::size_t>(open.form - forms_.data());
    impl::FactScope scope;
    scope.in = &open;
    for (const model::JoinedArray& array : plan_.directories[index].arrays) {
      auto joined = join_files(members, scope, array);
      if (!joined) continue;
      out_.arrays.push_back({open.prefix + array.name, *joined});
      members.given.push_back({array.name, Value{*std::move(joined)}});
      mark_joined(open, array.join.steps.front().member);
    }
  }
  // Marks the files whose content is a part of an array.
  void mark_joined(const impl::OpenDirectory& open, const std::string& entry) {
    for (std::size_t i = 0; i < open.entries.size(); ++i) {
      if (open.form->entries[i].name != entry) continue;
      const auto& files = open.entries[i].files;
      for (DirectoryFile& file : out_.files)
        file.is_joined |= std::ranges::find(files, file.name) != files.end();
    }
  }

  const plan::Plan& plan_;
  const impl::DatasetForms& forms_;
  std::vector<Value> values_;
  std::size_t next_ = 0;
  DecodedDirectory& out_;
};

}  // namespace

DecodedDirectory decode_directory(const DirectoryCandidate& candidate,
                                  const DatasetFolder& folder) {
  const plan::DirectoryForms forms = plan::forms_of_directories(*candidate.plan);
  PlannedFiles files(*candidate.plan, forms);
  impl::OpenDirectory whole;
  whole.begin(forms.forms[index_of(candidate)]);
  DecodedDirectory decoded;
  decoded.violations = impl::read_dataset(files, folder, forms.forms, whole);
  decoded.files = files.take_files();
  decoded.values =
      DirectoryValues(*candidate.plan, forms.forms, files.take_values(), decoded).of(whole);
  return decoded;
}

}  // namespace schemac::direct
