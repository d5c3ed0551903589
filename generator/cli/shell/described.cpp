#include "cli/shell/described.h"

#include <CLI/CLI.hpp>
#include <array>
#include <utility>

namespace schemac::cli::shell {
namespace {

std::vector<std::string> words_of(std::string_view type) {
  std::vector<std::string> words;
  for (std::size_t bar = type.find('|'); bar != std::string_view::npos; bar = type.find('|')) {
    words.emplace_back(type.substr(0, bar));
    type.remove_prefix(bar + 1);
  }
  words.emplace_back(type);
  return words;
}

ValueKind kind_of(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, ValueKind>, 8> kinds = {{
      {"FILE", ValueKind::file},
      {"A", ValueKind::file},
      {"B", ValueKind::file},
      {"VALUES", ValueKind::file},
      {"FOLDER", ValueKind::folder},
      {"SCHEMA", ValueKind::schema},
      {"FORMAT", ValueKind::format},
      {"N", ValueKind::number},
  }};
  if (name.find('|') != std::string_view::npos) return ValueKind::choice;
  for (const auto& [known, kind] : kinds)
    if (known == name) return kind;
  return ValueKind::text;
}

Argument argument_of(const CLI::Option& option) {
  Argument argument;
  const bool has_place = option.get_positional();
  argument.long_name = has_place                     ? option.get_name(true)
                       : option.get_lnames().empty() ? std::string()
                                                     : option.get_lnames().front();
  if (!option.get_snames().empty()) argument.short_name = option.get_snames().front();
  argument.meaning = option.get_description();
  argument.is_required = option.get_required();
  argument.is_list = option.get_expected_max() > 1;
  if (option.get_items_expected_max() == 0) return argument;
  const std::string type = option.get_type_name();
  argument.kind =
      kind_of(has_place && type.find('|') == std::string::npos ? argument.long_name : type);
  argument.value = has_place ? argument.long_name : type;
  if (argument.kind == ValueKind::choice) argument.choices = words_of(type);
  argument.standard = option.get_default_str();
  return argument;
}

VerbHelp verb_of(const CLI::App& app) {
  VerbHelp verb;
  verb.name = app.get_name();
  verb.meaning = app.get_description();
  constexpr std::string_view heading = "Examples:\n";
  const std::string footer = app.get_footer();
  verb.examples = footer.starts_with(heading) ? footer.substr(heading.size()) : footer;
  for (const CLI::Option* option : app.get_options())
    (option->get_positional() ? verb.places : verb.options).push_back(argument_of(*option));
  return verb;
}

}  // namespace

Program described(const CLI::App& app) {
  Program program{app.get_name(), app.get_description(), {}};
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    program.verbs.push_back(verb_of(*verb));
  return program;
}

std::string indented(std::string_view lines) {
  return "  " + replaced(std::string(lines), "\n", "\n  ");
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace schemac::cli::shell
