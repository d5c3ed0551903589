// What a shell knows of the command: completions, and manual pages.
#pragma once

#include <string>

#include "cli/options.h"
#include "cli/shell/described.h"

namespace schemac::cli::shell {

// Scripts that complete verbs, options, words that an option allows, names of formats, and files.
[[nodiscard]] std::string bash_completion(const Program& program);
[[nodiscard]] std::string zsh_completion(const Program& program);
[[nodiscard]] std::string fish_completion(const Program& program);

/// The manual page of the program, in section 1 (`man`, 7).
[[nodiscard]] std::string program_page(const Program& program);
/// That of one of its verbs, "schemac-ls".
[[nodiscard]] std::string verb_page(const Program& program, const VerbHelp& verb);

}  // namespace schemac::cli::shell

namespace schemac::cli {

// The verbs; they return the exit code.
[[nodiscard]] int completion(const CompletionOptions& options, const shell::Program& program);
[[nodiscard]] int man(const ManOptions& options, const shell::Program& program);

}  // namespace schemac::cli
