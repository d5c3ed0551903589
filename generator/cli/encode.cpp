// schemac encode: a file from values.
#include "direct/encode.h"

#include <string_view>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/terminal.h"

namespace schemac::cli {
namespace {

int complain_all(const std::string& file, const std::vector<direct::Problem>& problems) {
  for (const direct::Problem& problem : problems) complain(file + ": " + to_string(problem));
  return judged_wrong;
}

}  // namespace

int encode(const EncodeOptions& options) {
  std::string text;
  if (!read_text(options.values, text)) return not_judged;
  const direct::Document document = direct::parse_document(text);
  if (!document.problems.empty()) return complain_all(options.values, document.problems);
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  const auto format = known.named(document.schema);
  if (!format) return not_judged;
  const direct::Encoded encoded = direct::encode(*format->plan, *format->root, document.values);
  if (!encoded.ok()) return complain_all(options.values, encoded.problems);
  const auto* data = reinterpret_cast<const char*>(encoded.bytes.data());
  return write_file(options.output, std::string_view(data, encoded.bytes.size())) ? fine
                                                                                  : not_judged;
}

}  // namespace schemac::cli
