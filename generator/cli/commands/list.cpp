// schemac list: the formats that the command knows.
#include <algorithm>
#include <iostream>
#include <string>

#include "cli/commands/commands.h"
#include "cli/known_formats.h"

namespace schemac::cli {

int list(const ListOptions& options) {
  if (!options.index.empty()) {
    std::cout << known::index_of(known::schemas_in(options.index), options.index);
    return fine;
  }
  const KnownFormats known(options.lookup);
  std::size_t width = 0;
  for (const auto& candidate : known.candidates())
    width = std::max(width, direct::name_of(candidate).size());
  for (const auto& candidate : known.candidates()) {
    std::string name = direct::name_of(candidate);
    name.resize(width, ' ');
    std::cout << name << "  " << candidate.plan->title;
    for (const std::string& extension : candidate.root->extensions) std::cout << "  ." << extension;
    std::cout << "  " << candidate.plan->source_path << '\n';
  }
  for (const direct::DirectoryCandidate& directory : known.directories())
    std::cout << direct::name_of(directory) << "  " << directory.plan->title << "  a directory  "
              << directory.plan->source_path << '\n';
  for (const known::KnownSchema& schema : known.schemas())
    if (!schema.compilation.ok())
      std::cout << schema.path << "  can't be used; `schemac check` says why\n";
  for (const KnownFormats::Hidden& each : known.hidden())
    std::cout << each.path << "  isn't used: " << each.by << " has the format '" << each.format
              << "', too\n";
  return fine;
}

}  // namespace schemac::cli
