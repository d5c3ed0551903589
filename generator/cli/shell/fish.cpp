// fish: a line for each verb, option and place.
#include <fmt/format.h>

#include "cli/shell/shell.h"

namespace schemac::cli::shell {
namespace {

std::string quoted(std::string text) {
  text = replaced(std::move(text), "\\", "\\\\");
  return '\'' + replaced(std::move(text), "'", "\\'") + '\'';
}

// What may be given there: -x is one of these, -r any word, -F a file.
std::string values_of(const Argument& argument) {
  switch (argument.kind) {
    case ValueKind::none:
      return "";
    case ValueKind::text:
    case ValueKind::number:
      return " -x";
    case ValueKind::file:
      return " -r -F";
    case ValueKind::folder:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::schema:
      return " -x -k -a '(__fish_complete_suffix .yaml)'";
    case ValueKind::format:
      return " -x -k -a '(__schemac_formats; __fish_complete_suffix .yaml)'";
    case ValueKind::choice:
      return " -x -a '" + joined(argument.choices) + "'";
  }
  return "";
}

std::string line_of(const VerbHelp& verb, const Argument& option) {
  std::string names;
  if (!option.short_name.empty()) names += " -s " + option.short_name;
  if (!option.long_name.empty()) names += " -l " + option.long_name;
  return fmt::format("complete -c schemac -n '__fish_seen_subcommand_from {}'{}{} -d {}\n",
                     verb.name, names, values_of(option), quoted(first_line(option.meaning)));
}

std::string line_of_place(const VerbHelp& verb) {
  if (verb.places.empty()) return "";
  std::string values = values_of(verb.places.front());
  if (verb.places.front().kind == ValueKind::file) values = " -F";
  return fmt::format("complete -c schemac -n '__fish_seen_subcommand_from {}'{}\n", verb.name,
                     replaced(std::move(values), " -x", ""));
}

}  // namespace

std::string fish_completion(const Program& program) {
  std::string text =
      "# Completion for fish, made by `schemac completion fish`.\n"
      "function __schemac_formats\n"
      "  schemac list 2>/dev/null | string replace -r ' .*' ''\n"
      "end\n"
      "complete -c schemac -f\n"
      "complete -c schemac -n __fish_use_subcommand -s h -l help -d 'Print help'\n"
      "complete -c schemac -n __fish_use_subcommand -l version -d 'Print the version'\n";
  for (const VerbHelp& verb : program.verbs)
    text += fmt::format("complete -c schemac -n __fish_use_subcommand -a {} -d {}\n", verb.name,
                        quoted(first_line(verb.meaning)));
  for (const VerbHelp& verb : program.verbs) {
    text += line_of_place(verb);
    for (const Argument& option : verb.options) text += line_of(verb, option);
  }
  return text;
}

}  // namespace schemac::cli::shell
