#include "source/source.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "source/diagnostics.h"

namespace {

using namespace schemac::source;

TEST_CASE("lines and columns begin at 1 and count characters") {
  const SourceFile file("f.yaml", "ab\r\ncd\n\n\xC3\xA9x");
  CHECK(file.line_count() == 4);
  CHECK(file.line_text(1) == "ab");
  CHECK(file.line_text(3).empty());
  CHECK(file.line_text(4) == "\xC3\xA9x");
  CHECK(file.line_text(5).empty());
  CHECK(file.position(0).line == 1);
  CHECK(file.position(5).line == 2);
  CHECK(file.position(5).column == 2);
  CHECK(file.position(10).line == 4);
  CHECK(file.position(10).column == 2);  // after a letter of two bytes
  CHECK(file.position(4000).line == 4);
}

TEST_CASE("a byte order mark is not part of the text") {
  CHECK(SourceFile("f.yaml", "\xEF\xBB\xBFschema: a").text() == "schema: a");
}

TEST_CASE("what can't be loaded has a reason") {
  Sources sources;
  std::string failure;
  CHECK(sources.load("no/such/file.yaml", failure) == nullptr);
  CHECK(failure == "no such file");
  CHECK(sources.load(".", failure) == nullptr);
  CHECK(failure == "is a directory");
}

TEST_CASE("a diagnostic prints as one group") {
  Sources sources;
  const SourceFile& file = sources.add("schemas/tally.yaml", "  - name: hits\n    size: 3\n");
  Diagnostics diagnostics;
  diagnostics
      .error({&file, 25, 26}, "size-mismatch", "field 'hits' has size 3, but u32 takes 4 bytes")
      .note({&file, 10, 14}, "'hits' gets its type here")
      .help("remove 'size', or use 'type: bytes'");
  CHECK(to_text(diagnostics) ==
        "schemas/tally.yaml:2:11: error: field 'hits' has size 3, but u32 takes 4 bytes "
        "[size-mismatch]\n"
        "    2 |     size: 3\n"
        "      |           ^\n"
        "  schemas/tally.yaml:1:11: note: 'hits' gets its type here\n"
        "  help: remove 'size', or use 'type: bytes'\n");
}

TEST_CASE("groups are ordered by place, and warnings are no errors") {
  Sources sources;
  const SourceFile& file = sources.add("f.yaml", "a\nb\n");
  Diagnostics diagnostics;
  diagnostics.warning({&file, 2, 3}, "second", "two");
  CHECK_FALSE(diagnostics.has_errors());
  diagnostics.error({&file, 0, 1}, "first", "one");
  CHECK(diagnostics.has_errors());
  const std::string text = to_text(diagnostics);
  CHECK(text.find("[first]") < text.find("[second]"));
}

TEST_CASE("the caret stands below its text") {
  struct Row {
    const char* name;
    std::string line;
    std::uint32_t begin, end;
    std::string caret;
  };
  const Row rows[] = {
      {"tabs stay tabs", "\tab\tcd", 4, 6, "      | \t  \t^~"},
      {"letters of two bytes are one wide", "\xC3\xA9\xC3\xA9 ab", 5, 7, "      |    ^~"},
      {"wide characters are two wide", "\u4e2d\u6587: \u4e2d", 8, 11, "      |       ^~"},
      {"a mark has no width of its own", "e\u0301 ab", 4, 6, "      |   ^~"},
      {"a tab after a wide character", "\u4e2d\tab", 4, 6, "      |   \t^~"},
      {"a byte that is no character is one wide", "\xE9\xE9 ab", 3, 5, "      |    ^~"},
      {"an empty range has a caret", "ab", 2, 2, "      |   ^"},
      {"a range over lines ends with its first", "ab\ncd", 1, 5, "      |  ^"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    Sources sources;
    Diagnostics diagnostics;
    diagnostics.error({&sources.add("f", row.line), row.begin, row.end}, "c", "m");
    const std::string text = to_text(diagnostics);
    const std::size_t last = text.rfind('\n', text.size() - 2);
    CHECK(text.substr(last + 1) == row.caret + "\n");
  }
}

TEST_CASE("only the surroundings of a very long line are shown") {
  Sources sources;
  Diagnostics diagnostics;
  const SourceFile& file = sources.add("f", std::string(5000, 'a') + "b" + std::string(5000, 'c'));
  diagnostics.error({&file, 5000, 5001}, "c", "m");
  const std::string text = to_text(diagnostics);
  CHECK(text.size() < 400);
  CHECK(text.find("...aaa") != std::string::npos);
  CHECK(text.find("ccc...") != std::string::npos);
}

TEST_CASE("control characters of a file don't reach the terminal") {
  Sources sources;
  Diagnostics diagnostics;
  diagnostics.error({&sources.add("f", "a\x1b[31mb"), 0, 1}, "c", "not '\x1b'");
  CHECK(to_text(diagnostics).find('\x1b') == std::string::npos);
}

TEST_CASE("suggestions are near and share something") {
  struct Row {
    std::string name;
    std::vector<std::string> candidates;
    std::string expected;
  };
  const Row rows[] = {
      {"tpye", {"name", "type", "size"}, "type"},
      {"Type", {"name", "type"}, "type"},
      {"repaet", {"repeat", "replace"}, "repeat"},
      {"any_of", {"any-of", "all-of"}, "any-of"},
      {"at", {"if", "in"}, ""},
      {"xyz", {"repeat"}, ""},
      {"type", {"type"}, ""},
      {"", {"a"}, ""},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(suggest(row.name, row.candidates).value_or("") == row.expected);
  }
}

}  // namespace
