// schemac explain: what every byte of a file means.
#include "direct/explain.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/terminal.h"

namespace schemac::cli {

int explain(const ExplainOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  Input input;
  if (!input.open(options.file)) return not_judged;
  const auto format = known.choose(input.bytes(), options.file);
  if (!format) return not_judged;
  const auto rows = direct::explain(*format->plan, *format->root, input.bytes());
  if (options.json) {
    std::cout << direct::to_json(rows).dump() << '\n';
    return fine;
  }
  direct::TableOptions table;
  table.path = options.path;
  table.depth = options.depth;
  table.has_colours = has_colours(Stream::out);
  std::cout << direct::to_table(rows, input.bytes(), table);
  return fine;
}

}  // namespace schemac::cli
