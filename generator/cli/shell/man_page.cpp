// Manual pages, in roff with the macros of man(7).
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "cli/shell/shell.h"
#include "cli/verbs.h"

namespace schemac::cli::shell {
namespace {

std::string upper(std::string_view text) {
  std::string result(text);
  for (char& ch : result) ch = static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
  return result;
}

// Text in which roff sees no request: those begin lines, and a backslash is one anywhere.
std::string plain(std::string_view text) {
  std::string result = replaced(std::string(text), "\\", "\\(rs");
  result = replaced(std::move(result), "-", "\\-");
  result = replaced(std::move(result), "\n.", "\n\\&.");
  result = replaced(std::move(result), "\n'", "\n\\&'");
  const bool is_request = result.starts_with('.') || result.starts_with('\'');
  return is_request ? "\\&" + result : result;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string heading(std::string_view name, std::string_view meaning) {
  return fmt::format(".TH {} 1 \"\" \"schemac " SCHEMAC_VERSION
                     "\" \"schemac\"\n"
                     ".SH NAME\n{} \\- {}\n",
                     plain(upper(name)), plain(name), plain(meaning));
}

std::string entry(const std::string& tag, std::string_view text) {
  return ".TP\n" + tag + "\n" + replaced(plain(text), "\n", "\n.br\n") + "\n";
}

std::string entry_of(const Argument& argument, bool has_place) {
  std::string tag;
  if (has_place) {
    tag = italic(argument.long_name);
  } else {
    if (!argument.short_name.empty()) tag = bold("-" + argument.short_name);
    if (!argument.long_name.empty())
      tag += (tag.empty() ? "" : ", ") + bold("--" + argument.long_name);
    if (!argument.value.empty()) tag += " " + italic(argument.value);
  }
  std::string text = argument.meaning;
  if (has_place && argument.kind == ValueKind::choice) {
    text += ": ";
    for (const std::string& word : argument.choices)
      text += (&word == argument.choices.data() ? "" : ", ") + word;
  }
  if (!argument.standard.empty()) text += "\nDefault: " + argument.standard;
  return entry(tag, text);
}

std::string synopsis(const Program& program, const VerbHelp& verb) {
  std::string text = ".SH SYNOPSIS\n" + bold(program.name + " " + verb.name);
  for (const Argument& option : verb.options)
    if (option.is_required)
      text += " " +
              bold(option.short_name.empty() ? "--" + option.long_name : "-" + option.short_name) +
              " " + italic(option.value);
  text += " [" + italic("OPTION") + "]...";
  for (const Argument& place : verb.places) {
    const std::string name = italic(place.long_name) + (place.is_list ? "..." : "");
    text += " " + (place.is_required ? name : "[" + name + "]");
  }
  return text + "\n";
}

// Lines of a program are shown as they are, others as text.
std::string examples(const std::string& lines) {
  if (lines.empty()) return "";
  std::string text = ".SH EXAMPLES\n.nf\n";
  bool is_shown = true;
  for (std::size_t at = 0; at < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', at), lines.size());
    const std::string_view line = std::string_view(lines).substr(at, end - at);
    if (is_shown && !line.starts_with("  ")) {
      text += ".fi\n.PP\n";
      is_shown = false;
    }
    text += plain(line.starts_with("  ") ? line.substr(2) : line) + "\n";
    at = end + 1;
  }
  return text + (is_shown ? ".fi\n" : "");
}

// "key: text" in each line.
std::string common() {
  std::string text;
  for (const CommonHelp& help : common_help) {
    text += ".SH " + upper(help.title) + "\n";
    std::string_view rest = help.text;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const std::size_t colon = line.find(": ");
      text += entry(bold(line.substr(0, colon)), line.substr(colon + 2));
    }
  }
  return text;
}

}  // namespace

std::string program_page(const Program& program) {
  std::string text = heading(program.name, program.meaning);
  text += ".SH SYNOPSIS\n" + bold(program.name) + " " + italic("VERB") + " [" + italic("OPTION") +
          "]... " + italic("ARGUMENT") + "...\n.SH VERBS\n";
  std::string others;
  for (const VerbHelp& verb : program.verbs) {
    text += entry(bold(verb.name), verb.meaning);
    others +=
        (others.empty() ? ".BR " : " ,\n.BR ") + plain(program.name + "-" + verb.name) + " (1)";
  }
  text += ".SH OPTIONS\n" +
          entry(bold("-h") + ", " + bold("--help"), "Print help, also of a verb") +
          entry(bold("--version"), "Print the version");
  return text + common() + ".SH SEE ALSO\n" + others + "\n";
}

std::string verb_page(const Program& program, const VerbHelp& verb) {
  std::string text =
      heading(program.name + "-" + verb.name, verb.meaning) + synopsis(program, verb);
  if (!verb.places.empty()) text += ".SH ARGUMENTS\n";
  for (const Argument& place : verb.places) text += entry_of(place, true);
  text += ".SH OPTIONS\n";
  for (const Argument& option : verb.options) text += entry_of(option, false);
  return text + examples(verb.examples) + common() + ".SH SEE ALSO\n.BR " + plain(program.name) +
         " (1)\n";
}

}  // namespace schemac::cli::shell
