// Messages in text form against libprotobuf's own printer and parser.
#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/text_format.h>

#include <catch2/catch.hpp>
#include <string>

#include "compile.h"
#include "direct/explain/select_rows.h"
#include "direct/files/file_form.h"
#include "direct/walk/validate.h"
#include "portion.h"
#include "protobuf/library.h"

namespace {

namespace pb = google::protobuf;
using namespace schemac;
using namespace schemac::tests;

const plan::Plan& plan_of_everything() {
  static const Compilation run = compile(SCHEMAC_SOURCE_DIR "/tests/protobuf/everything.yaml");
  return run.plans.at(0);
}
const plan::Record& record() {
  return plan_of_everything().records[plan_of_everything().roots.at(0).record];
}
direct::FileForm form_of(const std::string& text) {
  return {plan_of_everything(), plan_of_everything().roots.at(0), bytes_in(text)};
}

const direct::Row* find(const std::vector<direct::Row>& rows, const std::string& path) {
  for (const direct::Row& row : rows) {
    if (row.path == path) return &row;
    if (const direct::Row* inner = find(row.children, path)) return inner;
  }
  return nullptr;
}

std::string shown(const std::string& text, const std::string& path) {
  const auto explanation = direct::explain(form_of(text));
  const direct::Row* row = find(explanation.rows, path);
  return row == nullptr ? "nothing" : text.substr(row->offset, row->size);
}

}  // namespace

TEST_CASE("a text says the message that the library packs") {
  const Library library;
  Random random(11);
  for (unsigned i = 0; i < some_of(300); ++i) {
    const auto message = library.make();
    fill(*message, random, 0);
    message->DiscardUnknownFields();
    std::string text;
    REQUIRE(pb::TextFormat::PrintToString(*message, &text));
    INFO(text);
    const direct::FileForm form = form_of(text);
    REQUIRE(form.text() != nullptr);
    CHECK_FALSE(form.text()->error());
    CHECK(text_in({form.bytes().begin(), form.bytes().end()}) == message->SerializeAsString());
    CHECK(direct::validate(form).ok());

    const auto printed = direct::message_text(plan_of_everything(), record(), form.bytes());
    REQUIRE(printed);
    const auto again = library.make();
    REQUIRE(pb::TextFormat::ParseFromString(*printed, again.get()));
    CHECK(again->SerializeAsString() == message->SerializeAsString());
  }
}

TEST_CASE("fields without names have no text") {
  const Library library;
  const auto message = library.make();
  REQUIRE(pb::TextFormat::ParseFromString("last: 1", message.get()));
  message->GetReflection()->MutableUnknownFields(message.get())->AddVarint(1000, 1);
  const std::string bytes = message->SerializeAsString();
  CHECK_FALSE(direct::message_text(plan_of_everything(), record(), bytes_in(bytes)));
}

TEST_CASE("each field is explained where it stands in the text") {
  const std::string text =
      "last: 1  # the only one that is required\n"
      "an_inner {\n\tid: -3\tname: 'x'\n}\n"
      "int32s: [1, 2]\nint32s: 3\nstrings: \"a\" \"b\"\n";
  CHECK(shown(text, "last") == "last: 1");
  CHECK(shown(text, "an_inner.id") == "id: -3");
  CHECK(shown(text, "an_inner.name") == "name: 'x'");
  CHECK(shown(text, "strings[0]") == "strings: \"a\" \"b\"");
  CHECK(shown(text, "int32s[0]") == "1");
  CHECK(shown(text, "int32s[1]") == "2");
  CHECK(shown(text, "int32s[2]") == "int32s: 3");
  CHECK(shown(text, "int32s[3]") == "nothing");
  const auto rows = direct::explain(form_of(text)).rows;
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].offset == 0);
  CHECK(rows[0].size == text.size());
}

TEST_CASE("columns after tabs are counted as the library counts them") {
  const std::string text =
      "\t last:\t1\tan_inner\t {id: 2\tname:\t'x'\t} \tint32s: [3,\t4]\n\tint32s: 5";
  CHECK(shown(text, "last") == "last:\t1");
  CHECK(shown(text, "an_inner.name") == "name:\t'x'");
  CHECK(shown(text, "int32s[1]") == "4");
  CHECK(shown(text, "int32s[2]") == "int32s: 5");
}

TEST_CASE("a text that is one message is shown by that message's fields") {
  const std::string text = "an_inner { id: 1 name: 'x' }";
  const auto rows = direct::innermost_rows(direct::explain(form_of(text)).rows);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].path == "an_inner.id");
  CHECK(rows[1].path == "an_inner.name");
}

