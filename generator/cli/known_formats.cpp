#include "cli/known_formats.h"

#include <filesystem>
#include <iostream>
#include <system_error>

#include "cli/terminal.h"

namespace schemac::cli {
namespace {

namespace fs = std::filesystem;

// Where the program's own schemas lie: the same place in an installed tree and in the build tree.
std::string own_schemas() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return error ? "" : (program.parent_path() / SCHEMAC_SCHEMAS).string();
}

}  // namespace

void detail::Complaints::complain(const std::string& text) { cli::complain(text); }

void detail::Complaints::complain(const source::Diagnostics& diagnostics) {
  source::print(diagnostics, std::cerr, has_colours(Stream::err));
}

KnownFormats::KnownFormats(const Lookup& lookup)
    : known::Formats(lookup, own_schemas(), static_cast<detail::Complaints&>(*this)) {}

int KnownFormats::exit_code() const { return ok() ? fine : not_judged; }

}  // namespace schemac::cli
