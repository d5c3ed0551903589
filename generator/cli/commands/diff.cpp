// schemac diff: what is different between two files, by meaning.
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands/commands.h"
#include "cli/commands/compare_files.h"
#include "cli/commands/directories.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "diff/report.h"
#include "direct/files/file_form.h"
#include "direct/walk/decode.h"

namespace schemac::cli {
namespace {

// A file to be compared, and what it means; borrows its bytes.
struct Side {
  Input input;
  std::optional<direct::Candidate> format;
  std::optional<direct::FileForm> form;
  direct::Decoded decoded;
};

bool open(const std::string& file, const KnownFormats& known, Side& side) {
  if (!side.input.open(file)) return false;
  side.format = known.choose(side.input.bytes(), file);
  return side.format.has_value();
}

bool read(const std::string& file, const direct::Extent& extent, Side& side) {
  side.form.emplace(*side.format->plan, *side.format->root, side.input.bytes());
  side.decoded = while_busy(
      "read " + file, [&] { return direct::decode(*side.form, direct::Reading::strict, extent); });
  for (const Violation& violation : side.decoded.report.violations())
    complain(file + ": " + to_string(violation));
  return side.decoded.report.ok();
}

}  // namespace

int diff(const DiffOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  if (is_directory(options.a) && is_directory(options.b)) return diff_directories(options, known);
  Side a, b;
  const bool has_a = open(options.a, known, a);
  const bool has_b = open(options.b, known, b);
  if (!has_a || !has_b) return not_judged;
  if (a.format->root != b.format->root) {
    complain(options.a + " is of format " + direct::name_of(*a.format) + ", " + options.b +
             " of format " + direct::name_of(*b.format) + ": only files of one can be compared");
    return not_judged;
  }
  const bool is_read_a = read(options.a, extent_of(options), a);
  const bool is_read_b = read(options.b, extent_of(options), b);
  if (!is_read_a || !is_read_b) return not_judged;
  const Outcome outcome = compared({options.a, options.b, *a.form, *b.form, a.decoded, b.decoded},
                                   direct::name_of(*a.format), a.input.bytes(), b.input.bytes());
  complain_if_cut(options, outcome.files.are_whole);
  if (options.json) {
    std::cout << diff::to_json(outcome.comparison, outcome.files).dump() << '\n';
  } else {
    std::cout << diff::to_text(outcome.comparison, outcome.files, has_colours(Stream::out));
  }
  return exit_code_of(outcome);
}

}  // namespace schemac::cli
