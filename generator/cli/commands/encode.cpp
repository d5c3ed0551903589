// schemac encode: a file from values.
#include "direct/write/encode.h"

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/commands/write_values.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/referenced_files.h"
#include "cli/terminal.h"

namespace schemac::cli {

int encode(const EncodeOptions& options) {
  Input input;
  if (!input.open(options.values)) return not_judged;
  const direct::Document document = direct::parse_document(input.text());
  for (const direct::Problem& problem : document.problems)
    complain(options.values + ": " + to_string(problem));
  if (!document.problems.empty()) return judged_wrong;
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  const auto directory = known.named_directory(document.schema);
  if (directory && options.output == "-") {
    complain("the values are of a directory, and stdout can't hold one; name a folder with -o");
    return not_judged;
  }
  if (directory) return encode_directory(options, *directory, document);
  const auto format = known.named(document.schema);
  if (!format) return not_judged;
  ReferencedFiles files(options.values);
  const auto encode_into = [&](const direct::LendRoom& lend) {
    return while_busy("encode " + options.values, [&] {
      return direct::encode_into(*format->plan, *format->root, document.values, lend,
                                 {.references = files.references()});
    });
  };
  return write_values(*format, encode_into, options.values, options.output);
}

}  // namespace schemac::cli
