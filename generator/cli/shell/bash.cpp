// bash: one function that looks at the word before the cursor.
#include <fmt/format.h>

#include "cli/shell/shell.h"

namespace schemac::cli::shell {
namespace {

std::string call_for(const Argument& argument) {
  switch (argument.kind) {
    case ValueKind::none:
    case ValueKind::text:
    case ValueKind::number:
      return ":";
    case ValueKind::file:
      return "_schemac_files -f";
    case ValueKind::folder:
      return "_schemac_files -d";
    case ValueKind::schema:
      return "_schemac_schemas";
    case ValueKind::format:
      return "_schemac_formats \"$1\"";
    case ValueKind::choice:
      return fmt::format("_schemac_words '{}'", joined(argument.choices));
  }
  return ":";
}

// What follows "verb option".
std::string value_cases(const VerbHelp& verb) {
  std::string text;
  for (const Argument& option : verb.options) {
    if (option.kind == ValueKind::none) continue;
    std::string names;
    if (!option.short_name.empty())
      names = fmt::format("'{} -{}' | ", verb.name, option.short_name);
    names += fmt::format("'{} --{}'", verb.name, option.long_name);
    text += fmt::format("    {}) {}; return ;;\n", names, call_for(option));
  }
  return text;
}

std::string option_case(const VerbHelp& verb) {
  std::vector<std::string> names;
  for (const Argument& option : verb.options) {
    if (!option.short_name.empty()) names.push_back("-" + option.short_name);
    if (!option.long_name.empty()) names.push_back("--" + option.long_name);
  }
  return fmt::format("      {}) _schemac_words '{}' ;;\n", verb.name, joined(names));
}

// Places after the first are completed as that one, but for words that are none.
std::string place_case(const VerbHelp& verb) {
  return verb.places.empty()
             ? ""
             : fmt::format("    {}) {} ;;\n", verb.name, call_for(verb.places.front()));
}

constexpr std::string_view head = R"sh(# Completion for bash, made by `schemac completion bash`.
_schemac_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }
_schemac_files() { compopt -o filenames; mapfile -t COMPREPLY < <(compgen "$1" -- "$cur"); }
_schemac_schemas() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -X '!*.yaml' -- "$cur"; compgen -d -- "$cur")
}
_schemac_formats() {
  _schemac_schemas
  mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(
    compgen -W "$("$1" list 2>/dev/null | cut -d' ' -f1)" -- "$cur")
}
_schemac() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]}
  COMPREPLY=()
  # "--format=csv" comes as three words.
  if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
)sh";

}  // namespace

std::string bash_completion(const Program& program) {
  std::vector<std::string> verbs;
  std::string values, options, places;
  for (const VerbHelp& verb : program.verbs) {
    verbs.push_back(verb.name);
    values += value_cases(verb);
    options += option_case(verb);
    places += place_case(verb);
  }
  verbs.insert(verbs.end(), {"--help", "--version"});
  return fmt::format(
      "{}  if ((COMP_CWORD == 1)); then _schemac_words '{}'; return; fi\n"
      "  case \"$verb $prev\" in\n{}  esac\n"
      "  if [[ $cur == -* ]]; then\n    case $verb in\n{}    esac\n    return\n  fi\n"
      "  case $verb in\n{}  esac\n}}\ncomplete -F _schemac schemac\n",
      head, joined(verbs), values, options, places);
}

}  // namespace schemac::cli::shell
