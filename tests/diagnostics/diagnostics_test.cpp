// Each .case file is a bad schema with one mistake, and the exact text that `schemac check` prints
// about it. UPDATE=1 rewrites the texts; the change is then read like code. A section `remedy` does
// what the helps of the text propose: the schema is then accepted. `remedy FILE` changes a file
// beside it, or is that file if the case has none.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>

#include "compile.h"
#include "language/case_file.h"
#include "language/case_registry.h"

namespace {

namespace fs = std::filesystem;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

// What `schemac check` finds in a schema. Imported files of a case stand in a folder of their own,
// which the text doesn't show.
struct Checked {
  schemac::Compilation run;
  std::string text;
};

Checked check(const cases::CaseFile& file, const std::string& schema) {
  const fs::path folder = fs::temp_directory_path() / ("schemac_diagnostics_" + file.name);
  fs::create_directories(folder);
  for (const auto& section : file.sections)
    if (section.kind == "file") std::ofstream(folder / section.arguments.front()) << section.text;
  const std::string path = (folder / (file.name + ".yaml")).string();
  Checked checked{schemac::compile_text(path, schema, schemac::Stage::values), {}};
  fs::remove_all(folder);
  checked.text = replaced(to_text(checked.run.diagnostics), folder.string() + "/", "");
  return checked;
}

// ---- what the helps of a case propose ----

// One edit a line, "this => that"; the first occurrence of the left side is meant.
std::string remedied(std::string schema, const std::string& edits) {
  std::istringstream lines(edits);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t arrow = line.find(" =>");
    const std::string from = replaced(line.substr(0, arrow), "\\n", "\n");
    const std::string to = arrow + 4 <= line.size() ? line.substr(arrow + 4) : "";
    INFO(line);
    const std::size_t at = arrow == std::string::npos ? arrow : schema.find(from);
    REQUIRE(at != std::string::npos);
    schema.replace(at, from.size(), replaced(to, "\\n", "\n"));
  }
  return schema;
}

// The same in a file beside the schema; one that is missing is the section itself.
cases::CaseFile with_remedied_file(cases::CaseFile file, const cases::Section& remedy) {
  for (cases::Section& section : file.sections)
    if (section.kind == "file" && section.arguments == remedy.arguments) {
      section.text = remedied(section.text, remedy.text);
      return file;
    }
  file.sections.push_back({"file", remedy.arguments, remedy.text, 0});
  return file;
}

// "did you mean 'x'?" is followed by itself; nothing if a help says something else.
std::optional<std::string> respelled(const Checked& checked, std::string schema) {
  const std::string begin = "did you mean '", end = "'?";
  auto all = checked.run.diagnostics.all();
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.range.begin > b.range.begin; });
  for (const auto& each : all) {
    if (each.helps.size() != 1 || each.range.file != checked.run.sources->files().front().get())
      return std::nullopt;
    const std::string& help = each.helps.front();
    if (!help.starts_with(begin) || !help.ends_with(end)) return std::nullopt;
    schema.replace(each.range.begin, each.range.end - each.range.begin,
                   help.substr(begin.size(), help.size() - begin.size() - end.size()));
  }
  return schema;
}

// Cases whose helps aren't followed, each with its reason.
std::set<std::string> exempted() {
  std::set<std::string> names;
  std::istringstream lines(cases::read_text(SCHEMAC_SOURCE_DIR "/tests/diagnostics/no_remedy.txt"));
  for (std::string line; std::getline(lines, line);)
    if (!line.empty() && line.front() != '#') names.insert(line.substr(0, line.find(':')));
  return names;
}

// Whoever does what the helps say has a schema that is accepted.
void follow_helps(const cases::CaseFile& file, const Checked& checked) {
  const std::string schema = file.text_of("schema");
  bool is_followed = false;
  for (const auto& section : file.sections) {
    if (section.kind != "remedy") continue;
    const bool is_of_schema = section.arguments.empty();
    const Checked after = check(is_of_schema ? file : with_remedied_file(file, section),
                                is_of_schema ? remedied(schema, section.text) : schema);
    INFO("after the help is followed: " << after.text);
    CHECK(after.run.ok());
    is_followed = true;
  }
  if (checked.text.find("  help: ") == std::string::npos || is_followed) return;
  if (const auto respelt = respelled(checked, schema)) {
    const Checked after = check(file, *respelt);
    INFO("after the help is followed: " << after.text);
    CHECK(after.run.ok());
    return;
  }
  INFO("has a help and no '--- remedy'");
  CHECK(exempted().contains(file.name));
}

void run_case(const std::string& path) {
  cases::CaseFile file = cases::read_case(path);
  const Checked checked = check(file, file.text_of("schema"));
  CHECK(!checked.text.empty());
  if (std::getenv("UPDATE") != nullptr) {
    std::erase_if(file.sections, [](const auto& section) { return section.kind == "text"; });
    file.sections.push_back({"text", {}, checked.text, 0});
    cases::write_case(file);
  } else {
    CHECK(checked.text == file.text_of("text"));
  }
  follow_helps(file, checked);
}

const bool is_registered = cases::register_cases("diagnostics", run_case);

// "planned" in diagnostics.error(range, "planned", ...), wherever the line breaks: the first
// argument after a comma that looks like a code.
std::set<std::string> codes_in_sources() {
  std::set<std::string> codes;
  const std::regex call(
      R"re((?:error|warning|report|quote_needed)\(\s*[^;]*?,\s*"([a-z]+(?:-[a-z]+)*)",)re");
  for (const char* stage : {"syntax", "model", "plan"})
    for (const auto& entry :
         fs::recursive_directory_iterator(std::string(SCHEMAC_SOURCE_DIR "/generator/") + stage)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      const std::string text = cases::read_text(entry.path().string());
      for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it)
        codes.insert((*it)[1]);
    }
  return codes;
}

TEST_CASE("every code of a diagnostic is provoked by a case", "[codes]") {
  std::string texts;
  for (const std::string& path : cases::list_cases(SCHEMAC_SOURCE_DIR "/tests/diagnostics"))
    texts += cases::read_case(path).text_of("text");
  for (const std::string& code : codes_in_sources()) {
    INFO("code " << code);
    CHECK(texts.find('[' + code + ']') != std::string::npos);
  }
}

}  // namespace
