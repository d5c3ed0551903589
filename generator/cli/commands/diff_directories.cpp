#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/commands/compare_files.h"
#include "cli/commands/directories.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

// Files that only one of the directories has, then what is different in those of both.
class DirectoryDiff {
 public:
  DirectoryDiff(const DiffOptions& options, const OpenedDirectory& a, const OpenedDirectory& b)
      : options_(options), a_(a), b_(b) {}

  int run() {
    for (const direct::DirectoryFile& file : a_.decoded.files) {
      const auto* other = find(b_, file.name);
      if (other == nullptr)
        only_a_.push_back(file.name);
      else if (!compare(file, *other))
        return not_judged;
    }
    for (const direct::DirectoryFile& file : b_.decoded.files)
      if (find(a_, file.name) == nullptr) only_b_.push_back(file.name);
    if (options_.json)
      print_json();
    else
      print_text();
    if (!only_a_.empty() || !only_b_.empty()) code_ = std::max(code_, int{judged_wrong});
    return code_;
  }

 private:
  static const direct::DirectoryFile* find(const OpenedDirectory& directory,
                                           const std::string& name) {
    const auto& files = directory.decoded.files;
    const auto found = std::ranges::find(files, name, &direct::DirectoryFile::name);
    return found == files.end() ? nullptr : &*found;
  }
  // False if one of the files can't be read.
  bool compare(const direct::DirectoryFile& a, const direct::DirectoryFile& b) {
    const auto decoded_a = read(options_.a + "/" + a.name, a);
    const auto decoded_b = read(options_.b + "/" + b.name, b);
    if (!decoded_a || !decoded_b) return false;
    const std::string schema = direct::name_of({&a.form->plan(), &a.form->root()});
    outcomes_.push_back(compared({options_.a + "/" + a.name, options_.b + "/" + b.name, *a.form,
                                  *b.form, *decoded_a, *decoded_b},
                                 schema, a.source->bytes(), b.source->bytes()));
    complain_if_cut(options_, outcomes_.back().files.are_whole);
    code_ = std::max(code_, exit_code_of(outcomes_.back()));
    return true;
  }
  [[nodiscard]] std::optional<direct::Decoded> read(const std::string& name,
                                                    const direct::DirectoryFile& file) const {
    auto decoded = direct::decode(*file.form, direct::Reading::strict, extent_of(options_));
    for (const Violation& violation : decoded.report.violations())
      complain(name + ": " + to_string(violation));
    if (!decoded.report.ok()) return std::nullopt;
    // A file alone doesn't know of what type the elements are that it has a part of.
    if (auto* members = std::get_if<direct::Members>(&decoded.values.kind);
        members != nullptr && file.is_joined)
      std::erase_if(members->given, [](const direct::Member& each) {
        return std::holds_alternative<direct::Joined>(each.value.kind);
      });
    return decoded;
  }

  void print_text() const {
    std::size_t different = 0;
    for (const auto& [comparison, files] : outcomes_) {
      const bool is_worth_telling = !comparison.is_same() || !comparison.choices.empty();
      if (!comparison.is_same()) ++different;
      if (is_worth_telling) std::cout << diff::to_text(comparison, files, has_colours(Stream::out));
    }
    for (const std::string& name : only_a_)
      std::cout << "only in " << direct::printable(options_.a) << ": " << direct::printable(name)
                << '\n';
    for (const std::string& name : only_b_)
      std::cout << "only in " << direct::printable(options_.b) << ": " << direct::printable(name)
                << '\n';
    const std::size_t all = outcomes_.size() + only_a_.size() + only_b_.size();
    different += only_a_.size() + only_b_.size();
    std::cout << different << " of " << all
              << (different == 1 ? " files differs (" : " files differ (")
              << direct::name_of(a_.format) << ")\n";
  }
  void print_json() const {
    nlohmann::ordered_json json = {
        {"a", source::as_utf8(options_.a)},
        {"b", source::as_utf8(options_.b)},
        {"schema", direct::name_of(a_.format)},
        {"same", code_ == not_judged
                     ? nlohmann::ordered_json(nullptr)
                     : nlohmann::ordered_json(code_ == fine && only_a_.empty() && only_b_.empty())},
        {"only_a", names_json(only_a_)},
        {"only_b", names_json(only_b_)}};
    json["files"] = nlohmann::ordered_json::array();
    for (const auto& [comparison, files] : outcomes_)
      json["files"].push_back(diff::to_json(comparison, files));
    std::cout << json.dump() << '\n';
  }
  static nlohmann::ordered_json names_json(const std::vector<std::string>& names) {
    nlohmann::ordered_json json = nlohmann::ordered_json::array();
    for (const std::string& name : names) json.push_back(source::as_utf8(name));
    return json;
  }

  const DiffOptions& options_;
  const OpenedDirectory& a_;
  const OpenedDirectory& b_;
  std::vector<Outcome> outcomes_;
  std::vector<std::string> only_a_, only_b_;
  int code_ = fine;
};

}  // namespace

int diff_directories(const DiffOptions& options, const KnownFormats& known) {
  const auto a = open_directory(known, options.a);
  const auto b = open_directory(known, options.b);
  if (!a || !b) return not_judged;
  if (a->format.directory != b->format.directory) {
    complain(options.a + " is of format " + direct::name_of(a->format) + ", " + options.b +
             " of format " + direct::name_of(b->format) + ": only those of one can be compared");
    return not_judged;
  }
  return DirectoryDiff(options, *a, *b).run();
}

}  // namespace schemac::cli
