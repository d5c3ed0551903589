#include "formats/datasets.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "direct/files/directory.h"

namespace schemac::tests {
namespace {

namespace fs = std::filesystem;

std::string line_of(const std::string& file, const Violation& violation) {
  return file + " " + violation.path + " " + std::string(id(violation.rule)) + "(" +
         violation.name + ") " + std::string(id(violation.level)) + " " + violation.message;
}

}  // namespace

std::string difference(const std::vector<FileViolation>& generated, const plan::Plan& plan,
                       const std::string& root, const fs::path& folder) {
  for (const direct::DirectoryCandidate& candidate : direct::directories_of(plan)) {
    if (*candidate.directory->form.root != root) continue;
    const auto opened = DatasetFolder::open(folder.string());
    if (!opened) return "can't be opened";
    const auto direct = direct::decode_directory(candidate, *opened).violations;
    std::string out;
    for (std::size_t i = 0; i < std::max(generated.size(), direct.size()); ++i) {
      const bool has_both = i < generated.size() && i < direct.size();
      const std::string one =
          i < generated.size() ? line_of(generated[i].file, generated[i].violation) : "nothing";
      const std::string other =
          i < direct.size() ? line_of(direct[i].file, direct[i].violation) : "nothing";
      const bool has_same_offset =
          has_both && (generated[i].violation.offset == 0 ||
                       generated[i].violation.offset == direct[i].violation.offset);
      if (one != other || !has_same_offset)
        out += "generated: " + one + "\n   direct: " + other + "\n";
    }
    return out;
  }
  return "no directory is called so";
}

void put_file(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary)
      .write(content.data(), static_cast<std::streamsize>(content.size()));
}
std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace schemac::tests
