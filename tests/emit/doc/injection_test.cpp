// Words of a schema stay words, whatever they hold.
#include <catch2/catch.hpp>
#include <regex>

#include "emit/doc/emitted.h"
#include "emit/doc/html/html.h"
#include "emit/doc/make_page.h"
#include "emit/doc/markdown/markdown.h"

namespace {

using namespace schemac;
using emit::doc::Example;

// Every place where a schema can say something, with everything that means something somewhere.
constexpr const char* evil =
    R"(</title></style></script><script>alert(1)</script>*/ --> ]]> <img src=x onerror=alert(2)> " ' & [x](javascript:alert(3)) | ` ``` | <!-- \u0007\u001b[31m\u009b\u202e {{7*7}} $x$)";

std::string evil_schema() {
  std::string schema = R"(
schema: evil
title: "EVIL"
doc: "EVIL"
doc-ref: "EVIL"
extensions: ["EVIL"]
root: File
enums:
  Kind:
    doc: "EVIL"
    doc-ref: "EVIL"
    type: u8
    attributes: {note: str}
    members: {plain: {value: 1, doc: "EVIL", note: "EVIL"}}
types:
  Name: {type: str, prefix: u8, doc: "EVIL", doc-ref: "EVIL"}
  File:
    doc: "EVIL"
    doc-ref: "EVIL"
    fields:
      - {name: magic, const: "<b>&\"'"}
      - {name: kind, type: Kind, doc: "EVIL", doc-ref: "EVIL"}
      - {name: bits, type: u8, flags: {one: {bit: 0, doc: "EVIL"}}}
      - {name: at, type: u32}
      - {name: name, type: Name, doc: "EVIL", valid: {expr: name != '<i>&"', doc: "EVIL", message: "EVIL"}}
      - name: what
        switch: kind
        cases: {plain: {type: u8, doc: "EVIL"}}
      - {pad: 4, doc: "EVIL"}
      - {name: data, type: u8, repeat: eos, in: rest, doc: "EVIL"}
    sections:
      - {name: rest, begin: at, doc: "EVIL"}
    rules:
      - {name: small, expr: at < 100, doc: "EVIL", message: "EVIL"}
)";
  std::string escaped;
  for (const char* ch = evil; *ch != '\0'; ++ch) {
    if (*ch == '"' || (*ch == '\\' && ch[1] != 'u')) escaped += '\\';
    escaped += *ch;
  }
  for (std::size_t at = schema.find("EVIL"); at != schema.npos;
       at = schema.find("EVIL", at + escaped.size()))
    schema.replace(at, 4, escaped);
  return schema;
}

Example evil_example() {
  Example example;
  example.name = evil;
  example.doc = evil;
  example.refused_as = evil;
  example.bytes = {0x3c, 0x62, 0x3e, 0x26, 0x22, 0x27};
  example.rows = {{"magic", 0, 6, emit::doc::ExampleKind::field, "bytes", evil, evil}};
  Violation violation;
  violation.path = evil;
  violation.message = evil;
  example.violations = {violation};
  return example;
}

struct Emitted {
  std::string html, markdown;
};
Emitted emit_evil() {
  const Compilation run = compile_text("evil<i>.yaml", evil_schema());
  INFO(source::to_text(run.diagnostics));
  REQUIRE(run.ok());
  const auto page = emit::doc::make_page(run.plans.front(), run.formats.front(), {evil_example()});
  return {emit::doc::to_html(page), emit::doc::to_markdown(page)};
}

