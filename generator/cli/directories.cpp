#include "cli/directories.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands.h"
#include "cli/page_writer.h"
#include "cli/referenced_files.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "direct/select_rows.h"
#include "schemac/io/save_folder.h"
#include "source/utf8.h"

namespace schemac::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const direct::FileViolation& each) {
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
  auto problems = direct::encode_directory(
      format, document.values, take,
      {.open_file = [&](const std::string& name) { return files.open(name); }});
  if (!problems.empty()) return problems;
  const auto folder = Folder::open(replacement.folder());
  if (!folder) return {{"", folder.error().message, ""}};
  for (const direct::FileViolation& each : direct::decode_directory(format, *folder).violations)
    if (each.violation.level <= Level::rule)
      problems.push_back({each.file, to_string(each.violation), ""});
  return problems;
}

// What of an older directory is a part of it: what is read of it, and what may be one by its name.
class PartsOfOld {
 public:
  PartsOfOld(const std::string& path, const direct::DirectoryCandidate& format) : format_(format) {
    const auto folder = Folder::open(path);
    if (!folder) return;
    const direct::DecodedDirectory old = direct::decode_directory(format, *folder);
    read_.insert(old.folders.begin(), old.folders.end());
    for (const direct::DirectoryFile& file : old.files) read_.insert(file.name);
  }
  bool operator()(const std::string& path, FolderEntry kind) const {
    return read_.contains(path) ||
           direct::may_be_part(*format_.plan, *format_.directory, path, kind);
  }

 private:
  const direct::DirectoryCandidate& format_;
  std::set<std::string> read_;  // files, and the folders that they are in
};

void explain_file(const ExplainOptions& options, const OpenedDirectory& opened,
                  const direct::DirectoryFile& file) {
  auto explanation = direct::explain(*file.form);
  if (options.json) return direct::write_fields(explanation.rows, std::cout);
  std::vector<Violation> violations;
  for (const direct::FileViolation& each : opened.decoded.violations)
    if (each.file == file.name) violations.push_back(each.violation);
  direct::TableOptions table;
  table.has_colours = !options.plain && has_colours(Stream::out);
  if (options.plain) table.hex_bytes = 0;
  if (!options.plain) table.width = terminal_width();
  const auto rows = direct::rows_in_parts(std::move(explanation.rows));
  std::cout << direct::to_table(options.all ? rows : direct::rows_without_insides(rows),
                                file.source->bytes(), violations, table);
}

}  // namespace

std::optional<OpenedDirectory> open_directory(const KnownFormats& known, const std::string& path) {
  const auto folder = Folder::open(path);
  if (!folder) {
    complain(folder.error().message);
    return std::nullopt;
  }
  const auto format = known.choose(*folder);
  if (!format) return std::nullopt;
  return OpenedDirectory{*format, direct::decode_directory(*format, *folder)};
}

bool is_directory(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

int validate_directory(const ValidateOptions& options, const KnownFormats& known,
                       const std::string& path) {
  const auto opened = open_directory(known, path);
  if (!opened) return not_judged;
  const std::string schema = direct::name_of(opened->format);
  const bool ok = opened->decoded.ok();
  if (options.json) {
    std::cout << direct::to_json(opened->decoded, path, schema).dump() << '\n';
    return ok ? fine : judged_wrong;
  }
  const bool colours = has_colours(Stream::out);
  std::cout << direct::printable(path) << ": "
            << coloured(ok ? "valid" : "not valid", ok ? "32" : "1;31", colours) << " (" << schema
            << ")\n";
  for (const direct::FileViolation& each : opened->decoded.violations)
    std::cout << "  " << text_of(each) << '\n';
  return ok ? fine : judged_wrong;
}

int decode_directory(const DecodeOptions& options, const KnownFormats& known) {
  const auto opened = open_directory(known, options.file);
  if (!opened) return not_judged;
  const auto& [format, decoded] = *opened;
  bool is_whole = true;
  for (const direct::FileViolation& each : decoded.violations) {
    if (each.violation.level > Level::error) continue;
    is_whole = false;
    complain(options.file + ": " + text_of(each));
  }
  if (!is_whole && !options.keep_going) return judged_wrong;
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
  if (!options.path.empty()) {
    complain(options.file + " is a directory: explain its files one by one for paths");
    return not_judged;
  }
  const auto opened = open_directory(known, options.file);
  if (!opened) return not_judged;
  if (!options.output.empty()) return write_pages(options, *opened);
  if (options.json) std::cout << R"({"files":[)";
  for (const direct::DirectoryFile& file : opened->decoded.files) {
    const bool is_first = &file == &opened->decoded.files.front();
    if (options.json)
      std::cout << (is_first ? "" : ",") << R"({"file":)" << Json(source::as_utf8(file.name)).dump()
                << R"(,"fields":)";
    else
      std::cout << (is_first ? "" : "\n") << direct::printable(file.name) << '\n';
    explain_file(options, *opened, file);
    if (options.json) std::cout << '}';
  }
  if (options.json) std::cout << "]}\n";
  return fine;
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
  const Result<void> done = replacement->commit(PartsOfOld(options.output, format));
  if (!done) complain(done.error().message);
  return done ? fine : not_judged;
}

}  // namespace schemac::cli
