#include "cli/commands/selected_parts.h"

#include <algorithm>
#include <vector>

#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "source/diagnostics.h"
#include "stats/arrays.h"

namespace schemac::cli {
namespace {

// The fields of the root are what paths begin with.
bool begins_with_field(const direct::Pattern& pattern, const direct::FileForm& form) {
  if (pattern.empty() || pattern.front().kind != direct::Step::Kind::name) return true;
  const auto& fields = form.plan().records[form.root().record].fields;
  return std::ranges::any_of(fields, [&](const plan::Field& field) {
    return direct::match({pattern.front()}, field.name) == direct::Match::holds;
  });
}

// All arrays of that name: it may be a key in several lists.
std::optional<direct::Selection> arrays_called(const std::string& name,
                                               const direct::FileForm& form) {
  std::vector<direct::Pattern> paths;
  const auto add = [&](const stats::FileArray& array) {
    if (array.name == name) paths.push_back(direct::parse_pattern(array.path).pattern);
  };
  static_cast<void>(stats::each_array(form.plan(), form.root(), form.bytes(), add));
  if (paths.empty()) return std::nullopt;
  return direct::Selection(paths);
}

void complain_of_key(const direct::Pattern& pattern, const std::string& path,
                     const direct::FileForm& form, const std::string& file) {
  const auto key = std::ranges::find_if(
      pattern, [](const direct::Step& step) { return step.kind == direct::Step::Kind::key; });
  if (key == pattern.end())
    return complain("no part of " + file + " is called '" + direct::printable(path) + "'");
  const auto near = source::suggest(
      key->text, direct::keys_near(pattern, form.plan(), form.root(), form.bytes()));
  complain("nothing in " + file + " has the key '" + direct::printable(key->text) + "' that '" +
           direct::printable(path) + "' asks for" +
           (near ? "; did you mean '" + direct::printable(*near) + "'?" : ""));
}

}  // namespace

std::optional<direct::Selection> find_parts(const std::string& path, const direct::FileForm& form) {
  const direct::ParsedPattern parsed = direct::parse_pattern(path);
  if (!begins_with_field(parsed.pattern, form) || !parsed.problem.empty())
    if (auto arrays = arrays_called(path, form)) return arrays;
  if (!parsed.problem.empty()) return std::nullopt;
  auto parts = direct::select_parts(parsed.pattern, form.plan(), form.root(), form.bytes());
  return parts.is_nothing() ? std::nullopt : std::optional(std::move(parts));
}

std::optional<direct::Selection> selected_parts(const std::string& path,
                                                const direct::FileForm& form,
                                                const std::string& file) {
  if (auto parts = find_parts(path, form)) return parts;
  const direct::ParsedPattern parsed = direct::parse_pattern(path);
  if (!parsed.problem.empty()) {
    complain("'" + direct::printable(path) + "' is not a path: " + parsed.problem +
             "; paths look like items[3].name, items[2:5], items[*] and items[\"key\"]");
    return std::nullopt;
  }
  complain_of_key(parsed.pattern, path, form, file);
  return std::nullopt;
}

std::optional<std::string> path_in(const std::string& asked, const std::string& file) {
  if (asked.empty() || asked == file ||
      file.starts_with(asked.ends_with('/') ? asked : asked + '/'))
    return "";
  if (asked.starts_with(file + ':')) return asked.substr(file.size() + 1);
  return std::nullopt;
}

std::vector<AskedFile> files_asked_for(const std::string& path, const OpenedDirectory& opened) {
  std::vector<AskedFile> result;
  const auto add = [&](const direct::DirectoryFile& file, const std::string& inside) {
    auto parts = find_parts(inside, *file.form);
    if (parts) result.push_back({&file, std::move(*parts)});
  };
  bool is_of_file = false;
  for (const direct::DirectoryFile& file : opened.decoded.files) {
    const auto inside = path_in(path, file.name);
    if (!inside) continue;
    is_of_file = true;
    add(file, *inside);
  }
  if (is_of_file) return result;
  for (const direct::DirectoryFile& file : opened.decoded.files) add(file, path);
  return result;
}

void complain_of_path(const std::string& path, const std::string& folder,
                      const OpenedDirectory& opened) {
  std::vector<std::string> names;
  for (const direct::DirectoryArray& array : opened.decoded.arrays) names.push_back(array.name);
  for (const direct::DirectoryFile& file : opened.decoded.files) names.push_back(file.name);
  const auto near = source::suggest(path, names);
  complain("no file in " + folder + " has a part called '" + direct::printable(path) + "'" +
           (near ? "; did you mean '" + direct::printable(*near) + "'?" : ""));
}

}  // namespace schemac::cli
