#include "cli/commands/directories.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands/commands.h"
#include "cli/commands/page_writer.h"
#include "cli/commands/selected_parts.h"
#include "cli/explanation_table.h"
#include "cli/referenced_files.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "direct/explain/select_rows.h"
#include "direct/json/value_json.h"
#include "direct/path/selected_values.h"
#include "direct/text/plain_content.h"
#include "direct/text/value_text.h"
#include "schemac/io/save_folder.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const FileViolation& each) {
  return (each.file.empty() ? "" : direct::printable(each.file) + ": ") + to_string(each.violation);
}

// Writes the files beside the directory that they will be.
std::vector<direct::Problem> write_files(const EncodeOptions& options,
                                         const direct::DirectoryCandidate& format,
                                         const direct::Document& document,
                                         const FolderReplacement& replacement) {
  ReferencedFiles files(options.values);
  const auto take = [&](const std::string& name, Bytes content) {
    const Result<void> done =
        name.ends_with('/') ? replacement.make_folder(name) : replacement.write(name, content);
    if (!done) complain(done.error().message);
    return done.has_value();
  };
  auto problems =
      direct::encode_directory(format, document.values, take, {.references = files.references()});
  if (!problems.empty()) return problems;
  const auto folder = DatasetFolder::open(replacement.folder());
  if (!folder) return {{"", folder.error().message, ""}};
  for (const FileViolation& each : direct::decode_directory(format, *folder).violations)
    if (each.violation.level <= Level::rule)
      problems.push_back({each.file, to_string(each.violation), ""});
  return problems;
}

// What belongs to an older directory: what is read of it, and what may belong by its name.
class OldDirectory {
 public:
  OldDirectory(const std::string& path, const direct::DirectoryCandidate& format)
      : format_(format) {
    const auto folder = DatasetFolder::open(path);
    if (!folder) return;
    const direct::DecodedDirectory old = direct::decode_directory(format, *folder);
    read_.insert(old.folders.begin(), old.folders.end());
    for (const direct::DirectoryFile& file : old.files) read_.insert(file.name);
  }
  bool operator()(const std::string& path, FolderEntry kind) const {
    return read_.contains(path) || direct::may_be_part(format_, path, kind);
  }

 private:
  const direct::DirectoryCandidate& format_;
  std::set<std::string> read_;  // files, and the folders that they are in
};

// Whether there was anything to be shown.
bool explain_file(const ExplainOptions& options, const OpenedDirectory& opened,
                  const AskedFile& asked, bool is_first) {
  const direct::DirectoryFile& file = *asked.file;
  auto explanation = direct::explain(*file.form, folding_for(options, asked.parts));
  if (file.is_joined) explanation.arrays.clear();  // shown as a whole
  auto rows = asked.parts.is_everything() ? std::move(explanation.rows)
                                          : direct::rows_of(explanation.rows, asked.parts);
  const auto arrays = arrays_of(explanation.arrays, asked.parts);
  const auto notes =
      options.json ? std::vector<direct::Note>() : notes_of(explanation, asked.parts);
  if (rows.empty() && notes.empty() && arrays.empty() && !asked.parts.is_everything()) return false;
  rows = rows_shown(options, std::move(rows));
  complain_if_cut(options, options.file + "/" + file.name, explanation);
  if (options.json) {
    std::cout << (is_first ? "" : ",") << R"({"file":)" << Json(source::as_utf8(file.name)).dump()
              << ',';
    write_table(rows, arrays);
    std::cout << '}';
    return true;
  }
  std::cout << (is_first ? "" : "\n") << direct::printable(file.name) << '\n';
  print_table(options, rows, notes, direct::report_of(opened.decoded, file.name),
              file.source->bytes());
  return true;
}

// The arrays over files that are called so, or are in the folder that is.
std::vector<direct::PlacedArray> arrays_asked_for(const ExplainOptions& options,
                                                  const OpenedDirectory& opened) {
  auto arrays = direct::placed_arrays(opened.decoded);
  std::erase_if(arrays, [&](const auto& array) { return !path_in(options.path, array.path); });
  return arrays;
}

