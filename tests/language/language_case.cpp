#include "language/language_case.h"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cases {
namespace {

[[noreturn]] void fail(const CaseFile& file, const Section& section, const std::string& what) {
  throw std::runtime_error(file.path + ":" + std::to_string(section.line) + ": " + what);
}

void append_bytes(const CaseFile& file, const Section& section, std::istream& words,
                  std::vector<std::byte>& bytes) {
  for (std::string word; words >> word;) {
    if (word.size() != 2 || word.find_first_not_of("0123456789abcdef") != std::string::npos)
      fail(file, section, "'" + word + "' is no byte in hex");
    bytes.push_back(static_cast<std::byte>(std::stoul(word, nullptr, 16)));
  }
}

std::vector<std::byte> parse_bytes(const CaseFile& file, const Section& section) {
  std::vector<std::byte> bytes;
  std::istringstream text(section.text);
  for (std::string line; std::getline(text, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    append_bytes(file, section, words, bytes);
  }
  return bytes;
}

// A line each: NAME 01 02, NAME "text", or NAME/.
std::vector<FileInFolder> parse_files(const CaseFile& file, const Section& section) {
  std::vector<FileInFolder> files;
  std::istringstream text(section.text);
  for (std::string line; std::getline(text, line);) {
    const std::size_t quote = line.find('"');
    if (quote == std::string::npos) line = line.substr(0, line.find('#'));
    std::istringstream words(line.substr(0, quote));
    FileInFolder made;
    if (!(words >> made.name)) continue;
    append_bytes(file, section, words, made.bytes);
    if (quote != std::string::npos)
      for (std::size_t i = quote + 1; i < line.rfind('"'); ++i)
        made.bytes.push_back(static_cast<std::byte>(line[i]));
    files.push_back(std::move(made));
  }
  return files;
}

// Lines that aren't empty, blanks inside them made single.
std::vector<std::string> parse_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string joined;
    for (std::string word; words >> word;) joined += (joined.empty() ? "" : " ") + word;
    if (!joined.empty()) lines.push_back(joined);
  }
  return lines;
}

Json parse_json(const CaseFile& file, const Section& section) {
  const Json json = Json::parse(section.text, nullptr, false);
  if (json.is_discarded()) fail(file, section, "this is no JSON");
  return json;
}

// What comes after `--- bytes` or `--- folder`.
template <class Expected>
Expected parse_arguments(const Section& section) {
  Expected expected;
  expected.line = section.line;
  for (const std::string& word : section.arguments) {
    if (word == "accepted") {
      expected.is_canonical = false;
    } else if (word.rfind("depth=", 0) == 0) {
      expected.limits.depth = static_cast<std::uint32_t>(std::stoul(word.substr(6)));
    } else if (word.rfind("elements=", 0) == 0) {
      expected.limits.elements = std::stoull(word.substr(9));
    } else if (word.rfind("decoded=", 0) == 0) {
      expected.limits.decoded = std::stoull(word.substr(8));
    } else {
      expected.root = word;
    }
  }
  return expected;
}
ExpectedFile parse_file(const CaseFile& file, const Section& section) {
  auto expected = parse_arguments<ExpectedFile>(section);
  expected.bytes = parse_bytes(file, section);
  return expected;
}
ExpectedFolder parse_folder(const CaseFile& file, const Section& section) {
  auto expected = parse_arguments<ExpectedFolder>(section);
  expected.files = parse_files(file, section);
  return expected;
}

// "RULE(NAME) LEVEL"
std::string rule_of(const schemac::Violation& violation) {
  std::string text(id(violation.rule));
  if (!violation.name.empty()) text += '(' + violation.name + ')';
  return text + ' ' + std::string(id(violation.level));
}

}  // namespace

LanguageCase read_language_case(const std::string& path) {
  LanguageCase result;
  result.file = read_case(path);
  bool is_folder = false;  // what values and violations are of
  for (const Section& section : result.file.sections) {
    const std::string& kind = section.kind;
    if (kind == "schema" || kind == "file") continue;
    if (kind == "bytes") {
      result.files.push_back(parse_file(result.file, section));
      is_folder = false;
    } else if (kind == "folder") {
      result.folders.push_back(parse_folder(result.file, section));
      is_folder = true;
    } else if (kind == "unwritable") {
      Unwritable refused;
      refused.line = section.line;
      if (!section.arguments.empty()) refused.root = section.arguments.front();
      refused.values = parse_json(result.file, section);
      result.unwritable.push_back(std::move(refused));
    } else if (kind == "problems" && !result.unwritable.empty()) {
      result.unwritable.back().problems = parse_lines(section.text);
    } else if (kind == "values" && is_folder) {
      result.folders.back().values = parse_json(result.file, section);
    } else if (kind == "violations" && is_folder) {
      result.folders.back().violations = parse_lines(section.text);
    } else if (kind == "values" && !result.files.empty()) {
      result.files.back().values = parse_json(result.file, section);
    } else if (kind == "writes" && !result.files.empty()) {
      result.files.back().also_written.push_back(parse_json(result.file, section));
    } else if (kind == "violations" && !result.files.empty()) {
      result.files.back().violations = parse_lines(section.text);
    } else {
      fail(result.file, section, "'" + kind + "' can't stand here");
    }
  }
  return result;
}

bool is_of_json(const std::string& problem) {
  return problem.substr(problem.find(' ') + 1).rfind("- ", 0) == 0;
}

std::string to_problem(const schemac::Violation& violation) {
  std::string line = (violation.path.empty() ? "-" : violation.path) + ' ' + rule_of(violation);
  return line + ' ' + violation.message;
}

std::string to_line(const schemac::Violation& violation) {
  const std::string path = violation.path.empty() ? "-" : violation.path;
  return path + ' ' + std::to_string(violation.offset) + ' ' + rule_of(violation) + ' ' +
         violation.message;
}

std::vector<std::string> to_lines(const schemac::Report& report) {
  std::vector<std::string> lines;
  for (const schemac::Violation& violation : report.violations())
    lines.push_back(to_line(violation));
  return lines;
}

std::string to_line(const std::string& file, const schemac::Violation& violation) {
  return (file.empty() ? "-" : file) + ": " + to_line(violation);
}

void put_files(const ExpectedFolder& folder, const std::string& path) {
  namespace fs = std::filesystem;
  for (const auto& [name, bytes] : folder.files) {
    const fs::path file = fs::path(path) / name;
    fs::create_directories(file.parent_path());
    if (name.back() == '/') continue;
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
}

std::string show(const std::vector<std::byte>& bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto value = std::to_integer<unsigned>(bytes[i]);
    if (i > 0) text += i % 4 == 0 ? "  " : " ";
    text += digits[value / 16];
    text += digits[value % 16];
  }
  return text;
}

}  // namespace cases
