// What versions make of a plan: conditions over the file's version, under few bounds checks.
#include "plan/plan_of.h"

using schemac::test::check_of;
using schemac::test::dump_of;
using schemac::test::items_of;
using schemac::test::plan_of;

namespace {

const std::string schema = R"(
schema: t
endian: le
root: File
version: File.version
enums:
  Kind: {type: u8, members: {a: 1, b: {value: 2, since: 2}}}
types:
  Item:
    fields:
      - {name: n, type: u16}
      - {name: dims, type: u32, repeat: n}
      - {name: size, type: u32}
      - {name: more, type: u32, since: 2}
      - {name: most, type: u64, since: 2}
      - {name: last, type: u8, since: 3}
      - {name: kind, type: Kind}
  File:
    fields:
      - {name: version, type: u8}
      - {name: m, type: u8}
      - {name: items, type: Item, repeat: m}
)";

}  // namespace

TEST_CASE("neighbours of the same versions share a bounds check") {
  CHECK(items_of(schema, "Item") ==
        "run 0+0: n@0:2\n"
        "run 0+2: | dims n * 4 cause[item_dims_cause] -> 1 | size@0:4\n"
        "run 1+4: more@0:4 most@4:8 if _root.version >= 2 -> 2\n"
        "run 2+0: last@0:1 if _root.version >= 3 -> 3\n"
        "run 3+0: kind@0:1\n");
}

TEST_CASE("a record that depends on the version gets it as a parameter") {
  const std::string dump = dump_of(schema, "record Item");
  CHECK(dump.find("  param root_version\n") != std::string::npos);
  CHECK(dump.find("field more given: u32le {4 bytes}\n    if _root.version >= 2 "
                  "other-version[item_more_other_version]\n") != std::string::npos);
  CHECK(dump_of(schema, "record File").find("(Item with version {") != std::string::npos);
}

TEST_CASE("the least that a record takes is that of a file without fields of some versions") {
  CHECK(dump_of(schema, "record Item").rfind("record Item least 7 ", 0) == 0);
}

TEST_CASE("checks name the versions") {
  const schemac::plan::Plan plan = plan_of(schema);
  CHECK(check_of(plan, "item_more_other_version").sentence ==
        "more is there since version 2; this is version {a}");
  CHECK(check_of(plan, "item_kind_early_member").sentence ==
        "kind is {a}, a member of Kind since version {c}; this is version {b}");
  CHECK(check_of(plan, "item_kind_early_member").rule == schemac::Rule::bad_type);
}
