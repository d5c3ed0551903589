#include "model/passes/files/directory_entries.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>

#include "model/passes/types/names.h"
#include "model/spelling.h"

namespace schemac::model {

namespace {

class EntryCheck {
 public:
  EntryCheck(Draft& draft, const Directory& directory,
             const std::vector<const syntax::Node*>& nodes)
      : draft_(draft), directory_(directory), nodes_(nodes) {}

  void check() {
    check_paths();
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      check_keys(i);
      for (std::size_t before = 0; before < i; ++before) check_files(i, before);
      take_names(i);
    }
  }

 private:
  [[nodiscard]] const DirectoryEntry& entry(std::size_t i) const { return directory_.entries[i]; }

  void check_keys(std::size_t i) {
    const DirectoryEntry& at = entry(i);
    const syntax::Node& node = *nodes_[i];
    if (node.has("file")) report_idle_beside(draft_, node, "dir", "file");
    if (node.has("first") && !at.is_numbered())
      report_idle(draft_, node, "first", "'first' is about numbered files",
                  "remove it, or write '{_index}' where the number is in their name");
    if (node.has("elements") && !node.has("keyed"))
      report_idle(draft_, node, "elements",
                  "'elements' says which list has an element for each key",
                  "remove it, or name the keys with 'keyed'");
    if (node.has("keyed") && !at.is_keyed() && !node.has("elements"))
      report_idle(draft_, node, "keyed", "nothing of '" + at.name + "' is there for each key",
                  at.is_numbered()
                      ? "write '{_key}' instead of '{_index}', or remove 'keyed'"
                      : "write '{_key}' in the name, or name the list with 'elements'");
    if (node.has("elements") && at.is_list())
      report_idle(draft_, node, "elements", "'elements' is about a single file",
                  "put the rules into the type of the files");
    if (at.instead && !entry(*at.instead).is_optional)
      report_idle(
          draft_, node, "instead-of",
          "'" + entry(*at.instead).name + "' is always there, so '" + at.name + "' never is",
          "write 'optional: true' at '" + entry(*at.instead).name + "'");
  }

  // Paths begin with the name of one thing.
  void check_paths() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const auto is_it = [&](const auto& other) { return other.name == entry(i).name; };
      const bool is_parameter = std::ranges::any_of(directory_.parameters, is_it);
      if (!is_parameter && std::ranges::none_of(directory_.lets, is_it)) continue;
      draft_
          .error(nodes_[i]->range, "duplicate-name",
                 "'" + entry(i).name + "' is an entry and " +
                     (is_parameter ? "a parameter" : "a value under 'let'"))
          .help("rename one of them");
    }
  }

  // Only one of two cases is there.
  [[nodiscard]] static bool exclude_each_other(const DirectoryEntry& one,
                                               const DirectoryEntry& other) {
    return !one.when.empty() && !other.when.empty() && one.when != other.when;
  }
  static bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos &&
           (text == "0" || text.front() != '0');
  }
  // Whether a fixed name is that of a numbered file.
  static bool is_among(const FileName& fixed, const FileName& numbered) {
    if (fixed.kind != FileName::Kind::fixed || numbered.kind != FileName::Kind::numbered)
      return false;
    const std::string_view name = fixed.before;
    const std::size_t around = numbered.before.size() + numbered.after.size();
    return name.size() > around && name.starts_with(numbered.before) &&
           name.ends_with(numbered.after) &&
           is_number(name.substr(numbered.before.size(), name.size() - around));
  }
  // A file belongs to one entry.
  void check_files(std::size_t i, std::size_t before) {
    if (exclude_each_other(entry(i), entry(before))) return;
    for (const FileName& name : entry(i).names)
      for (const FileName& other : entry(before).names) {
        const std::string text = name.text();
        if (text.empty()) continue;  // reported
        if (text != other.text() && !is_among(name, other) && !is_among(other, name)) continue;
        const syntax::Node* file = nodes_[i]->find("file");
        const std::string both = "'" + entry(i).name + "' and '" + entry(before).name + "'";
        draft_
            .error((file != nullptr ? file : nodes_[i]->find("dir"))->range, "duplicate-name",
                   text == other.text() ? both + " are both called '" + text + "'"
                                        : both + " could be the same file: one is called '" + text +
                                              "', the other '" + other.text() + "'")
            .note(nodes_[before]->range, "'" + entry(before).name + "' is here")
            .help("give the files of each entry names of their own");
        return;
      }
  }

  // Functions of its class in C++.
  void take_names(std::size_t i) {
    const std::string plain = snake_case(entry(i).name);
    std::vector<std::string> names = {plain};
    if (entry(i).directory)
      names.push_back("make_" + plain);
    else if (!entry(i).is_numbered())
      names.insert(names.end(), {"read_" + plain, "save_" + plain, "has_" + plain});
    for (const std::string& function : names) {
      const auto [taken, is_new] = functions_.try_emplace(function, i);
      if (is_new || entry(taken->second).name == entry(i).name) continue;
      draft_
          .error(nodes_[i]->range, "duplicate-name",
                 "entries '" + entry(taken->second).name + "' and '" + entry(i).name +
                     "' both have a function '" + function + "' in C++")
          .note(nodes_[taken->second]->range, "'" + entry(taken->second).name + "' is here")
          .help("rename one of them");
      return;
    }
  }

  Draft& draft_;
  const Directory& directory_;
  const std::vector<const syntax::Node*>& nodes_;
  std::map<std::string, std::size_t> functions_;
};

// The class of a directory, beside types of its schema.
void check_class(Draft& draft, const Directory& directory) {
  const std::string in_code = camel_case(directory.name) + "Folder";
  const auto type = draft.types_in_code.find(in_code);
  const auto enumeration = draft.enums_in_code.find(in_code);
  const bool is_type = type != draft.types_in_code.end();
  if (!is_type && enumeration == draft.enums_in_code.end()) return;
  const auto& range = is_type ? draft.format.types[type->second].range
                              : draft.format.enums[enumeration->second].range;
  draft
      .error(
          range, "duplicate-name",
          "the class of directory '" + directory.name + "' is called '" + in_code + "' in C++, too")
      .note(draft.format.types[directory.type].range, "'" + directory.name + "' is here")
      .help("rename one of them");
}

}  // namespace

void check_entries(Draft& draft, const Directory& directory,
                   const std::vector<const syntax::Node*>& nodes) {
  EntryCheck(draft, directory, nodes).check();
  check_class(draft, directory);
}

}  // namespace schemac::model
