// schemac encode: a file from values.
#include "direct/write/encode.h"

#include "cli/commands/commands.h"
#include "cli/commands/directories.h"
#include "cli/files.h"
#include "cli/known_formats.h"
#include "cli/referenced_files.h"
#include "cli/terminal.h"
#include "direct/files/mapped_output.h"
#include "direct/text/message_text.h"

namespace schemac::cli {
namespace {

int complain_all(const std::string& file, const std::vector<direct::Problem>& problems) {
  for (const direct::Problem& problem : problems) complain(file + ": " + to_string(problem));
  return judged_wrong;
}

// The text form of a message.
int encode_text(const direct::Candidate& format, const direct::Document& document,
                ReferencedFiles& files, const EncodeOptions& options) {
  std::vector<std::byte> bytes;
  const auto lend = [&](std::uint64_t size) {
    bytes.resize(static_cast<std::size_t>(size));
    return MutableBytes(bytes);
  };
  const auto problems = direct::encode_into(*format.plan, *format.root, document.values, lend,
                                            {.references = files.references()});
  if (!problems.empty()) return complain_all(options.values, problems);
  const auto text =
      direct::message_text(*format.plan, format.plan->records[format.root->record], bytes);
  if (!text)
    return complain_all(options.values, {{"", "holds fields that have no name in a text",
                                          "write the message's other form"}});
  return write_file(options.output, *text) ? fine : not_judged;
}

}  // namespace

int encode(const EncodeOptions& options) {
  Input input;
  if (!input.open_text(options.values)) return not_judged;
  const direct::Document document = direct::parse_document(input.text());
  if (!document.problems.empty()) return complain_all(options.values, document.problems);
  const KnownFormats known(options.lookup);
  if (known.exit_code() != fine) return known.exit_code();
  if (const auto directory = known.named_directory(document.schema))
    return encode_directory(options, *directory, document);
  const auto format = known.named(document.schema);
  if (!format) return not_judged;
  ReferencedFiles files(options.values);
  if (direct::has_text_extension(*format->root, options.output))
    return encode_text(*format, document, files, options);
  direct::MappedOutput output(options.output);
  bool has_room = true;
  const auto lend = [&](std::uint64_t size) {
    const Result<MutableBytes> room = output.begin(size);
    if (room) return *room;
    complain(room.error().message);
    has_room = false;
    return MutableBytes();
  };
  const auto problems = direct::encode_into(*format->plan, *format->root, document.values, lend,
                                            {.references = files.references()});
  if (!has_room) return not_judged;
  if (!problems.empty()) return complain_all(options.values, problems);
  const Result<void> done = output.commit();
  if (!done) complain(done.error().message);
  return done ? fine : not_judged;
}

}  // namespace schemac::cli
