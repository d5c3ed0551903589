// schemac set: a file with other values.
#include <memory>
#include <optional>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/commands/write_values.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "direct/files/file_form.h"
#include "direct/path/edit.h"
#include "schemac/io/source.h"

namespace schemac::cli {
namespace {

using direct::Edit;

// What values refer to by "@name": whoever types it may name any file.
Result<direct::Content> open_named(const std::string& name) {
  auto source = Source::open(name);
  if (!source) return std::move(source).error();
  const auto owner = std::make_shared<const Source>(*std::move(source));
  return direct::Content{owner->bytes(), owner};
}

// Without what main.cpp puts before brackets.
std::string plain(std::string value) {
  if (value.starts_with(" [")) value.erase(0, 1);
  return value;
}

std::vector<Edit> edits_of(const SetOptions& options) {
  std::vector<Edit> edits;
  for (const auto& [path, value] : options.renamed)
    edits.push_back({Edit::Kind::rename, path, value});
  for (std::size_t i = 0; i + 1 < options.replaced.size(); i += 2)
    edits.push_back({Edit::Kind::replace, options.replaced[i], plain(options.replaced[i + 1])});
  for (const auto& [path, value] : options.added)
    edits.push_back({Edit::Kind::add, path, plain(value)});
  for (const std::string& path : options.removed) edits.push_back({Edit::Kind::remove, path, ""});
  return edits;
}

// What is asked for, and where it goes; nothing if that isn't clear.
std::optional<std::string> output_of(const SetOptions& options, std::size_t edits) {
  std::string lack;
  if (options.replaced.size() % 2 != 0)
    lack = "'" + options.replaced.back() + "' has no value; give paths and values in pairs";
  else if (edits == 0)
    lack = "nothing is to be changed; give a path and its value";
  else if (options.output.empty() && !options.is_in_place)
    lack = "name the file to write with -o, or change the file itself with --in-place";
  else if (options.is_in_place && options.file == "-")
    lack = "stdin can't be changed in place; name a file to write with -o";
  else if (is_directory(options.file))
    lack = options.file + " is a directory; `decode --json --full` and `encode` change one";
  if (lack.empty()) return options.is_in_place ? options.file : options.output;
  complain(lack);
  return std::nullopt;
}

}  // namespace

int set(const SetOptions& options) {
  const std::vector<Edit> edits = edits_of(options);
  const auto output = output_of(options, edits.size());
  if (!output) return not_judged;
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  Input input;
  if (!input.open(options.file)) return not_judged;
  const auto format = known.choose(input.bytes(), options.file);
  if (!format) return not_judged;
  const direct::FileForm form(*format->plan, *format->root, input.bytes());
  direct::Decoded decoded = while_busy(
      "read " + options.file, [&] { return direct::decode(form, direct::Reading::strict); });
  for (const Violation& violation : decoded.report.violations())
    complain(options.file + ": " + to_string(violation));
  if (!decoded.report.ok()) return judged_wrong;
  for (const Edit& edit : edits) {
    const auto problems = direct::apply(*format->plan, *format->root, edit,
                                        {.open_file = open_named}, decoded.values);
    for (const direct::Problem& problem : problems) complain(to_string(problem));
    if (!problems.empty()) return judged_wrong;
  }
  const auto encode = [&](const direct::LendRoom& lend) {
    return while_busy("write " + *output, [&] {
      return direct::encode_into(*format->plan, *format->root, decoded.values, lend);
    });
  };
  return write_values(*format, encode, *output, *output);
}

}  // namespace schemac::cli
