#include "cli/commands/write_values.h"

#include <optional>

#include "cli/files.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "direct/files/mapped_output.h"
#include "direct/text/message_text.h"

namespace schemac::cli {
namespace {

int complain_all(const std::string& from, const std::vector<direct::Problem>& problems) {
  for (const direct::Problem& problem : problems) complain(from + ": " + to_string(problem));
  return judged_wrong;
}

// All of it is there before any of it is written: what is refused has written nothing.
struct InMemory {
  std::vector<std::byte> bytes;

  std::vector<direct::Problem> encode(const EncodeInto& encode_into) {
    return encode_into([&](std::uint64_t size) {
      bytes.resize(static_cast<std::size_t>(size));
      return MutableBytes(bytes);
    });
  }
};

int write_text(const direct::Candidate& format, const EncodeInto& encode, const std::string& from,
               const std::string& output) {
  InMemory made;
  const auto problems = made.encode(encode);
  if (!problems.empty()) return complain_all(from, problems);
  const auto text =
      direct::message_text(*format.plan, format.plan->records[format.root->record], made.bytes);
  if (!text)
    return complain_all(
        from, {{"", "holds fields that have no name in a text", "write the message's other form"}});
  return write_file(output, *text) ? fine : not_judged;
}

int write_to_stdout(const EncodeInto& encode, const std::string& from) {
  InMemory made;
  const auto problems = made.encode(encode);
  if (!problems.empty()) return complain_all(from, problems);
  Output output;
  return output.open("-") && output.write(made.bytes) ? fine : not_judged;
}

}  // namespace

int write_values(const direct::Candidate& format, const EncodeInto& encode, const std::string& from,
                 const std::string& output) {
  if (direct::has_text_extension(*format.root, output))
    return write_text(format, encode, from, output);
  if (output == "-") return write_to_stdout(encode, from);
  direct::MappedOutput file(output);
  bool has_room = true;
  const auto problems = encode([&](std::uint64_t size) {
    const Result<MutableBytes> room = file.begin(size);
    if (room) return *room;
    complain(room.error().message);
    has_room = false;
    return MutableBytes();
  });
  if (!has_room) return not_judged;
  if (!problems.empty()) return complain_all(from, problems);
  const Result<void> done = file.commit();
  if (!done) complain(done.error().message);
  return done ? fine : not_judged;
}

}  // namespace schemac::cli
