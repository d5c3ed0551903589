#include "syntax/parse.h"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>

#include "syntax/keys.h"
#include "syntax/traps.h"
#include "syntax/tree_builder.h"

namespace schemac::syntax {
namespace {

using source::SourceRange;

// A file with more lines that aren't YAML than this is no schema; the first ones are reported.
constexpr int most_left_out = 20;

// The length of the UTF-8 character at `at`; 0 if there is none.
std::size_t character_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80U) return 1;
  const std::size_t length = first >= 0xF0U ? 4 : first >= 0xE0U ? 3 : 2;
  if (first < 0xC2U || first > 0xF4U) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return 0;
  }
  const bool is_overlong =
      (first == 0xE0U && byte(1) < 0xA0U) || (first == 0xF0U && byte(1) < 0x90U);
  const bool is_surrogate = first == 0xEDU && byte(1) > 0x9FU;
  const bool is_too_large = first == 0xF4U && byte(1) > 0x8FU;
  return is_overlong || is_surrogate || is_too_large ? 0 : length;
}

// yaml-cpp replaces what isn't UTF-8, which would shift all places after it, and takes one of the
// control characters for the end of the file.
bool check_characters(const source::SourceFile& file, source::Diagnostics& diagnostics) {
  const std::string_view text = file.text();
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t length = character_length(text, at);
    const bool is_control =
        (byte < 0x20U && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7FU;
    if (length == 0 || is_control) {
      std::array<char, 3> hex{};
      std::snprintf(hex.data(), hex.size(), "%02x", static_cast<unsigned>(byte));
      const SourceRange range{&file, static_cast<std::uint32_t>(at),
                              static_cast<std::uint32_t>(at + 1)};
      diagnostics
          .error(range, "not-text",
                 std::string("byte 0x") + hex.data() +
                     (is_control ? " is a control character" : " is not UTF-8"))
          .help("a schema is UTF-8 text; bytes of a format are written as numbers: [0x89, ABC]");
      return false;
    }
    at += length;
  }
  return true;
}

// What yaml-cpp says, in words that help.
struct Explanation {
  std::string_view said;
  std::string_view message;
  std::string_view help;
};

constexpr std::array explanations = {
    Explanation{"end of map not found", "this line's indentation matches no line above",
                "the keys of one map begin in the same column, and so do the '-' of one list"},
    Explanation{"end of sequence not found", "this line's indentation matches no line above",
                "the keys of one map begin in the same column, and so do the '-' of one list"},
    Explanation{"illegal map value", "a ':' that can't be here",
                "if it is part of a value, quote the value; if it ends a key, check the "
                "indentation of the lines above"},
    Explanation{"illegal block entry", "a list can't begin on the line of its key",
                "begin the list on the next line, or write [a, b]"},
    Explanation{"illegal map key", "a key can't begin here",
                "if the '?' is part of a value, quote the value"},
    Explanation{"unknown token", "this sign can't begin a value", "quote the value"},
    Explanation{"illegal EOF in scalar", "this quote is not closed",
                "close it at the end of the text"},
    Explanation{"illegal tab when looking for indentation", "this line is indented with a tab",
                "indent with blanks"},
    Explanation{"end of map flow not found", "this isn't part of the { } around it",
                "entries are separated by ','; a value with brackets or commas is quoted"},
    Explanation{"end of sequence flow not found", "this isn't part of the [ ] around it",
                "items are separated by ','; an item with brackets or commas is quoted"},
    Explanation{"unknown escape character", "an unknown escape",
                "in \"...\" a backslash is written \\\\; in '...' it is just a backslash"},
};

void report_yaml_error(const source::SourceFile& file, const YAML::ParserException& exception,
                       source::Diagnostics& diagnostics) {
  const auto begin = static_cast<std::uint32_t>(std::clamp<std::int64_t>(
      exception.mark.pos, 0, static_cast<std::int64_t>(file.text().size())));
  const SourceRange range{&file, begin, begin + 1};
  for (const Explanation& explanation : explanations) {
    if (!exception.msg.starts_with(explanation.said)) continue;
    diagnostics.error(range, "bad-yaml", std::string(explanation.message))
        .help(std::string(explanation.help));
    return;
  }
  diagnostics.error(range, "bad-yaml", "not YAML: " + exception.msg);
}