TEST_CASE("elements of short lists are explained where they stand") {
  const std::string text =
      "last: 1 int32s: [] int32s # a comment, [not a list\n : [ -1 ,\n - # ]\n 2 ]; int32s: 3\n"
      "strings: ['],', \"\\\"]\" \"c\"] strings: '['\n"
      "an_inner { id: 1 children [ { id: 2 children: [<id: 3>, {id: 4}] }, { id: 5 } ] }\n";
  CHECK(shown(text, "int32s[0]") == "-1");
  CHECK(shown(text, "int32s[1]") == "- # ]\n 2");
  CHECK(shown(text, "int32s[2]") == "int32s: 3");
  CHECK(shown(text, "int32s[3]") == "nothing");
  CHECK(shown(text, "strings[0]") == "'],'");
  CHECK(shown(text, "strings[1]") == "\"\\\"]\" \"c\"");
  CHECK(shown(text, "strings[2]") == "strings: '['");
  CHECK(shown(text, "an_inner.children[0].id") == "id: 2");
  CHECK(shown(text, "an_inner.children[0].children[0]") == "<id: 3>");
  CHECK(shown(text, "an_inner.children[0].children[1]") == "{id: 4}");
  CHECK(shown(text, "an_inner.children[0].children[1].id") == "id: 4");
  CHECK(shown(text, "an_inner.children[1]") == "{ id: 5 }");
}

TEST_CASE("what is wrong with a text is at its place") {
  const auto first = [](const std::string& text) {
    const Report report = direct::validate(form_of(text));
    REQUIRE(report.first() != nullptr);
    return *report.first();
  };
  CHECK(first("last: 1\nnothing: 2\n").offset == 15);  // the library tells after the name
  CHECK(first("last: 1\nnothing: 2\n").rule == Rule::bad_protobuf);
  CHECK(first("last: x").offset == 6);
  CHECK(first("an_int32: 4294967296 last: 1").rule == Rule::bad_protobuf);
  // Of the message's own checks, at what there is: the message that lacks a field.
  const Violation missing = first("last: 1\nan_inner { name: 'x' }\n");
  CHECK(missing.path == "an_inner.id");
  CHECK(missing.offset == 8);
  std::string deep = "last: 1 an_inner { id: 1 ";
  for (int i = 0; i < 5000; ++i) deep += "children { id: 1 ";
  CHECK(first(deep).rule == Rule::nesting_limit);
}

TEST_CASE("what is wrong with a text is at its field") {
  const auto path = [](const std::string& text) {
    const Report report = direct::validate(form_of(text));
    REQUIRE(report.first() != nullptr);
    return report.first()->path;
  };
  CHECK(path("last: 1\nnothing: 2\n") == "nothing");
  CHECK(path("last: x") == "last");
  CHECK(path("last: - x") == "last");
  CHECK(path("an_inner { id: 2 name: 5 } last: 1") == "an_inner.name");
  CHECK(path("an_inner { id: 2 children { id: 3 } children < # }\n id: 'x' > }") ==
        "an_inner.children[1].id");
  CHECK(path("an_inner { children: [{ id: 3 }, { id: 4 children { id: y } }] }") ==
        "an_inner.children[1].children[0].id");
  CHECK(path("strings: 'a' 'b' int32s: [1, 2, x] last: 1") == "int32s[2]");
  CHECK(path("int32s: 1, int32s: 2; int32s: x") == "int32s[2]");
  CHECK(path("an_inner { id: 1 } } last: 1") == "");
}

TEST_CASE("a text may hold what the library takes in strings and comments") {
  const std::string text = "last: 1\v # caf\xe9\nan_inner { id: 2 name: 'a\x7f\xff' }";
  const direct::FileForm form = form_of(text);
  REQUIRE(form.text() != nullptr);
  CHECK_FALSE(form.text()->error());
  CHECK(shown(text, "an_inner.name") == "name: 'a\x7f\xff'");
  CHECK(form_of(text + "\x01").text() == nullptr);
}

TEST_CASE("bytes in the wire form that look like text are read as what they are") {
  // Field 20 is no field of the message: a tag of two printable bytes would be needed for a text.
  const std::string bytes = "z\x04last\xf8\xff\xff\xff\x0f\x01";
  const direct::FileForm form = form_of(bytes);
  CHECK(form.text() == nullptr);
  CHECK(direct::validate(form).ok());
}
