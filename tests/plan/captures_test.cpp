// What records need from those around them becomes parameters, passed on from holder to holder.
#include "plan/plan_of.h"

using schemac::test::dump_of;

namespace {

const std::string nested = R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: width, type: u8}
      - {name: at, type: u32}
      - {name: n, type: u8}
      - {name: rows, type: Row, repeat: n, in: rows}
    sections:
      - {name: rows, begin: at}
  Row:
    fields:
      - {name: height, type: u16}
      - {name: cell, type: Cell}
  Cell:
    fields:
      - {name: line, type: u8, repeat: _root.width}
      - {name: column, type: u8, repeat: _parent.height}
)";

}  // namespace

TEST_CASE("a value of an outer record is a parameter of every record on the way") {
  CHECK(dump_of(nested, "record Cell").find("  param root_width\n  param parent_height\n") !=
        std::string::npos);
  CHECK(dump_of(nested, "record Cell").find("count _root.width stride 1") != std::string::npos);
  CHECK(dump_of(nested, "record Row").find("  param root_width\n  field height") !=
        std::string::npos);
  CHECK(dump_of(nested, "record Row").find("field cell given: Cell with _root.width, height {") !=
        std::string::npos);
  CHECK(dump_of(nested, "record File").find("list of (Row with width {") != std::string::npos);
}
