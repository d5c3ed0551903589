// The command line as data, for those who tell others of it: what CLI11 knows of verbs and options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace schemac::cli::shell {

/// What a value is, so that a shell can complete it.
enum class ValueKind { none, text, number, file, folder, schema, format, choice };

/// An option, or an argument that is known by its position.
struct Argument {
  std::string short_name;  ///< "o", or empty
  std::string long_name;   ///< "output"; of what has a place "FILE"
  std::string value;       ///< how help calls its value: "FILE", "text|json"; empty of a flag
  ValueKind kind = ValueKind::none;  ///< of a flag none
  std::vector<std::string> choices;
  std::string standard;  ///< what holds without it
  std::string meaning;
  bool is_required = false;
  bool is_list = false;
};

struct VerbHelp {
  std::string name;
  std::string meaning;
  std::string examples;  ///< lines
  std::vector<Argument> places;
  std::vector<Argument> options;
};

struct Program {
  std::string name;
  std::string meaning;
  std::vector<VerbHelp> verbs;
};

[[nodiscard]] Program described(const CLI::App& app);

/// Lines, each two spaces to the right.
[[nodiscard]] std::string indented(std::string_view lines);

[[nodiscard]] std::string first_line(const std::string& text);
/// With a blank between each two.
[[nodiscard]] std::string joined(const std::vector<std::string>& words);

/// Replaces each `from` in `text`.
[[nodiscard]] std::string replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace schemac::cli::shell
