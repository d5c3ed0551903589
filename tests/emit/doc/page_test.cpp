// What holds of every document, whatever the schema.
#include <algorithm>
#include <catch2/catch.hpp>
#include <regex>
#include <set>

#include "emit/doc/chapters/code_words.h"
#include "emit/doc/describe/body_kinds.h"
#include "emit/doc/emitted.h"
#include "emit/doc/html/html.h"
#include "emit/doc/make_page.h"
#include "emit/doc/markdown/markdown.h"
#include "language/case_file.h"
#include "portion.h"

namespace {

using namespace schemac;

std::set<std::string> repeated(const std::vector<std::string>& values) {
  std::set<std::string> seen, twice;
  for (const std::string& value : values)
    if (!seen.insert(value).second) twice.insert(value);
  return twice;
}

// Links in the page lead to something, links out of it are addresses.
void check_links(const std::string& html) {
  const std::vector<std::string> ids = emitted::attributes(html, "id");
  CHECK(repeated(ids) == std::set<std::string>());
  const std::set<std::string> known(ids.begin(), ids.end());
  for (const std::string& link : emitted::attributes(html, "href")) {
    CAPTURE(link);
    if (link.rfind("#", 0) == 0)
      CHECK(known.contains(link.substr(1)));
    else
      CHECK((link.rfind("https://", 0) == 0 || link == "data:,"));
  }
  for (const std::string& list : emitted::attributes(html, "aria-labelledby")) {
    std::istringstream in(list);
    for (std::string id; in >> id;) CHECK(known.contains(id));
  }
}

void check_markdown_links(const std::string& markdown) {
  std::vector<std::string> ids;
  const std::regex anchor("<a id=\"([^\"]*)\"></a>"), link("\\]\\(#([^)]*)\\)");
  const std::sregex_iterator none;
  for (std::sregex_iterator at(markdown.begin(), markdown.end(), anchor); at != none; ++at)
    ids.push_back((*at)[1]);
  CHECK(repeated(ids) == std::set<std::string>());
  for (std::sregex_iterator at(markdown.begin(), markdown.end(), link); at != none; ++at) {
    CAPTURE(at->str());
    CHECK(std::find(ids.begin(), ids.end(), (*at)[1]) != ids.end());
  }
}

// The name of a tag: "a" of "</a>".
std::string name_of(const std::string& tag) {
  const std::size_t begin = tag.find_first_not_of("</");
  return tag.substr(begin, tag.find_first_of(" >", begin) - begin);
}

// One title, and no level left out on the way down.
void check_headings(const std::string& html) {
  int before = 0, titles = 0;
  for (const std::string& tag : emitted::tags(html)) {
    const std::string name = name_of(tag);
    if (tag[1] == '/' || name.size() != 2 || name[0] != 'h' || name[1] < '1' || name[1] > '6')
      continue;
    const int level = name[1] - '0';
    titles += level == 1 ? 1 : 0;
    CHECK(level <= before + 1);
    before = level;
  }
  CHECK(titles == 1);
}

// Elements are closed in the order in which they were opened.
void check_nesting(const std::string& html) {
  const std::set<std::string> empty = {"input", "br", "wbr"};
  std::vector<std::string> open;
  for (const std::string& tag : emitted::tags(html)) {
    const std::string name = name_of(tag);
    if (empty.contains(name)) continue;
    if (tag[1] != '/') {
      open.push_back(name);
    } else {
      INFO("closes " << name);
      REQUIRE(!open.empty());
      REQUIRE(open.back() == name);
      open.pop_back();
    }
  }
  CHECK(open == std::vector<std::string>{"body"});
}

// What a document calls and doesn't explain: "len(".
std::set<std::string> unexplained(const emit::doc::Page& page) {
  std::set<std::string> words = emit::doc::code_words(page.chapters);
  std::erase_if(words, [](const std::string& word) { return !word.ends_with('('); });
  for (const emit::doc::Chapter& chapter : page.chapters)
    for (const emit::doc::Chapter& inner : chapter.chapters)
      for (const emit::doc::Block& block : inner.blocks)
        if (const auto* facts = std::get_if<emit::doc::Facts>(&block))
          for (const auto& fact : facts->facts)
            words.erase(fact.term.substr(0, fact.term.find('(') + 1));
  return words;
}

std::set<std::string> fields_of(const plan::Plan& plan) {
  std::set<std::string> ids;
  for (const plan::Record& record : plan.records)
    for (const plan::Field& field : record.fields)
      if (!plan::is_group(field)) ids.insert(record.name + "." + field.name);
  return ids;
}

void check_documents(const plan::Plan& plan, const model::Format& format) {
  const emit::doc::Page page = emit::doc::make_page(plan, format, {});
  const std::string html = emit::doc::to_html(page), markdown = emit::doc::to_markdown(page);
  check_links(html);
  check_markdown_links(markdown);
  check_headings(html);
  check_nesting(html);
  CHECK(unexplained(page) == std::set<std::string>());
  CHECK(html.find(emit::doc::unknown_kind) == html.npos);
  CHECK(html.find("Nothing is to be reported as") == html.npos);
  for (const std::string& id : fields_of(plan)) {
    INFO(id);
    CHECK(emitted::words_in_html(html, id));
    CHECK(emitted::words_in_markdown(markdown, id));
  }
}

TEST_CASE("the byte order of a file is said once, and a default by its name", "[doc]") {
  const auto documents = emitted::documents_of(R"(
schema: tally
endian: File.order.endian
root: File
enums:
  Order: {type: u8, attributes: {endian: endian}, members: {little: {value: 1, endian: le}, big: {value: 2, endian: be}}}
types:
  Head: {params: {n: u8}, fields: [{name: x, type: u32, repeat: n}]}
  File:
    fields:
      - {name: order, type: Order, default: 2}
      - {name: heads, type: Head(3), repeat: 2}
)");
  for (const std::string* document : {&documents.html, &documents.markdown})
    CHECK(document->find("root_order") == document->npos);
  const auto overview = emitted::words_in_html(documents.html, "overview");
  REQUIRE(overview);
  CHECK(overview->find("Byte order in the order that order states") != overview->npos);
  const auto order = emitted::words_in_html(documents.html, "File.order");
  REQUIRE(order);
  CHECK(order->find("By default big.") != order->npos);
}

TEST_CASE("one byte is not called bytes", "[doc]") {
  const auto documents = emitted::documents_of(R"(
schema: tally
endian: le
root: File
types:
  Head: {fields: [{name: x, type: bytes, size: eos}]}
  File:
    fields:
      - {name: letter, type: str, size: 1}
      - {name: mark, type: bytes, size: 1}
      - {name: head, type: Head, size: 1}
)");
  CHECK(documents.html.find(" 1 bytes") == std::string::npos);
  CHECK(documents.markdown.find(" 1 bytes") == std::string::npos);
}

}  // namespace

