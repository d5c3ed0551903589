// Which fields share a bounds check, and where positions become variable.
#include "plan/plan_of.h"

using schemac::test::dump_of;
using schemac::test::items_of;

TEST_CASE("fields of fixed size, constants and padding are one run") {
  // 2 + 1 + 1 + 2 bytes, filled up to 8, then 4.
  CHECK(items_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: magic, const: [0x41, 0x42]}
      - {name: kind, type: u8}
      - {name: flag, type: bool8}
      - {name: size, type: u16}
      - {pad: 8}
      - {name: crc, type: u32}
)",
                 "File") ==
        "run 0+0: magic@0:2 kind@2:1 flag@3:1 size@4:2 padding@6:2 zero[file_padding] crc@8:4\n");
}

TEST_CASE("a list takes part in the run after the one with its count") {
  // The count must be known before the bounds of the list are: it can't share a check with it.
  CHECK(items_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: name, type: str, prefix: u32}
      - {name: dtype, type: u32}
      - {name: ndim, type: u32}
      - {name: dims, type: u64, repeat: ndim}
      - {name: size, type: u64}
      - {name: offset, type: u64}
)",
                 "File") ==
        "place 0+0 name -> 1\n"
        "run 1+0: dtype@0:4 ndim@4:4\n"
        "run 1+8: | dims ndim * 8 cause[file_dims_cause] -> 2 | size@0:8 offset@8:8\n");
}

TEST_CASE("fields before a list join its run if the count was read earlier") {
  CHECK(items_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: n, type: u8}
      - {name: label, type: str, prefix: u8}
      - {name: scale, type: f32}
      - {name: points, type: u16, repeat: n}
      - {name: colours, type: u16, repeat: n}
      - {name: last, type: u8}
)",
                 "File") ==
        "run 0+0: n@0:1\n"
        "place 0+1 label -> 1\n"
        "run 1+0: scale@0:4 | points n * 2 cause[file_points_cause] -> 2 |\n"
        "run 2+0: | colours n * 2 cause[file_colours_cause] -> 3 | last@0:1\n");
}

TEST_CASE("records and lists of fixed size leave positions constant") {
  CHECK(dump_of(R"(
schema: t
endian: be
root: File
types:
  Point: {fields: [{name: x, type: f32}, {name: y, type: f32}]}
  File:
    pad: 4
    fields:
      - {name: n, type: u16}
      - {name: centre, type: Point}
      - {name: rgb, type: u8, repeat: 3}
      - {name: label, type: str, size: 4}
      - {name: corners, type: Point, repeat: n}
)",
                "record File") ==
        "record File least 20 anchors 3 end 2+0\n"
        "  field n derived (count of corners): u16be {2 bytes}\n"
        "  field centre given: Point {8 bytes}\n"
        "  field rgb given: list of (u8 {1 bytes}) count 3 stride 1 elements[file_rgb_elements] {3 "
        "bytes}\n"
        "  field label given: text size 4 {4 bytes}\n"
        "  field corners given: list of (Point {8 bytes}) count n by n stride 8 "
        "cause[file_corners_cause] "
        "elements[file_corners_elements] {0... bytes}\n"
        "  run 0+0: n@0:2\n"
        "  place 0+2 centre\n"
        "  place 0+10 rgb\n"
        "  place 0+13 label\n"
        "  place 0+17 corners -> 1\n"
        "  pad 1+0 to 4 of record padding[file_padding] -> 2\n"
        "  derive n\n");
}

TEST_CASE("what is optional or ends somewhere makes positions variable") {
  CHECK(items_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: has_id, type: bool8}
      - {name: id, type: u32, if: has_id}
      - {name: line, type: str, terminator: 10}
      - {name: code, type: u16, align: 8}
      - {name: rest, type: bytes, size: eos}
)",
                 "File") ==
        "run 0+0: has_id@0:1\n"
        "place 0+1 id -> 1\n"
        "place 1+0 line -> 2\n"
        "pad 2+0 to 8 of file padding[file_padding] -> 3\n"
        "run 3+0: code@0:2\n"
        "place 3+2 rest -> 4\n");
}

TEST_CASE("sizes of records that hold themselves") {
  const std::string schema = R"(
schema: t
endian: le
root: File
types:
  File: {fields: [{name: tree, type: Tree}]}
  Tree:
    fields:
      - {name: value, type: u32}
      - {name: n, type: u8}
      - {name: kids, type: Tree, repeat: n}
)";
  CHECK(dump_of(schema, "record Tree")
            .rfind("record Tree least 5 anchors 2 end 1+0 recursive depth[tree_depth]\n", 0) == 0);
  CHECK(dump_of(schema, "record File").rfind("record File least 5 anchors 2 end 1+0\n", 0) == 0);
}
