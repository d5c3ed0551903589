// Each kind of relation with the role that it gives: the table of relations of the design, from the
// writer's side.
#include <catch2/catch.hpp>

#include "resolved.h"

namespace {

struct RoleRow {
  const char* name;
  const char* fields;    ///< of the root
  const char* expected;  ///< a line of the roles, single blanks
};

const RoleRow role_rows[] = {
    {"a count", "- {name: n, type: u32}\n- {name: items, type: u8, repeat: n}",
     "n derived count of items"},
    {"a count, scaled", "- {name: n, type: u32}\n- {name: items, type: u8, repeat: n / 2}",
     "n derived 2 * count of items"},
    {"a count, scaled up", "- {name: n, type: u32}\n- {name: items, type: u8, repeat: n * 3}",
     "n derived count of items / 3"},
    {"a count and one more", "- {name: n, type: u32}\n- {name: items, type: u8, repeat: n + 1}",
     "n derived count of items - 1"},
    {"a count and one less", "- {name: n, type: u32}\n- {name: items, type: u8, repeat: n - 1}",
     "n derived count of items + 1"},
    {"a size", "- {name: n, type: u32}\n- {name: body, type: bytes, size: n}",
     "n derived size of body"},
    {"a size that includes a head",
     "- {name: n, type: u32}\n- {name: body, type: bytes, size: n - 4}",
     "n derived size of body + 4"},
    {"an offset", "- {name: o, type: u32}\n- {name: body, type: u8, at: o}",
     "o derived start of body"},
    {"an offset in blocks", "- {name: o, type: u32}\n- {name: body, type: u8, at: o * 512}",
     "o derived start of body / 512"},
    {"a boolean presence", "- {name: has, type: bool8}\n- {name: body, type: u8, if: has}",
     "has derived presence of body"},
    {"flags, all derived",
     "- {name: f, type: u8, flags: {a: 0, b: 3}}\n- {name: x, type: u8, if: f.a}\n"
     "- {name: y, type: u8, if: f.b}",
     "f derived a: presence of x; b: presence of y"},
    {"flags, one given",
     "- {name: f, type: u8, flags: {a: 0, b: 3}}\n- {name: x, type: u8, if: f.a}",
     "f given u8 flags a, b; a: presence of x; given: b"},
    {"one flag for two fields",
     "- {name: f, type: u8, flags: {a: 0}}\n- {name: x, type: u8, if: f.a}\n"
     "- {name: y, type: u8, if: f.a}",
     "f derived a: presence of x, y"},
    {"a tag",
     "- {name: t, type: u8}\n- {name: v, switch: t, cases: {1: {type: u8}, 2: {type: u16}}}",
     "t derived alternative of v"},
    {"an expression", "- {name: n, type: u32, is: \"ceil_div(m, 8)\"}\n- {name: m, type: u32}",
     "n derived ceil_div(m, 8)"},
    {"the file's size", "- {name: n, type: u32, is: size(file)}", "n derived size of the file"},
    {"a digest is derived",
     "- {name: body, type: u32}\n- {name: crc, digest: {by: crc32, over: body}}",
     "crc derived crc32 over body"},
    {"the first relation defines",
     "- {name: n, type: u32}\n- {name: a, type: u8, repeat: n}\n- {name: b, type: u8, repeat: n}",
     "n derived count of a\nalso checked: count of b"},
    {"`is` wins over structure",
     "- {name: n, type: u32, is: m}\n- {name: m, type: u32}\n- {name: a, type: u8, repeat: n}",
     "n derived m\nalso checked: count of a"},
    {"given values win over derived ones",
     "- {name: n, type: u32}\n- {name: a, type: u8, const: 0, repeat: n}\n"
     "- {name: b, type: u8, repeat: n}",
     "n derived count of b\nalso checked: count of a"},
    {"of constants nothing follows",
     "- {name: n, type: u32}\n- {name: a, type: u8, const: 0, repeat: n}",
     "n given u32\nalso checked: count of a"},
    {"given: true wins over structure",
     "- {name: n, type: u32, given: true}\n- {name: a, type: u8, repeat: n}",
     "n given u32\nalso checked: count of a"},
    {"choice: true", "- {name: n, type: u32, choice: true, default: 7}", "n choice u32, default 7"},
    {"an ndarray derives nothing",
     "- {name: n, type: u32}\n- {name: a, ndarray: {dtype: u8, dims: [n], order: row}}",
     "n given u32"},
    {"valid derives nothing", "- {name: n, type: u32, valid: {max: 4}}", "n given u32"},
    {"absent",
     "- {name: f, type: u8, flags: {a: 0}}\n- {name: n, type: u32, absent: 7}\n"
     "- {name: x, type: bytes, size: n, if: f.a}",
     "n derived size of x (absent: 7)"},
    {"a size of what may be missing is 0 then",
     "- {name: f, type: u8, flags: {a: 0}}\n- {name: n, type: u32}\n"
     "- {name: x, type: bytes, size: n, if: f.a}",
     "n derived size of x (absent: 0)"},
    {"unknown of a derived field",
     "- {name: n, type: i32, unknown: -1}\n- {name: a, type: u8, repeat: n}",
     "n derived count of a (or -1: not stated)"},
    {"a constant", "- {name: n, type: u32, const: 0x10}", "n constant 16"},
    {"constant bytes", "- {name: n, const: [0x89, PNG, 13]}", "n constant 89 \"PNG\" 0d"},
    {"a constant with a zero", "- {name: n, const: \"AB\\0\"}", "n constant \"AB\" 00"},
    {"a size of one byte", "- {name: t, type: str, size: 1}", "t given str, in 1 byte"},
    {"padding", "- {name: n, type: u8}\n- {pad: 4}", "(padding) constant zeros to a multiple of 4"},
    {"cases count as one",
     "- {name: t, type: u8}\n- {name: n, type: u8}\n"
     "- {name: v, switch: t, cases: {1: {type: u8, repeat: n}, 2: {type: u16, repeat: n}}}",
     "n derived count of v"},
    {"a tag is given where an alternative has several",
     "- {name: t, type: u8}\n- {name: v, switch: t, cases: {1: {type: u8}, else: {type: u16}}}",
     "t given u8"},
};

TEST_CASE("every relation gives its role") {
  for (const RoleRow& row : role_rows) {
    CAPTURE(row.name);
    const Resolved resolved(file_with(row.fields));
    CHECK(to_text(resolved.diagnostics) == "");
    CHECK_THAT(resolved.roles(), Catch::Contains("\n" + std::string(row.expected) + "\n"));
  }
}

TEST_CASE("the tag follows from the element type where an attribute tells it") {
  const std::string top =
      "enums:\n  T: {type: u8, attributes: {dtype: dtype}, members: {"
      "A: {value: 1, dtype: u8}, B: {value: 2, dtype: u16}, S: 3}}\n";
  const std::string fields =
      "- {name: t, type: T}\n- {name: v, switch: t, cases: {S: {type: u8}, "
      "else: {alternative: numeric, ndarray: {dtype: t.dtype, dims: [], order: row}}}}";
  CHECK_THAT(Resolved(file_with(fields, "", top)).roles(),
             Catch::Contains("\nnumeric ndarray of t.dtype []\n"));
  // Two members of one element type: the array doesn't tell which, so a person says it.
  std::string same = top;
  same.replace(same.find("dtype: u16"), 10, "dtype: u8");
  CHECK_THAT(Resolved(file_with(fields, "", same)).roles(), Catch::Contains("\nt given T (u8)\n"));
}

TEST_CASE("sections give the fields that state their start") {
  const Resolved resolved(file_with("- {name: o, type: u32}\n- {name: x, type: u8, in: s}",
                                    "    sections: [{name: s, begin: o, align: 4}]\n"));
  CHECK_THAT(resolved.roles(), Catch::Contains("\no derived start of section s\n"));
}

TEST_CASE("a name for another form is replaced by it") {
  const Resolved resolved(
      file_with("- {name: n, type: Name}", "", "") +
      "  Name: {type: Short, charset: \"[a-z]\"}\n  Short: {type: str, prefix: u8, pad: 4}\n");
  CHECK_THAT(resolved.roles(), Catch::Contains("\nn given str, length u8, padded to 4\n"));
}

TEST_CASE("a union under a tag held elsewhere gives the tag back to its user") {
  const Resolved resolved(file_with("- {name: t, type: u8}\n- {name: v, type: Value(t)}") +
                          "  Value: {params: {tag: u8}, switch: tag, cases: {1: {type: u8}, "
                          "2: {type: u16}}}\n");
  CHECK(to_text(resolved.diagnostics) == "");
  CHECK_THAT(resolved.roles(), Catch::Contains("\nt derived alternative of v\n"));
}

TEST_CASE("several formats of one text, one importing the other") {
  const Resolved resolved(
      "schema: a\nroot: File\ntypes:\n  File: {fields: [{name: x, type: u8}]}\n"
      "  P: {fields: [{name: y, type: u16}]}\n---\n"
      "schema: b\nimports: [a]\nroot: File\ntypes:\n"
      "  File: {fields: [{name: p, type: a.P}]}\n");
  CHECK(to_text(resolved.diagnostics) == "");
  REQUIRE(resolved.formats.size() == 2);
  CHECK_THAT(resolved.roles(), Catch::Contains("\np given a.P\n"));
}

}  // namespace
