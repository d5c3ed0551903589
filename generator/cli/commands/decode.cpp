// schemac decode: the values of a file.
#include "direct/walk/decode.h"

#include <iostream>

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/commands/selected_parts.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/progress.h"
#include "cli/terminal.h"
#include "direct/files/file_form.h"
#include "direct/files/streamed_values.h"
#include "direct/json/value_json.h"
#include "direct/path/selected_values.h"
#include "direct/text/row_text.h"
#include "direct/text/value_text.h"

namespace schemac::cli {
namespace {

constexpr std::uint64_t most_text = 64u << 20;  // bytes in JSON, which takes a few times as much

direct::Extent extent_of(const DecodeOptions& options) {
  direct::Extent extent;
  if (options.most != 0) extent.values = options.most;
  extent.counts_scalars = options.json && options.most != 0;
  return extent;
}

// Whether the values can be shown as they were asked for.
bool can_show(const DecodeOptions& options, const direct::Decoded& decoded) {
  if (options.json && options.most != 0 && decoded.text_bytes > most_text) {
    complain(options.file + ": its texts have " + direct::grouped(decoded.text_bytes) +
             " bytes, of which JSON shows at most " + direct::grouped(most_text) +
             "; --most 0 shows all");
    return false;
  }
  if (decoded.left_out == 0) return true;
  complain(options.file + ": has more than " + direct::grouped(options.most) + " values; " +
           direct::grouped(decoded.left_out) +
           (decoded.left_out == 1 ? " element of lists is" : " elements of lists are") +
           " left out; --most 0 shows all");
  return !options.full;  // bytes for `encode`, which couldn't make the file of them
}

// Whether there is any of it.
bool keep_asked(const DecodeOptions& options, const direct::Selection& asked,
                direct::Decoded& decoded) {
  auto found = direct::selected_values(std::move(decoded.values), asked);
  if (found.given.empty())
    complain(options.file + ": holds no value at '" + options.path +
             "'; `explain` shows what has one");
  decoded.values = {std::move(found)};
  return !std::get<direct::Members>(decoded.values.kind).given.empty();
}

// Says what is wrong with a file, then prints its values if there are any to show.
template <class Print>
int show(const DecodeOptions& options, const direct::Decoded& decoded, const Print& print) {
  for (const Violation& violation : decoded.report.violations())
    complain(options.file + ": " + to_string(violation));
  if (!decoded.report.ok() && !options.keep_going) return judged_wrong;
  if (!can_show(options, decoded) || !print()) return not_judged;
  return decoded.report.ok() ? fine : judged_wrong;
}

}  // namespace

int decode(const DecodeOptions& options) {
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  if (is_directory(options.file)) return decode_directory(options, known);
  Input input;
  if (!input.open(options.file)) return not_judged;
  const auto format = known.choose(input.bytes(), options.file);
  if (!format) return not_judged;
  const auto reading = options.keep_going ? direct::Reading::keep_going : direct::Reading::strict;
  const direct::FileForm form(*format->plan, *format->root, input.bytes());
  const auto asked = selected_parts(options.path, form, options.file);
  if (!asked) return not_judged;
  const auto payloads = options.full ? direct::Payloads::full : direct::Payloads::preview;
  if (options.json && asked->is_everything()) {
    const auto values = while_busy("decode " + options.file, [&] {
      return direct::StreamedValues(form, reading, extent_of(options));
    });
    return show(options, values.decoded(), [&] {
      values.write(direct::name_of(*format), payloads, std::cout);
      return true;
    });
  }
  direct::Decoded decoded = while_busy(
      "decode " + options.file, [&] { return direct::decode(form, reading, extent_of(options)); });
  return show(options, decoded, [&] {
    if (!asked->is_everything() && !keep_asked(options, *asked, decoded)) return false;
    if (options.json)
      std::cout << direct::to_json(decoded, direct::name_of(*format), payloads).dump(2) << '\n';
    else
      std::cout << direct::to_text(decoded.values);
    return true;
  });
}

}  // namespace schemac::cli