// By the entries of the directory, or in its files: "part.bin:items[3]".
direct::Members asked_values(const std::string& path, direct::DecodedDirectory& decoded) {
  direct::Members found;
  const direct::ParsedPattern parsed = direct::parse_pattern(path);
  if (std::ranges::none_of(parsed.pattern, &direct::Step::is_open) && parsed.problem.empty())
    found = direct::selected_values(
        decoded.values, direct::Selection(std::vector<direct::Pattern>{parsed.pattern}));
  if (!found.given.empty()) return found;
  for (const direct::DirectoryFile& file : decoded.files) {
    const auto inside = path_in(path, file.name);
    const auto parts = inside ? find_parts(*inside, *file.form) : std::nullopt;
    if (!parts) continue;
    auto values = direct::decode(*file.form, direct::Reading::keep_going).values;
    for (direct::Member& member : direct::selected_values(std::move(values), *parts).given)
      found.given.push_back({file.name + ':' + member.name, std::move(member.value)});
  }
  return found;
}

void print_arrays(const std::vector<direct::PlacedArray>& arrays, bool is_first) {
  for (const direct::PlacedArray& array : arrays)
    std::cout << (is_first ? "= " : "\n= ") << direct::printable(array.path) << ": "
              << direct::printable(direct::array_text(array.joined)) << '\n';
}

}  // namespace

std::optional<OpenedDirectory> open_directory(const KnownFormats& known, const std::string& path) {
  const auto folder = DatasetFolder::open(path);
  if (!folder) {
    complain(folder.error().message);
    return std::nullopt;
  }
  const auto format = known.choose(*folder);
  if (!format) return std::nullopt;
  return OpenedDirectory{*format, direct::decode_directory(*format, *folder)};
}

bool keep_asked(const std::string& path, const std::string& folder, OpenedDirectory& opened) {
  if (path.empty()) return true;
  const auto files = files_asked_for(path, opened);
  if (files.empty()) complain_of_path(path, folder, opened);
  std::erase_if(opened.decoded.violations, [&](const FileViolation& each) {
    return std::ranges::none_of(files, [&](const AskedFile& asked) {
      return asked.file->name == each.file && asked.parts.meets(each.violation.path);
    });
  });
  return !files.empty();
}

bool is_directory(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

int decode_directory(const DecodeOptions& options, const KnownFormats& known) {
  auto opened = open_directory(known, options.file);
  if (!opened) return not_judged;
  auto& [format, decoded] = *opened;
  bool is_whole = true;
  for (const FileViolation& each : decoded.violations) {
    if (each.violation.level > Level::error) continue;
    is_whole = false;
    complain(options.file + ": " + text_of(each));
  }
  if (!is_whole && !options.keep_going) return judged_wrong;
  if (!options.path.empty()) {
    auto found = asked_values(options.path, decoded);
    if (found.given.empty()) {
      complain_of_path(options.path, options.file, *opened);
      return not_judged;
    }
    decoded.values = {std::move(found)};
  }
  if (options.json) {
    const auto payloads = options.full ? direct::Payloads::full : direct::Payloads::preview;
    const nlohmann::ordered_json json = {{"schema", direct::name_of(format)},
                                         {"values", direct::to_json(decoded.values, payloads)}};
    std::cout << json.dump(2) << '\n';
  } else {
    std::cout << direct::to_text(decoded.values);
  }
  return is_whole ? fine : judged_wrong;
}

int explain_directory(const ExplainOptions& options, const KnownFormats& known) {
  const auto opened = open_directory(known, options.file);
  if (!opened) return not_judged;
  if (!options.output.empty()) return write_pages(options, *opened);
  if (options.json) std::cout << R"({"files":[)";
  bool has_some = false;
  for (const AskedFile& asked : files_asked_for(options.path, *opened))
    has_some |= explain_file(options, *opened, asked, !has_some);
  const auto arrays = arrays_asked_for(options, *opened);
  if (!options.json) {
    print_arrays(arrays, !has_some);
  } else {
    std::cout << ']';
    if (!arrays.empty()) {
      std::cout << R"(,"arrays":)";
      direct::write_arrays(arrays, std::cout);
    }
    std::cout << "}\n";
  }
  if (has_some || !arrays.empty() || options.path.empty()) return fine;
  complain_of_path(options.path, options.file, *opened);
  return not_judged;
}

int encode_directory(const EncodeOptions& options, const direct::DirectoryCandidate& format,
                     const direct::Document& document) {
  auto replacement = FolderReplacement::begin(options.output);
  if (!replacement) {
    complain(replacement.error().message);
    return not_judged;
  }
  const auto problems = write_files(options, format, document, *replacement);
  for (const direct::Problem& problem : problems)
    complain(options.values + ": " + to_string(problem));
  if (!problems.empty()) return judged_wrong;
  const Result<void> done = replacement->commit(OldDirectory(options.output, format));
  if (!done) complain(done.error().message);
  return done ? fine : not_judged;
}

}  // namespace schemac::cli
