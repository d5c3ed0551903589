// Words of a schema stay in comments and literals of a header, whatever they hold.
#include <catch2/catch.hpp>
#include <string>

#include "compile.h"
#include "emit/cpp/header.h"
#include "emit/cpp/names.h"
#include "emit/printer.h"
#include "emit/visible_source.h"
#include "source/diagnostics.h"

namespace {

using namespace schemac;

// Everything that ends a line, a comment or a literal somewhere, with a mark after it. In YAML's
// escapes.
constexpr const char* hostile =
    R"(first\nOUT\rOUT\r\nOUT\n\nOUT \x0bOUT\fOUT\0OUT\x85OUT\u2028OUT\u2029OUT */ OUT /* ??/\nOUT ??= \u202e \u2066 \u061c \ufeff \x1b[31m \x7f \" ' $x$ $ {a} {} %s \\n )cc\" \\\nOUT \\ \nOUT // OUT\n#error OUT \\)";

// A text wherever a schema takes one.
std::string hostile_schema() {
  std::string schema = R"(
schema: hostile
title: "EVIL"
doc: "EVIL"
doc-ref: ["EVIL", "EVIL"]
extensions: ["x\nOUT"]
roots: {main: File, other: Second}
samples:
  - {name: one, doc: "EVIL", hex: "00 \n 00", root: main}
enums:
  Kind:
    doc: "EVIL"
    doc-ref: "EVIL"
    type: u8
    attributes: {note: str}
    members: {plain: {value: 1, doc: "EVIL", note: "EVIL"}, other: {value: 2, note: "EVIL"}}
  Word:
    doc: "EVIL"
    type: str
    members: {plain: {text: "EVIL", doc: "EVIL"}, other: {text: "x\nOUT", doc: "EVIL"}}
types:
  Name: {type: str, prefix: u8, charset: "[a-z\"\\\\?\n#]", doc: "EVIL", doc-ref: "EVIL"}
  Second:
    doc: "EVIL"
    fields:
      - {name: magic, const: "a\nOUT"}
      - {name: late, const: ["b\nOUT\r", 10, 0], doc: "EVIL"}
      - {name: xs, type: u8, repeat: eos, each: {min: 3, message: "EVIL"}, doc: "EVIL"}
  Meta:
    wire: json
    doc: "EVIL"
    fields:
      - {name: a, type: u8, key: "EVIL", doc: "EVIL"}
      - {name: w, type: Word, key: "$x$\nOUT??/", doc: "EVIL"}
  Item:
    doc: "EVIL"
    fields:
      - {name: n, type: u8, doc: "EVIL"}
      - {name: d, type: bytes, size: n, doc: "EVIL"}
  File:
    doc: "EVIL"
    doc-ref: "EVIL"
    fields:
      - {name: magic, const: "c\nOUT\\"}
      - {name: kind, type: Kind, doc: "EVIL", doc-ref: "EVIL"}
      - {name: bits, type: u8, flags: {one: {bit: 0, doc: "EVIL"}}}
      - {name: at, type: u32}
      - name: name
        type: Name
        doc: "EVIL"
        valid: {expr: size(name) > 1, doc: "EVIL", message: "EVIL"}
      - name: what
        switch: kind
        doc: "EVIL"
        cases:
          plain: {type: u8, doc: "EVIL"}
          other: {doc: "EVIL", fields: [{name: a, type: u8, doc: "EVIL"}]}
      - {name: spare, type: bytes, prefix: u8, doc: "EVIL", choice: true}
      - {name: opt, type: u16, if: bits.one, doc: "EVIL"}
      - {name: items, type: Item, repeat: 2, doc: "EVIL"}
      - {name: d, type: u8, doc: "EVIL"}
      - {name: arr, ndarray: {dtype: u16, dims: [d, 2], order: row}, doc: "EVIL"}
      - {name: sum, digest: {by: adler32, over: arr}, doc: "EVIL"}
      - {name: msize, type: u16, doc: "EVIL"}
      - {name: meta, type: Meta, size: msize, doc: "EVIL", style: {separators: [",\n", ":\n"], end: "\n"}}
      - {pad: 4, doc: "EVIL"}
      - {name: data, type: u8, repeat: eos, in: rest, doc: "EVIL"}
    sections:
      - {name: rest, begin: at, doc: "EVIL"}
    rules:
      - {name: small, expr: at < 100, doc: "EVIL", doc-ref: "EVIL", message: "EVIL"}
)";
  for (std::size_t at = schema.find("EVIL"); at != schema.npos; at = schema.find("EVIL", at))
    schema.replace(at, 4, hostile);
  return schema;
}

// The line without what stands in literals and after `//`.
std::string code_of(const std::string& line) {
  std::string code;
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote == 0 && line.compare(i, 2, "//") == 0) return code;
    if (quote == 0) code += line[i];
    if (quote != 0 && line[i] == '\\')
      ++i;
    else if (line[i] == '"' && (quote == 0 || quote == '"'))
      quote = quote == 0 ? '"' : '\0';
  }
  REQUIRE(quote == 0);
  return code;
}

TEST_CASE("no word of a schema becomes code") {
  const Compilation run = compile_text("a\nOUT\\.yaml", hostile_schema());
  INFO(source::to_text(run.diagnostics));
  REQUIRE(run.ok());
  const std::string header = emit::cpp::emit_header(run.plans.front());
  REQUIRE(header.find("OUT") != header.npos);  // they are there, as words
  std::istringstream lines(header);
  for (std::string line; std::getline(lines, line);) {
    CAPTURE(line);
    CHECK(code_of(line).find("OUT") == line.npos);
    for (const char c : line) CHECK((static_cast<unsigned char>(c) >= 0x20 && c != 0x7f));
    for (const char* sign : {"\u0085", "\u2028", "\u2029", "\u202e", "\u2066", "\u061c"})
      CHECK(line.find(sign) == line.npos);
    const std::string end = line.substr(0, line.find_last_not_of(" \t") + 1);
    CHECK_FALSE((end.ends_with('\\') || end.ends_with("?\?/")));
  }
}

TEST_CASE("a comment goes on where its text has a line break") {
  emit::Printer out;
  out.emit({{"doc", "a\nb\r\nc\rd\n"}, {"name", "x"}},
           R"cc(
             /// $doc$
             int $name$ = "//";  ///< $doc$
           )cc");
  CHECK(out.take() == "/// a\n/// b\n/// c\n/// d\nint x = \"//\";  ///< a b c d\n");
}

TEST_CASE("no line of a comment takes the next one with it") {
  CHECK(emit::visible_line("// x \\") == "// x \\.");
  CHECK(emit::visible_line("// x ?\?/") == "// x ?\?/.");
  CHECK(emit::visible_line("// x \\ \t") == "// x \\ \t.");
}

TEST_CASE("a literal holds any bytes") {
  CHECK(emit::cpp::quoted("a\"\\\n?\?=") == R"("a\"\\\012?\?=")");
}

}  // namespace
