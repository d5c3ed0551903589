// schemac decode: the values of a file.
#include "direct/decode.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/terminal.h"

namespace schemac::cli {

int decode(const DecodeOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  Input input;
  if (!input.open(options.file)) return not_judged;
  const auto format = known.choose(input.bytes(), options.file);
  if (!format) return not_judged;
  const auto reading = options.keep_going ? direct::Reading::keep_going : direct::Reading::strict;
  const direct::Decoded decoded =
      direct::decode(*format->plan, *format->root, input.bytes(), reading);
  for (const Violation& violation : decoded.report.violations())
    complain(options.file + ": " + to_string(violation));
  if (!decoded.report.ok() && !options.keep_going) return judged_wrong;
  if (options.json) {
    const auto payloads = options.full ? direct::Payloads::full : direct::Payloads::preview;
    std::cout << direct::to_json(decoded.values, direct::name_of(*format), payloads).dump(2)
              << '\n';
  } else {
    std::cout << direct::to_text(decoded.values);
  }
  return decoded.report.ok() ? fine : judged_wrong;
}

}  // namespace schemac::cli
