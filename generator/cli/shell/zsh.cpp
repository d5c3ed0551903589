// zsh: a specification of each verb's arguments for its `_arguments`.
#include <fmt/format.h>

#include "cli/shell/shell.h"

namespace schemac::cli::shell {
namespace {

std::string quoted(std::string text) {
  return '\'' + replaced(std::move(text), "'", R"('\'')") + '\'';
}

// Brackets end a meaning, a colon a message.
std::string escaped(std::string text) {
  for (const char* sign : {"\\", "[", "]", ":"})
    text = replaced(std::move(text), sign, std::string("\\") + sign);
  return text;
}

std::string action_for(const Argument& argument) {
  switch (argument.kind) {
    case ValueKind::none:
    case ValueKind::text:
    case ValueKind::number:
      return "";
    case ValueKind::file:
      return "_files";
    case ValueKind::folder:
      return "_files -/";
    case ValueKind::schema:
      return "_files -g \"*.yaml\"";
    case ValueKind::format:
      return "_schemac_formats";
    case ValueKind::choice:
      return "(" + joined(argument.choices) + ")";
  }
  return "";
}

// "[meaning]:FILE:_files" after the names.
std::string specification(const Argument& argument) {
  std::string text = "[" + escaped(first_line(argument.meaning)) + "]";
  if (argument.kind != ValueKind::none)
    text += ":" + escaped(argument.kind == ValueKind::choice ? "word" : argument.value) + ":" +
            action_for(argument);
  return text;
}

std::string option_line(const Argument& option) {
  const std::string often = option.is_list ? "*" : "";
  const std::string name = "--" + option.long_name;
  if (option.short_name.empty()) return quoted(often + name + specification(option));
  const std::string brief = "-" + option.short_name;
  const std::string alone = option.is_list ? "*" : "(" + brief + " " + name + ")";
  return fmt::format("{}{{{},{}}}{}", quoted(alone), brief, name, quoted(specification(option)));
}

std::string place_line(const Argument& place) {
  const std::string often = place.is_list ? "*" : place.is_required ? "" : ":";
  return quoted(often + ":" + escaped(place.long_name) + ":" + action_for(place));
}

std::string case_of(const VerbHelp& verb) {
  std::string text = fmt::format("        {})\n          _arguments", verb.name);
  for (const Argument& option : verb.options) text += " \\\n            " + option_line(option);
  for (const Argument& place : verb.places) text += " \\\n            " + place_line(place);
  return text + " ;;\n";
}

constexpr std::string_view script = R"sh(#compdef schemac
# Completion for zsh, made by `schemac completion zsh`.
_schemac_formats() {
  local -a formats
  formats=(${(f)"$(schemac list 2>/dev/null | cut -d' ' -f1)"})
  _alternative 'formats:format:compadd -a formats' 'files:schema:_files -g "*.yaml"'
}
_schemac() {
  local curcontext=$curcontext state line
  _arguments -C '(- *)'{-h,--help}'[Print help]' '(- *)--version[Print the version]' \
    '1:verb:->verb' '*::argument:->arguments' && return
  case $state in
    verb)
      local -a verbs
      verbs=(
@verbs@
      )
      _describe -t verbs verb verbs ;;
    arguments)
      curcontext=${curcontext%:*:*}:schemac-$words[1]:
      case $words[1] in
@cases@
      esac ;;
  esac
}
if [[ $funcstack[1] == _schemac ]]; then _schemac "$@"; else compdef _schemac schemac; fi
)sh";

}  // namespace

std::string zsh_completion(const Program& program) {
  std::string verbs, cases;
  for (const VerbHelp& verb : program.verbs) {
    verbs += "        " + quoted(verb.name + ":" + first_line(verb.meaning)) + "\n";
    cases += case_of(verb);
  }
  return replaced(replaced(std::string(script), "@verbs@\n", verbs), "@cases@\n", cases);
}

}  // namespace schemac::cli::shell