bool is_indentation(const YAML::ParserException& exception) {
  return exception.msg.starts_with("end of map not found") ||
         exception.msg.starts_with("end of sequence not found");
}

// Lines from `first` to `last` become blanks, so that the rest can be looked at.
void leave_out(const source::SourceFile& file, std::uint32_t first, std::uint32_t last,
               std::string& text) {
  for (std::uint32_t line = first; line <= last; ++line) {
    const std::uint32_t begin = file.line_begin(line);
    std::fill_n(text.begin() + begin, file.line_text(line).size(), ' ');
  }
}

struct Attempt {
  std::vector<Document> documents;
  source::Diagnostics said;
  std::optional<YAML::ParserException> failure;
  std::uint32_t failing_from = 0;  ///< first line to leave out
};

Attempt build_trees(const source::SourceFile& file, const Repaired& repaired) {
  Attempt attempt;
  TreeBuilder builder(file, repaired.repairs, attempt.said);
  std::istringstream in(repaired.text);
  try {
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::ParserException& exception) {
    attempt.failure = exception;
    const Node* flow = builder.innermost_flow();
    attempt.failing_from = static_cast<std::uint32_t>(exception.mark.line + 1);
    if (flow != nullptr) {
      attempt.failing_from = std::min(attempt.failing_from, file.line_of(flow->range.begin));
    }
  } catch (const NestedTooDeeply&) {
  }
  attempt.documents = builder.take_documents();
  return attempt;
}

// Leaves out one failing line after the other until the rest is YAML.
std::vector<Document> build_what_can_be(const source::SourceFile& file, Repaired repaired,
                                        source::Diagnostics& diagnostics) {
  Attempt attempt = build_trees(file, repaired);
  std::uint32_t last_left_out = 0;
  bool is_partial = repaired.is_partial, has_misaligned = false;
  for (int count = 0; attempt.failure && count < most_left_out; ++count) {
    is_partial = true;
    const std::uint32_t last =
        std::min(static_cast<std::uint32_t>(attempt.failure->mark.line + 1), file.line_count());
    // Next to a line that is missing now, mistakes are most likely ours.
    const bool is_next = last_left_out != 0 && attempt.failing_from >= last_left_out &&
                         attempt.failing_from <= last_left_out + 1;
    // One line in a wrong column makes those after it seem wrong, too.
    const bool is_misaligned = is_indentation(*attempt.failure);
    const bool is_consequence = is_next || (is_misaligned && has_misaligned);
    has_misaligned = has_misaligned || is_misaligned;
    if (!is_consequence) report_yaml_error(file, *attempt.failure, diagnostics);
    const bool is_at_end =
        static_cast<std::size_t>(attempt.failure->mark.pos) >= file.text().size();
    const std::uint32_t end = is_at_end ? attempt.failing_from : last;
    leave_out(file, attempt.failing_from, end, repaired.text);
    last_left_out = end;
    attempt = build_trees(file, repaired);
  }
  diagnostics.append(attempt.said);
  for (Document& document : attempt.documents) document.is_partial = is_partial;
  return std::move(attempt.documents);
}

}  // namespace

std::vector<Document> parse_yaml(const source::SourceFile& file, source::Diagnostics& diagnostics) {
  if (!check_characters(file, diagnostics)) return {};
  Repaired repaired = repair_traps(file, diagnostics);
  if (!repaired.is_parsable) return {};
  std::vector<Document> documents = build_what_can_be(file, std::move(repaired), diagnostics);
  // `---` at the end of a file begins nothing.
  std::erase_if(documents, [](const Document& document) {
    return document.root.kind == NodeKind::empty && document.root.text.empty();
  });
  if (documents.empty() && !diagnostics.has_errors()) {
    diagnostics.error({&file, 0, 0}, "empty-schema", "there is no schema in this file")
        .help("a schema begins with 'schema: its_name'");
  }
  return documents;
}

std::vector<Document> parse(const source::SourceFile& file, source::Diagnostics& diagnostics) {
  std::vector<Document> documents = parse_yaml(file, diagnostics);
  for (Document& document : documents) check_keys(document, diagnostics);
  return documents;
}

}  // namespace schemac::syntax