// Tags and attributes that a page of ours has; anything else came from the schema.
TEST_CASE("nothing of a schema becomes markup of HTML or SVG", "[doc]") {
  const std::string html = emit_evil().html;
  const std::size_t body = html.find("<body>"), end = html.find("<script>", body);
  const std::string text = html.substr(body, end - body);
  REQUIRE(text.find("alert(1)") != text.npos);  // it is there, as words
  for (const char* sign : {"<script", "<img", "</style", "<!--", "]]>", "<b>", "<i>"}) {
    INFO(sign);
    CHECK(text.find(sign) == text.npos);
  }
  const std::regex ours("</?[a-z][a-z0-9]*(\\s+[a-zA-Z-]+=\"[^\"<]*\")*>");
  for (const std::string& tag : emitted::tags(html)) {
    INFO(tag);
    CHECK(std::regex_match(tag, ours));
  }
  for (const std::string& link : emitted::attributes(text, "href")) {
    INFO(link);
    CHECK((link.front() == '#' || link.rfind("https://", 0) == 0));
  }
  // The frame of the page, too.
  const std::string head = html.substr(0, body);
  CHECK(head.find("<script>") == head.npos);
  CHECK(head.find("</title>") == head.rfind("</title>"));
}

TEST_CASE("no control character gets into a document", "[doc]") {
  const Emitted documents = emit_evil();
  for (const std::string* text : {&documents.html, &documents.markdown})
    for (std::size_t i = 0; i < text->size(); ++i) {
      const auto byte = static_cast<unsigned char>((*text)[i]);
      const bool is_control = (byte < 0x20 && byte != '\n') || byte == 0x7f;
      const bool is_c1 = byte == 0xc2 && static_cast<unsigned char>((*text)[i + 1]) < 0xa0;
      if (is_control || is_c1) FAIL("byte " << i << " is " << int(byte));
    }
}

TEST_CASE("nothing of a schema becomes markup of Markdown", "[doc]") {
  const std::string markdown = emit_evil().markdown;
  // Outside of code there is no tag but ours, and no link but into the page and to standards.
  std::string text;
  bool is_fenced = false;
  std::istringstream in(markdown);
  std::vector<std::size_t> columns;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("```", 0) == 0) {
      is_fenced = !is_fenced;
      continue;
    }
    if (is_fenced) continue;
    line = std::regex_replace(line, std::regex("(`+)(?:(?!\\1).)*?[^`]\\1(?!`)"), "code");
    line = std::regex_replace(line, std::regex("<a id=\"[A-Za-z0-9_.-]*\"></a>|<br>"), "");
    text += line + "\n";
  }
  CHECK(!is_fenced);
  CHECK(text.find('<') == text.npos);
  const std::regex link("[^\\\\]\\]\\(([^)]*)\\)");
  for (std::sregex_iterator at(text.begin(), text.end(), link); at != std::sregex_iterator();
       ++at) {
    INFO(at->str());
    const std::string target = (*at)[1];
    CHECK((target.front() == '#' || target.rfind("https://", 0) == 0));
  }
  CHECK(std::regex_search(text, std::regex("!\\[")) == false);
}

TEST_CASE("Markdown has a backslash where it needs one", "[doc]") {
  struct Row {
    std::string words, escaped;
  };
  const Row rows[] = {
      {"plain words, with commas.", "plain words, with commas."},
      {"a_b and _c_", "a_b and \\_c\\_"},
      {"2 * 3 * 4", "2 \\* 3 \\* 4"},
      {"x | y", "x \\| y"},
      {"<b>&amp;", "&lt;b&gt;&amp;amp;"},
      {"[a](b)", "\\[a\\]\\(b)"},
      {"# no heading", "\\# no heading"},
      {"- no item", "\\- no item"},
      {"well-known", "well-known"},
      {"https://x.example", "https\\://x.example"},
      {"two\nlines", "two lines"},
      {std::string("nul\0", 4), "nul\ufffd"},
      {"c1\u009b turned\u202e cut\xe4", "c1\ufffd turned\ufffd cut\ufffd"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.words);
    CHECK(emit::doc::markdown_escaped(row.words) == row.escaped);
  }
  CHECK(emit::doc::markdown_code("a`b", false) == "``a`b``");
  CHECK(emit::doc::markdown_code("`", false) == "`` ` ``");
  CHECK(emit::doc::markdown_code("a|b", true) == "`a\\|b`");
  CHECK(emit::doc::markdown_code("a|b", false) == "`a|b`");
}

}  // namespace
