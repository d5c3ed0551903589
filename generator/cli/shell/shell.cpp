// schemac completion, schemac man: what a shell knows of the command.
#include "cli/shell/shell.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "cli/files.h"
#include "cli/terminal.h"
#include "source/diagnostics.h"

namespace schemac::cli {
namespace {

bool write_pages(const std::string& directory, const shell::Program& program) {
  const std::filesystem::path folder(directory);
  bool is_written = write_file((folder / (program.name + ".1")).string(), program_page(program));
  for (const shell::VerbHelp& verb : program.verbs)
    is_written =
        is_written && write_file((folder / (program.name + "-" + verb.name + ".1")).string(),
                                 verb_page(program, verb));
  return is_written;
}

}  // namespace

int completion(const CompletionOptions& options, const shell::Program& program) {
  std::cout << (options.shell == "bash"  ? bash_completion(program)
                : options.shell == "zsh" ? zsh_completion(program)
                                         : fish_completion(program));
  return fine;
}

int man(const ManOptions& options, const shell::Program& program) {
  if (!options.directory.empty())
    return write_pages(options.directory, program) ? fine : not_judged;
  if (options.verb.empty()) {
    std::cout << program_page(program);
    return fine;
  }
  const auto verb = std::ranges::find(program.verbs, options.verb, &shell::VerbHelp::name);
  if (verb != program.verbs.end()) {
    std::cout << verb_page(program, *verb);
    return fine;
  }
  std::vector<std::string> names;
  for (const shell::VerbHelp& each : program.verbs) names.push_back(each.name);
  const auto near = source::suggest(options.verb, names);
  complain("there is no verb '" + options.verb + "'" +
           (near ? "; did you mean '" + *near + "'?" : ""));
  return not_judged;
}

}  // namespace schemac::cli
