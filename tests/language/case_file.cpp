#include "language/case_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace cases {

namespace fs = std::filesystem;

std::string CaseFile::text_of(std::string_view kind) const {
  for (const Section& section : sections)
    if (section.kind == kind) return section.text;
  return {};
}

std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("can't read " + path);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

CaseFile read_case(const std::string& path) {
  CaseFile file;
  file.path = path;
  file.name = fs::path(path).stem().string();
  std::istringstream text(read_text(path));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    if (line.rfind("--- ", 0) == 0) {
      std::istringstream words(line.substr(4));
      Section section;
      section.line = number;
      words >> section.kind;
      for (std::string word; words >> word;) section.arguments.push_back(word);
      file.sections.push_back(std::move(section));
    } else {
      (file.sections.empty() ? file.comment : file.sections.back().text) += line + '\n';
    }
  }
  return file;
}

std::vector<std::string> list_cases(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".case") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

void write_case(const CaseFile& file) {
  std::ofstream out(file.path, std::ios::binary);
  out << file.comment;
  for (const Section& section : file.sections) {
    out << "--- " << section.kind;
    for (const std::string& argument : section.arguments) out << ' ' << argument;
    out << '\n' << section.text;
  }
}

}  // namespace cases