TEST_CASE("documents of all language cases are whole", "[doc]") {
  const std::vector<std::string> paths = cases::list_cases(SCHEMAC_SOURCE_DIR "/tests/language");
  const std::size_t step = paths.size() / tests::some_of(static_cast<unsigned>(paths.size()));
  for (std::size_t at = 0; at < paths.size(); at += step) {
    const std::string& path = paths[at];
    INFO(path);
    const cases::CaseFile file = cases::read_case(path);
    // Cases that import others bring these along as files: those are in the tests of the command.
    Compilation run = compile_text(path, file.text_of("schema"));
    if (!run.ok()) continue;
    for (std::size_t i = 0; i < run.plans.size(); ++i)
      check_documents(run.plans[i], run.formats[i]);
  }
}

TEST_CASE("documents of our own formats are whole", "[doc]") {
  const auto documents = emitted::documents_of_file(SCHEMAC_SOURCE_DIR "/schemas/oinf.yaml");
  check_documents(documents.run.plans.front(), documents.run.formats.front());
}

TEST_CASE("each check is in the checklist once", "[doc]") {
  const auto documents = emitted::documents_of(R"(
schema: checked
root: File
types:
  Name: {type: str, prefix: u8, charset: "[a-z]+"}
  File:
    fields:
      - {name: magic, const: CHKD}
      - {name: n, type: u8, valid: {max: 9}}
      - {name: names, type: Name, repeat: n, unique: _}
      - {name: own, type: Name}
    rules:
      - {name: odd, expr: n % 2 == 1, at: n, doc: Pairs are bad luck.}
)");
  const auto text = emitted::words_in_html(documents.html, "validation");
  REQUIRE(text);
  // From the language: a constant, a bound, a count, a duplicate, a rule, the end of the file; of
  // each name its length, its characters and that it isn't empty, said once for both.
  for (const char* holds :
       {"magic consists of the bytes 43 48 4b 44, \"CHKD\".", "n is at most 9.",
        "There are bytes for all n elements of names, at least 1 each.",
        "No two elements of names have the same value.", "n % 2 is 1. Pairs are bad luck.",
        "Nothing follows the last field.", "All bytes that length announces are there.",
        "Every byte of Name is one of [a-z].", "Name has at least one character."}) {
    INFO(holds << " in " << *text);
    const auto first = text->find(holds);
    CHECK(first != text->npos);
    CHECK(text->find(holds, first + 1) == text->npos);
  }
  CHECK(text->find("rule odd") != text->npos);
}

