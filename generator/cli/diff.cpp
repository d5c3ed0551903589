// schemac diff: what is different between two files, by meaning.
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "diff/report.h"
#include "direct/decode.h"
#include "direct/file_form.h"
#include "direct/row_text.h"

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
  side.decoded = direct::decode(*side.form, direct::Reading::strict, extent);
  for (const Violation& violation : side.decoded.report.violations())
    complain(file + ": " + to_string(violation));
  return side.decoded.report.ok();
}

}  // namespace

int diff(const DiffOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  Side a, b;
  const bool has_a = open(options.a, known, a);
  const bool has_b = open(options.b, known, b);
  if (!has_a || !has_b) return not_judged;
  if (a.format->root != b.format->root) {
    complain(options.a + " is of format " + direct::name_of(*a.format) + ", " + options.b +
             " of format " + direct::name_of(*b.format) + ": only files of one can be compared");
    return not_judged;
  }
  direct::Extent extent;
  if (options.most != 0) extent.values = options.most;
  const bool is_read_a = read(options.a, extent, a);
  const bool is_read_b = read(options.b, extent, b);
  if (!is_read_a || !is_read_b) return not_judged;

  const bool are_whole = a.decoded.left_out == 0 && b.decoded.left_out == 0;
  if (!are_whole) {
    complain("only the first " + direct::grouped(options.most) +
             " values of each file are compared; --most 0 compares all");
  }
  ProgressOfMany progress;
  const auto comparison =
      diff::compare(*a.format->plan, *a.format->root, a.decoded.values, b.decoded.values,
                    [&](const std::string& path, double done) { progress.show(path, 1, done); });
  progress.clear();
  const diff::Files files{options.a, options.b, direct::name_of(*a.format),
                          diff::first_difference(a.input.bytes(), b.input.bytes()), are_whole};
  if (options.json) {
    std::cout << diff::to_json(comparison, files).dump() << '\n';
  } else {
    std::cout << diff::to_text(comparison, files, has_colours(Stream::out));
  }
  if (!diff::is_judged(comparison, files)) return not_judged;
  return comparison.is_same() ? fine : judged_wrong;
}

}  // namespace schemac::cli
