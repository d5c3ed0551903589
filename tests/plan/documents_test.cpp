// What the plan keeps for documents alone: words, references, names of forms.
#include <catch2/catch.hpp>

#include "plan_of.h"

using namespace schemac;

TEST_CASE("words and references of a schema are in the plan", "[plan]") {
  const auto plan = test::plan_of(R"(
schema: worded
root: File
enums:
  Kind: {type: u8, doc: What it is., doc-ref: Book 2, members: {plain: 1}}
types:
  File:
    fields:
      - {name: kind, type: Kind, doc: Of the file., doc-ref: [Book 3, Book 4]}
      - {name: size, type: u8, valid: {max: 9, doc: A digit.}}
      - {pad: 4, doc: Room for later.}
      - {name: rest, type: str, prefix: u8}
      - {pad: 4, doc: Room at the end.}
    rules:
      - {name: small, expr: size < 8, doc: It fits a hand.}
samples:
  - {name: least, doc: Nothing in it., hex: 01 00 00 00 00 00 00 00}
)");
  CHECK(plan.enums[0].doc_ref == "Book 2");
  const plan::Record& file = plan.records.back();
  CHECK(file.fields[0].doc_ref == "Book 3; Book 4");
  const auto& run = std::get<plan::Run>(file.items.front());
  CHECK(run.fixed.back().doc == "Room for later.");
  const plan::Pad* last = nullptr;
  for (const plan::Item& item : file.items)
    if (const auto* pad = std::get_if<plan::Pad>(&item)) last = pad;
  REQUIRE(last != nullptr);
  CHECK(last->doc == "Room at the end.");
  std::vector<std::string> docs;
  for (const plan::Check& check : plan.checks)
    if (!check.doc.empty()) docs.push_back(check.doc);
  CHECK(docs == std::vector<std::string>{"A digit.", "It fits a hand."});
  CHECK(plan.samples[0].name == "least");
  CHECK(plan.samples[0].doc == "Nothing in it.");
}

TEST_CASE("a body knows the name that the schema has for its form", "[plan]") {
  const auto plan = test::plan_of(R"(
schema: named
root: File
types:
  Name: {type: str, prefix: u8, doc: A short text., doc-ref: Book 1}
  Wide: {type: Name, pad: 4}
  File:
    fields:
      - {name: own, type: Name}
      - {name: many, type: Name, repeat: 2}
      - {name: wide, type: Wide}
      - {name: padded, type: Name, pad: 8}
      - {name: plain, type: u8}
)");
  REQUIRE(plan.forms.size() == 2);
  CHECK(plan.forms[0].name == "Name");
  CHECK(plan.forms[0].doc == "A short text.");
  CHECK(plan.forms[0].doc_ref == "Book 1");
  const auto& fields = plan.records.back().fields;
  CHECK(fields[0].body.form == plan::FormId{0});
  CHECK(!fields[1].body.form);
  CHECK(std::get<plan::List>(fields[1].body.kind).element.front().form == plan::FormId{0});
  CHECK(fields[2].body.form == plan::FormId{1});
  CHECK(!fields[3].body.form);  // no longer what the name says
  CHECK(!fields[4].body.form);
}