TEST_CASE("offsets after something that varies count from its end", "[doc]") {
  const auto documents = emitted::documents_of(R"(
schema: places
root: File
types:
  File:
    fields:
      - {name: n, type: u16}
      - {name: items, type: u32, repeat: n}
      - {name: one, type: u8}
      - {name: two, type: u64}
      - {name: note, type: str, prefix: u8}
      - {name: last, type: u16}
)");
  const auto words = [&](const char* id) {
    return emitted::words_in_html(documents.html, id).value_or("");
  };
  CHECK(words("File.items").rfind("2 4 × n items u32 × n", 0) == 0);
  CHECK(words("File.one").rfind("a 1 one u8", 0) == 0);
  CHECK(words("File.two").rfind("a + 1 8 two u64", 0) == 0);
  CHECK(words("File.note").rfind("a + 9 ≥ 1 note text", 0) == 0);
  CHECK(words("File.last").rfind("b 2 last u16", 0) == 0);
  CHECK(words("File").find("a is where items ends and b is where note ends") != std::string::npos);
}

TEST_CASE("what a schema refers to is a link where it has an address", "[doc]") {
  const auto documents = emitted::documents_of(R"(
schema: cited
doc-ref: "The Format, version 2, https://format.example/v2#layout"
root: File
types:
  File:
    doc-ref: https://format.example/file
    fields:
      - {name: n, type: u16, doc-ref: "The Format, part 3"}
)");
  const auto holds = [&](const char* text) {
    return documents.html.find(text) != std::string::npos;
  };
  CHECK(holds(R"(<a href="https://format.example/v2#layout">The Format, version 2</a>)"));
  CHECK(holds(R"(<a href="https://format.example/file">https://format.example/file</a>)"));
  CHECK(holds("See The Format, part 3."));
  CHECK(documents.markdown.find("[The Format, version 2](https://format.example/v2#layout)") !=
        std::string::npos);
}

TEST_CASE("directories say where they are specified and in which order they are written", "[doc]") {
  const auto documents = emitted::documents_of(R"(
schema: written
root: Set
types:
  Part:
    fields: [{name: content, type: bytes, size: eos}]
  Set:
    doc-ref: The Format, part 4
    directory:
      - {name: parts, file: "part_{_index}.bin", type: Part, optional: true}
      - {name: head, file: head.bin, type: Part}
    commit: [parts, head]
    arrays:
      - {name: array, join: parts.content, doc-ref: "The Format, part 5", ndarray: {dtype: u8}}
)");
  const auto holds = [&](const char* html, const char* markdown) {
    CHECK(documents.html.find(html) != std::string::npos);
    CHECK(documents.markdown.find(markdown) != std::string::npos);
  };
  holds("See The Format, part 4.", "See The Format, part 4.");
  holds("See The Format, part 5.", "See The Format, part 5.");
  holds("is written in the order <code>parts</code> then <code>head</code>: <code>head</code> says",
        "is written in the order `parts` then `head`: `head` says");
  holds(R"(The Format, part 5: <a href="#directories.Set"><code>Set.<wbr>array</code></a>)",
        "The Format, part 5: [`Set.array`](#directories.Set)");
}
