// Each .case file is a bad schema with one mistake, and the exact text that `schemac check` prints
// about it. UPDATE=1 rewrites the texts; the change is then read like code.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

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

// What `schemac check` prints, and behind it what only making the plan can say (`schemac gen`).
// Imported files of a case stand in a folder of their own, which the text doesn't show.
std::string text_about(const cases::CaseFile& file) {
  const fs::path folder = fs::temp_directory_path() / ("schemac_diagnostics_" + file.name);
  fs::create_directories(folder);
  for (const auto& section : file.sections)
    if (section.kind == "file") std::ofstream(folder / section.arguments.front()) << section.text;
  const std::string path = (folder / (file.name + ".yaml")).string();
  const auto run = schemac::compile_text(path, file.text_of("schema"), schemac::Stage::values);
  fs::remove_all(folder);
  return replaced(to_text(run.diagnostics), folder.string() + "/", "");
}

void run_case(const std::string& path) {
  cases::CaseFile file = cases::read_case(path);
  const std::string text = text_about(file);
  CHECK(!text.empty());
  if (std::getenv("UPDATE") != nullptr) {
    std::erase_if(file.sections, [](const auto& section) { return section.kind == "text"; });
    file.sections.push_back({"text", {}, text, 0});
    cases::write_case(file);
    return;
  }
  CHECK(text == file.text_of("text"));
}

const bool is_registered = cases::register_cases("diagnostics", run_case);

// "planned" in diagnostics.error(range, "planned", ...), wherever the line breaks: the first
// argument behind a comma that looks like a code.
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
