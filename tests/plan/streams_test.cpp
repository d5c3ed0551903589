// What is written last when a list grows.
#include "plan/plan_of.h"

using schemac::test::dump_of;

namespace {

std::string with_fields(const std::string& fields) {
  return R"(
schema: t
endian: le
root: File
types:
  Item: {fields: [{name: x, type: u8}]}
  File:
    fields:
)" + fields;
}

}  // namespace

TEST_CASE("a table, the room in it and what counts both belong to a list that grows") {
  const std::string text = dump_of(with_fields(R"yaml(
      - {name: magic, type: u8, const: 1}
      - {name: n, type: u16}
      - {name: n_spare, type: u16}
      - {name: sum, type: u32, is: n + n_spare}
      - {name: begins, type: u32, repeat: n, each: {is: "offset(items[_index])"}}
      - {name: spare, type: u32, repeat: n_spare, choice: true}
      - {name: items, type: Item, repeat: n, stream: append}
      - {name: rest, type: bytes, size: eos}
)yaml"),
                                   "record File");
  CHECK(text.find("  stream items rest rest starts begins room spare totals n n_spare sum\n") !=
        std::string::npos);
}

TEST_CASE("a list up to the end needs nothing else") {
  const std::string text = dump_of(with_fields(R"yaml(
      - {name: flags, type: u8}
      - {name: items, type: Item, repeat: eos, stream: append}
)yaml"),
                                   "record File");
  CHECK(text.find("  stream items totals\n") != std::string::npos);
}

TEST_CASE("entries of another form after the table are no room in it") {
  const std::string text = dump_of(with_fields(R"yaml(
      - {name: n, type: u16, unknown: 0xffff}
      - {name: n_spare, type: u16}
      - {name: begins, type: u32, repeat: n, each: {is: "offset(items[_index])"}}
      - {name: spare, type: u16, repeat: n_spare, choice: true}
      - {name: items, type: Item, repeat: n, stream: append}
)yaml"),
                                   "record File");
  CHECK(text.find("  stream items starts begins totals n\n") != std::string::npos);
}
