#include "cli/referenced_files.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "schemac/io/source.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

Violation refused(const std::string& name, const std::string& why) {
  Violation violation;
  violation.rule = Rule::io_error;
  violation.message = "cannot open '" + name + "': " + why;
  return violation;
}

bool lies_beneath(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first ==
         folder.end();
}

}  // namespace

ReferencedFiles::ReferencedFiles(const std::string& path) {
  const fs::path folder = path == "-" ? fs::path() : fs::path(path).parent_path();
  folder_ = folder.empty() ? "." : folder.string();
}

Result<direct::Content> ReferencedFiles::open(const std::string& name) {
  if (const auto known = opened_.find(name); known != opened_.end()) return known->second;
  const fs::path path = fs::path(folder_) / name;
  std::error_code error;
  const fs::path folder = fs::canonical(folder_, error);
  const fs::path real = error ? fs::path() : fs::canonical(path, error);
  if (error) return refused(name, error.message());
  if (fs::path(name).is_absolute() || !lies_beneath(real, folder))
    return refused(name, "it isn't in the folder of the values, or below it");
  if (!fs::is_regular_file(real, error)) return refused(name, "it is not a file");
  auto source = Source::open(path.string());
  if (!source) return std::move(source).error();
  const auto owner = std::make_shared<const Source>(*std::move(source));
  return opened_[name] = direct::Content{owner->bytes(), owner};
}

}  // namespace schemac::cli
