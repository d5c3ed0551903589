// schemac validate: every violation of each file.
#include "direct/walk/validate.h"

#include <algorithm>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/commands/selected_parts.h"
#include "cli/files.h"
#include "cli/folded_violations.h"
#include "cli/known_formats.h"
#include "cli/terminal.h"
#include "direct/byte_text.h"
#include "direct/files/file_form.h"
#include "direct/text/row_text.h"

namespace schemac::cli {
namespace {

void print(const Report& report, const std::string& file, const std::string& schema,
           std::uint64_t most) {
  const bool colours = has_colours(Stream::out);
  const std::string name = direct::printable(file);
  if (report.ok()) {
    std::cout << name << ": " << coloured("valid", "32", colours) << " (" << schema << ")\n";
  } else {
    std::cout << name << ": " << coloured("not valid", "1;31", colours) << " (" << schema << ")\n";
  }
  FoldedViolations folded(most);
  for (const Violation& violation : report.violations()) {
    if (!folded.shows(violation)) continue;
    const bool counts = violation.level <= Level::rule;
    std::cout << "  byte " << violation.offset << "  "
              << coloured(violation.path.empty() ? "file" : direct::printable(violation.path), "1",
                          colours)
              << ": " << direct::printable(violation.message) << ' '
              << coloured("[" + std::string(id(violation.rule)) + "]", counts ? "31" : "33",
                          colours);
    if (!counts) std::cout << " (" << id(violation.level) << ')';
    std::cout << '\n';
  }
  folded.print_rest(std::cout);
  if (report.dropped() != 0)
    std::cout << "  and " << direct::grouped(report.dropped()) << " more after these\n";
}

// Whoever asks for all of them gets all. Where they are counted by kind, more than the first
// thousand are kept: later ones may be of other kinds.
Limits limits_of(const ValidateOptions& options) {
  constexpr std::uint32_t most_counted = 10'000;
  Limits limits;
  if (options.most == 0) limits.violations = std::numeric_limits<std::uint32_t>::max();
  if (options.most != 0 && !options.json) limits.violations = most_counted;
  return limits;
}

// What is wrong with a part, or with what holds it.
Report asked_of(Report report, const direct::Selection& asked) {
  if (asked.is_everything()) return report;
  Report kept;
  for (const Violation& violation : report.violations())
    if (asked.meets(violation.path)) kept.add(violation);
  kept.take_dropped(report);
  return kept;
}

}  // namespace

int validate(const ValidateOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  int exit_code = fine;
  for (const std::string& file : options.files) {
    if (is_directory(file)) {
      exit_code = std::max(exit_code, validate_directory(options, known, file));
      continue;
    }
    Input input;
    const auto format = input.open(file) ? known.choose(input.bytes(), file) : std::nullopt;
    if (!format) {
      exit_code = not_judged;
      continue;
    }
    const direct::FileForm form(*format->plan, *format->root, input.bytes(), limits_of(options));
    const auto asked = selected_parts(options.path, form, file);
    if (!asked) {
      exit_code = not_judged;
      continue;
    }
    const Report report = asked_of(direct::validate(form), *asked);
    const std::string schema = direct::name_of(*format);
    if (options.json) {
      std::cout << direct::to_json(report, file, schema).dump() << '\n';
    } else {
      print(report, file, schema, options.most);
    }
    if (!report.ok()) exit_code = std::max<int>(exit_code, judged_wrong);
  }
  return exit_code;
}

}  // namespace schemac::cli
