#include "cli/commands/compare_files.h"

#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "direct/text/row_text.h"

namespace schemac::cli {

Outcome compared(const Pair& pair, const std::string& schema, Bytes bytes_a, Bytes bytes_b) {
  ProgressOfMany progress;
  auto comparison =
      diff::compare(pair.form_a.plan(), pair.form_a.root(), pair.a.values, pair.b.values,
                    [&](const std::string& path, double done) { progress.show(path, 1, done); });
  progress.clear();
  const bool are_whole = pair.a.left_out == 0 && pair.b.left_out == 0;
  return {std::move(comparison),
          {pair.name_a, pair.name_b, schema, diff::first_difference(bytes_a, bytes_b), are_whole}};
}

int exit_code_of(const Outcome& outcome) {
  if (!diff::is_judged(outcome.comparison, outcome.files)) return not_judged;
  return outcome.comparison.is_same() ? fine : judged_wrong;
}

direct::Extent extent_of(const DiffOptions& options) {
  direct::Extent extent;
  if (options.most != 0) extent.values = options.most;
  return extent;
}

void complain_if_cut(const DiffOptions& options, bool are_whole) {
  if (are_whole) return;
  complain("only the first " + direct::grouped(options.most) +
           " values of each file are compared; --most 0 compares all");
}

}  // namespace schemac::cli
