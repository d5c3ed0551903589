#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <string>

#include "syntax/helpers.h"

namespace {

using namespace schemac;
using testing::Parsed;
using testing::with_fields;
using Codes = std::vector<std::string>;

TEST_CASE("a tree has keys, forms and places") {
  const Parsed parsed(
      "schema: t   # a comment\n"
      "endian: le\n"
      "types:\n"
      "  T:\n"
      "    fields:\n"
      "      - {name: n, type: \"u64[]\", is: \"ceil_div(a, 8)\"}\n"
      "      - name: b\n"
      "        repeat: eos\n"
      "        const: [0x89, 'P N']\n"
      "        ndarray: {dtype: u8, dims: [n / 3, 3]}\n");
  CHECK(parsed.said().empty());
  REQUIRE(parsed.documents.size() == 1);
  CHECK(syntax::dump(parsed.documents.front()) ==
        "document t: record {3}  @1:1\n"
        "  schema: name t  @1:9\n"
        "  endian: word le  @2:9\n"
        "  types: names {1}  @4:3\n"
        "    T: record {1}  @5:5\n"
        "      fields: list [2]  @6:7\n"
        "        -: record {3}  @6:9\n"
        "          name: name n  @6:16\n"
        "          type: type u64[]  @6:25\n"
        "          is: expression ceil_div(a, 8)  @6:38\n"
        "        -: record {4}  @7:9\n"
        "          name: name b  @7:15\n"
        "          repeat: word eos  @8:17\n"
        "          const: list [2]  @9:16\n"
        "            -: integer 0x89  @9:17\n"
        "            -: text \"P N\"  @9:23\n"
        "          ndarray: record {2}  @10:18\n"
        "            dtype: expression u8  @10:26\n"
        "            dims: expression [n / 3, 3]  @10:36\n");
}

TEST_CASE("ranges hold the whole scalar") {
  const Parsed parsed(
      with_fields("      - {name: abc, doc: \"a \\\" b\", charset: 'it''s',\n"
                  "         title: x}\n"
                  "      - name: d\n"
                  "        doc: two\n"
                  "          lines\n"));
  const auto& fields = *parsed.documents.front().root.find("types")->find("T")->find("fields");
  const syntax::Node& first = fields.items[0];
  CHECK(first.find("name")->range.text() == "abc");
  CHECK(first.find("doc")->range.text() == "\"a \\\" b\"");
  CHECK(first.find("charset")->range.text() == "'it''s'");
  CHECK(first.find("charset")->text == "it's");
  CHECK(first.range.text().back() == '}');
  CHECK(fields.items[1].find("doc")->text == "two lines");
  CHECK(fields.items[1].find("doc")->range.text() == "two\n          lines");
}

TEST_CASE("an expression in quotes keeps the places of its parts") {
  const Parsed parsed(with_fields("      - {name: n, size: \"a + bcd\", if: 'x == ''y'''}\n"));
  const auto& field =
      parsed.documents.front().root.find("types")->find("T")->find("fields")->items[0];
  const auto& sum = std::get<syntax::Binary>(field.expression_of("size")->node);
  CHECK(sum.right->range.text() == "bcd");
  // The doubled quotes leave no mapping: the whole scalar stands for each part.
  const auto& equal = std::get<syntax::Binary>(field.expression_of("if")->node);
  CHECK(equal.right->range.text() == "'x == ''y'''");
}

TEST_CASE("a file may hold several formats") {
  const Parsed parsed("schema: a\n---\nschema: b\n---\n");
  CHECK(parsed.said().empty());
  REQUIRE(parsed.documents.size() == 2);
  CHECK(parsed.documents[1].root.text_of("schema") == "b");
}

TEST_CASE("line ends of Windows and JSON are YAML, too") {
  CHECK(Parsed("schema: a\r\ntypes:\r\n  T: {fields: []}\r\n").said().empty());
  CHECK(Parsed("{\"schema\": \"a\",\n\"types\": {\"T\": {\"fields\": []}}}\n").said().empty());
}

TEST_CASE("texts may hold what expressions may not") {
  CHECK(Parsed("schema: a\n"
               "doc: it's (a, b) and\n"
               "  \"quoted\" goes on [like this\n"
               "title: a [b] {c}, d\n"
               "types:\n"
               "  T:\n"
               "    doc: |\n"
               "      a: b: c {x\n"
               "      [y ? z : w\n"
               "    fields: []\n"
               "  U: {doc: it's fine :( , fields: []}\n")
            .said()
            .empty());
}

TEST_CASE("each trap of YAML has its message and its remedy") {
  struct Row {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Row rows[] = {
      {"a comma in an unquoted value", with_fields("      - {name: a, is: ceil_div(b, 8)}\n"),
       "t.yaml:5:23: error: the ',' in this unquoted value ends it, for YAML [unquoted-comma]\n"
       "    5 |       - {name: a, is: ceil_div(b, 8)}\n"
       "      |                       ^~~~~~~~~~~~~~\n"
       "  help: quote this value: \"ceil_div(b, 8)\"\n"},
      {"brackets in an unquoted value", with_fields("      - {name: a, at: x[i] + 1}\n"),
       "t.yaml:5:23: error: the '[' in this unquoted value ends it, for YAML "
       "[unquoted-bracket]\n"
       "    5 |       - {name: a, at: x[i] + 1}\n"
       "      |                       ^~~~~~~~\n"
       "  help: quote this value: \"x[i] + 1\"\n"},
      {"a comma inside inner quotes", with_fields("      - {name: a, if: b == 'x,y'}\n"),
       "t.yaml:5:23: error: the ',' in this unquoted value ends it, for YAML [unquoted-comma]\n"
       "    5 |       - {name: a, if: b == 'x,y'}\n"
       "      |                       ^~~~~~~~~~\n"
       "  help: quote this value: \"b == 'x,y'\"\n"},
      {"C's conditional in a map", with_fields("      - {name: a, if: b ? 1 : 0}\n"),
       "t.yaml:5:23: error: '? :' is spelt 'if ... then ... else ...' here [foreign-operator]\n"
       "    5 |       - {name: a, if: b ? 1 : 0}\n"
       "      |                       ^~~~~~~~~\n"
       "  help: write \"if b then 1 else 0\"\n"},
      {"C's conditional on a line", with_fields("      - name: a\n        size: b ? 1 : 0\n"),
       "t.yaml:6:15: error: '? :' is spelt 'if ... then ... else ...' here [foreign-operator]\n"
       "    6 |         size: b ? 1 : 0\n"
       "      |               ^~~~~~~~~\n"
       "  help: write \"if b then 1 else 0\"\n"},
      {"a value that goes on after its brackets",
       with_fields("      - name: a\n        is: [1] ++ b\n"),
       "t.yaml:6:13: error: a value that begins with [ ends at its ], for YAML, but here it goes "
       "on [unquoted-bracket]\n"
       "    6 |         is: [1] ++ b\n"
       "      |             ^~~~~~~~\n"
       "  help: quote the whole value: \"[1] ++ b\"\n"},
      {"a value that goes on after its quotes", with_fields("      - {name: a, if: 'x' == b}\n"),
       "t.yaml:5:23: error: a value that begins with ' ends at its ', for YAML, but here it goes "
       "on [unquoted-bracket]\n"
       "    5 |       - {name: a, if: 'x' == b}\n"
       "      |                       ^~~~~~~~\n"
       "  help: quote the whole value: \"'x' == b\"\n"},
      {"a forgotten comma", with_fields("      - {name: a type: u32}\n"),
       "t.yaml:5:22: error: there is a second ':' in this entry [unquoted-colon]\n"
       "    5 |       - {name: a type: u32}\n"
       "      |                      ^\n"
       "  help: if 'type' is a key, put it on its own line, or a ',' before it inside { }\n"
       "  help: if the ':' is part of the value, quote it: \"a type: u32\"\n"},
      {"a bracket that isn't closed",
       with_fields("      - {name: a, type: u8\n      - {name: b, type: u8}\n"),
       "t.yaml:5:9: error: this '{' is not closed [unclosed-bracket]\n"
       "    5 |       - {name: a, type: u8\n"
       "      |         ^\n"
       "  t.yaml:6:7: note: what begins here isn't indented as a part of it\n"
       "  help: put '}' at its end\n"},
      {"a bracket that closes another", with_fields("      - {name: a, valid: {any-of: [1, 2}}\n"),
       "t.yaml:5:40: error: this '}' doesn't close the '[' [unclosed-bracket]\n"
       "    5 |       - {name: a, valid: {any-of: [1, 2}}\n"
       "      |                                        ^\n"},
      {"a quote that isn't closed", "schema: t\ntitle: \"abc\nroot: T\n",
       "t.yaml:2:8: error: this quote is not closed [unclosed-quote]\n"
       "    2 | title: \"abc\n"
       "      |        ^\n"
       "  help: close it at the end of the text, or double it if it is part of the text\n"},
      {"a quote that another line's quote would close",
       with_fields("      - {name: a, is: \"b + 1}\n      - {name: c, is: \"d\"}\n"),
       "t.yaml:5:23: error: this quote is not closed [unclosed-quote]\n"},
      {"a bracket too many", with_fields("      - {name: a, type: u8}}\n"),
       "t.yaml:5:28: error: the '{' of this value is closed before this '}' [unclosed-bracket]\n"
       "    5 |       - {name: a, type: u8}}\n"
       "      |                            ^\n"
       "  t.yaml:5:9: note: '{' is opened here\n"
       "  help: a bracket is missing inside, or there is one too many\n"},
      {"a key without its colon", "schema: t\ntypes\n  T: {fields: []}\n",
       "t.yaml:2:1: error: this line is neither 'key: value' nor '- item' [missing-colon]\n"
       "    2 | types\n"
       "      | ^~~~~\n"
       "  help: if 'types' is a key, write 'types:'\n"},
      {"a key and its value without the colon", "schema: t\ntitle x\n",
       "t.yaml:2:1: error: this line is neither 'key: value' nor '- item' [missing-colon]\n"
       "    2 | title x\n"
       "      | ^~~~~~~\n"
       "  help: if 'title' is a key, write 'title: x'\n"},
      {"the same inside { }", with_fields("      - {name: a, type u8}\n"),
       "t.yaml:5:19: error: there is no ':' in 'type u8' [missing-colon]\n"
       "    5 |       - {name: a, type u8}\n"
       "      |                   ^~~~~~~\n"
       "  help: write 'type: u8'\n"},
      {"a tab", "schema: t\ntypes:\n\tT: {}\n",
       "t.yaml:3:1: error: this line is indented with a tab [tab-indentation]\n"
       "    3 | \tT: {}\n"
       "      | ^\n"
       "  help: indent with blanks; YAML doesn't say how wide a tab is\n"},
      {"a byte as an escape", with_fields("      - {name: a, const: \"\\x89AB\\r\"}\n"),
       "t.yaml:5:26: error: for YAML '\\x89' is a character, which takes two bytes "
       "[byte-escape]\n"
       "    5 |       - {name: a, const: \"\\x89AB\\r\"}\n"
       "      |                          ^~~~~~~~~~\n"
       "  help: write the bytes as a list: [0x89, AB, 0x0d]\n"},
      {"a tag for a C programmer's 'not'", with_fields("      - {name: a, if: !b}\n"),
       "t.yaml:5:23: error: '!b' is a tag for YAML, and tags are not part of the language "
       "[yaml-tag]\n"
       "    5 |       - {name: a, if: !b}\n"
       "      |                       ^~\n"
       "  help: '!' is spelt 'not' here: write 'not b'\n"},
      {"an anchor and an alias", "schema: t\ntitle: &a x\ndoc: *a\n",
       "t.yaml:2:8: error: anchors are not part of the language [yaml-alias]\n"
       "    2 | title: &a x\n"
       "      |        ^~\n"
       "  help: give the value a name under 'types:' or 'let:'\n"
       "t.yaml:3:6: error: aliases are not part of the language [yaml-alias]\n"
       "    3 | doc: *a\n"
       "      |      ^~\n"
       "  help: repeat the value, or give it a name under 'types:' or 'let:'\n"},
      {"a repeated key", with_fields("      - {name: a, type: u8, type: u16}\n"),
       "t.yaml:5:29: error: 'type' is here twice [duplicate-key]\n"
       "    5 |       - {name: a, type: u8, type: u16}\n"
       "      |                             ^~~~\n"
       "  t.yaml:5:19: note: 'type' is here already\n"
       "  help: YAML would silently keep one of them; remove or rename one\n"},
      {"null as a name", with_fields("      - {name: null, type: u8}\n"),
       "t.yaml:5:16: error: 'null' means 'no value' in YAML [yaml-word]\n"
       "    5 |       - {name: null, type: u8}\n"
       "      |                ^~~~\n"
       "  help: if it is a name, quote it: \"null\"\n"},
      {"a boolean of other readers as a name", with_fields("      - {name: on, type: u8}\n"),
       "t.yaml:5:16: warning: 'on' is a boolean for other readers of YAML [yaml-word]\n"
       "    5 |       - {name: on, type: u8}\n"
       "      |                ^~\n"
       "  help: quote it: \"on\"\n"},
      {"indentation that fits nothing", "schema: t\ntypes:\n   T: {}\n  U: {}\n",
       "t.yaml:4:3: error: this line's indentation matches no line above [bad-yaml]\n"
       "    4 |   U: {}\n"
       "      |   ^\n"
       "  help: the keys of one map begin in the same column, and so do the '-' of one list\n"},
      {"a second root", "- a\nb: c\n",
       "t.yaml:2:1: error: what begins here belongs to nothing above [bad-yaml]\n"},
      {"a byte that is no text", std::string("schema: t\ndoc: a\0b\n", 20),
       "t.yaml:2:7: error: byte 0x00 is a control character [not-text]\n"},
      {"another encoding", "schema: t\ndoc: \xE9\n",
       "t.yaml:2:6: error: byte 0xe9 is not UTF-8 [not-text]\n"},
      {"nothing", "# only a comment\n",
       "t.yaml:1:1: error: there is no schema in this file [empty-schema]\n"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK_THAT(Parsed(row.text).said(), Catch::Contains(row.expected));
  }
}

// A single sign that is missing costs one message, not one for each line after it.
TEST_CASE("what follows from a mistake in YAML is not reported") {
  for (const std::string& text :
       {with_fields("      - {name: a, is: \"b + 1}\n      - {name: c, is: \"d\"}\n"),
        with_fields("      - {name: a, type: u8}}\n      - {name: b}\n"),
        with_fields("      - {name: a, valid: {min: 1}\n      - {name: b}\n"),
        with_fields("      - {name: a, valid: min: 1}}\n      - {name: b}\n"),
        with_fields("      - name: a\n        is: [1] ++ b\n"),
        with_fields("      - name: a\n        switch: b\n        cases: {1: {type: u8},\n"
                    "                2: type: u8},\n                3: {type: u8}}\n"),
        std::string("schema: t\ntypes\n  T: {fields: []}\nroot: T\n")}) {
    INFO(text);
    const Parsed parsed(text);
    INFO(parsed.said());
    CHECK(parsed.diagnostics.all().size() == 1);
  }
}

TEST_CASE("what a trap hid is looked at all the same") {
  const Parsed parsed(with_fields("      - {name: a, is: f(b, c && d)}\n"));
  CHECK(parsed.codes() == Codes{"unquoted-comma", "foreign-operator"});
}

TEST_CASE("one run reports all mistakes of a file") {
  const Parsed parsed(
      "schema: t\n"
      "title: @x\n"
      "foo: 1\n"
      "types:\n"
      "  T:\n"
      "    fields:\n"
      "      - {name: a, type: u8\n"
      "      - {name: b, tpye: u8}\n"
      "      - {name: c, size: \"a +\"}\n"
      "  U: {feilds: []}\n");
  const std::string said = parsed.said();
  for (const char* place :
       {"t.yaml:2:8", "t.yaml:3:1", "t.yaml:7:9", "t.yaml:8:19", "t.yaml:9:29", "t.yaml:10:7"}) {
    INFO(said);
    CHECK(said.find(place) != std::string::npos);
  }
  CHECK(parsed.diagnostics.all().size() == 6);
}

TEST_CASE("nesting and size are bounded") {
  const auto repeated = [](const std::string& part, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += part;
    return result;
  };
  CHECK_THAT(Parsed("doc: " + repeated("[", 1000) + repeated("]", 1000)).said(),
             Catch::Contains("this is nested more than 100 levels deep [nested-too-deeply]"));
  CHECK_THAT(Parsed(repeated("- ", 1000)).said(), Catch::Contains("[nested-too-deeply]"));
  // Each of these once took quadratic time in some scanner.
  for (const std::string& text :
       {repeated("[", 200000), repeated("{a: ", 100000), "t: {" + repeated("a(, ", 100000),
        repeated("a: \"\n", 30000), repeated("a: @\n", 30000)}) {
    CHECK(Parsed(text).diagnostics.has_errors());
  }
}

TEST_CASE("the seven sketches of the language parse") {
  for (const std::string name :
       {"blaze", "bloscpack", "gguf", "oinf", "paddle", "png", "primitiv"}) {
    INFO(name);
    std::ifstream in(std::string(SCHEMAC_SOURCE_DIR) + "/tests/language/sketches/" + name +
                     ".yaml");
    const Parsed parsed(std::string(std::istreambuf_iterator<char>(in), {}));
    CHECK(parsed.said().empty());
    REQUIRE(parsed.documents.size() == 1);
    CHECK(parsed.documents.front().root.text_of("schema") == name);
  }
}

}  // namespace
