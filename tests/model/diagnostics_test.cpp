// What is wrong with a schema beyond its spelling: one row a mistake, with the one message about
// it.
#include <catch2/catch.hpp>

#include "resolved.h"

namespace {

struct DiagnosticRow {
  const char* fields;
  const char* message;
  const char* beside = "";  ///< beside `fields` of the root
  const char* after = "";   ///< further types
  const char* top = "";     ///< keys of the schema
};

constexpr const char* color = "enums:\n  Color: {type: u8, members: {red: 1, green: 2}}\n";

const DiagnosticRow diagnostic_rows[] = {
    {"- {name: a, type: u123}", "there is no type 'u123' [unknown-type]"},
    {"- {name: a, type: u8, repeat: cuont}\n- {name: count, type: u8}",
     "'File' has no field 'cuont' [unknown-field]"},
    {"- {name: c, type: Color}\n- {name: x, type: u8, is: \"if c == gren then 1 else 2\"}",
     "enumeration 'Color' has no member 'gren', and 'File' no field of that name "
     "[unknown-enumerator]",
     "", "", color},
    {"- {name: c, type: Color}\n- {name: x, type: u8, is: c.size}",
     "enumeration 'Color' has no attribute 'size' [unknown-attribute]", "", "", color},
    {"- {name: f, type: u8, flags: {a: 0}}\n- {name: x, type: u8, if: f.b}",
     "'f' has no flag 'b' [unknown-flag]"},
    {"- {name: a, type: u8, in: blob}",
     "neither 'File' nor a type around it has a section 'blob' [unknown-section]"},
    {"- {name: a, type: u8, is: \"cieldiv(3, 2)\"}",
     "there is no function 'cieldiv' [unknown-function]"},
    {"- {name: total, type: u32, is: size(file)}\n"
     "- {name: fill, type: u8, const: 0, repeat: total}",
     "the value of 'total' depends on itself [cycle]"},
    {"- {name: a, type: u32, is: b + 1}\n- {name: b, type: u32, is: a - 1}",
     "the value of 'a' depends on itself [cycle]"},
    {"- {name: a, type: A}", "type 'A' stands for itself, and for no bytes [cycle]", "",
     "  A: {type: B}\n  B: {type: A}\n"},
    {"- {name: a, type: u8, is: x}", "'x' is defined by itself [cycle]", "    let: {x: x + 1}\n"},
    {"- {name: a, type: Node}",
     "'Node' always holds another 'Node', so it never ends [endless-type]", "",
     "  Node: {fields: [{name: n, type: u8}, {name: next, type: Node}]}\n"},
    {"- {name: w, type: u32, given: true}\n- {name: h, type: u32}\n"
     "- {name: p, type: u8, repeat: w * h}",
     "'h' can't be found from 'p' when writing: this expression can't be solved for it "
     "[not-invertible]"},
    {"- {name: h, type: Head}\n- {name: p, type: u8, repeat: h.n}",
     "'n' is in another record, 'Head', and can't be found from here when writing [not-invertible]",
     "", "  Head: {fields: [{name: n, type: u8}]}\n"},
    {"- {name: n, type: u8}\n- {name: p, type: Items(n)}",
     "'n' can't be found from 'p' when writing: this expression can't be solved for it "
     "[not-invertible]",
     "", "  Items: {params: {k: u8}, fields: [{name: x, type: u8, repeat: k}]}\n"},
    {"- {name: s, type: str, prefix: u8}\n- {name: a, type: u8, repeat: s}",
     "'repeat' needs a whole number, but 's' is a text [type-mismatch]"},
    {"- {name: n, type: u8, given: true}\n- {name: a, type: u8, if: n}",
     "'if' needs a condition, but 'n' is a whole number [type-mismatch]"},
    {"- {name: r, type: f32}\n- {name: a, type: u8, is: r + 1}",
     "'+' needs a whole number, but 'r' is a real number [type-mismatch]"},
    {"- {name: s, type: str, prefix: u8, valid: {expr: s == 2}}",
     "'==' can't take 's', which is a text, together with '2', which is a whole number "
     "[type-mismatch]"},
    {"- {name: t, type: u8}\n- {name: v, switch: t, cases: {1: {type: u8}, 2: {type: u16}}}\n"
     "- {name: x, type: u8, is: v.tag3}",
     "'v' has no alternative 'tag3' [unknown-alternative]"},
    {"- {name: t, type: u8}\n- {name: v, switch: t, cases: {1: {type: u8}, 2: {type: u16}}}\n"
     "- {name: x, type: u8, is: v.tag1}",
     "'v.tag1' may not be there [maybe-absent]"},
    {"- {name: n, type: u8, const: 300}",
     "'const' of 'n' is 300, but u8 holds 0 to 255 [does-not-fit]"},
    {"- {name: n, type: i8, default: -129}",
     "'default' of 'n' is -129, but i8 holds -128 to 127 [does-not-fit]"},
    {"- {name: n, type: u8, valid: {min: 256}}",
     "'min' is 256, but the value can only be 0 to 255 [does-not-fit]"},
    {"- {name: n, const: [1, 256]}",
     "256 is in a list of bytes, but a byte is 0 to 255 [does-not-fit]"},
    {"- {name: n, const: 7}", "the constant 7 has no type, so its size is unknown [missing-type]"},
    {"- {name: n}", "nothing says what is here [missing-type]"},
    {"- {name: t, type: u8}\n- {name: v, switch: t, cases: {300: {type: u8}}}",
     "case 300 is never taken: 't' is 0 to 255 [does-not-fit]"},
    {"- {name: t, type: Color}\n- {name: v, switch: t, cases: {7: {type: u8}}}",
     "case 7 is never taken: 't' has no member of that value [does-not-fit]", "", "", color},
    {"- {name: t, type: Color}\n- {name: v, switch: t, cases: {blu: {type: u8}}}",
     "enumeration 'Color' has no member 'blu', so this case is never taken [unknown-enumerator]",
     "", "", color},
    {"- {name: t, type: Color}\n- {name: v, switch: t, cases: {red: {type: u8}, 1: {type: u8}}}",
     "tag '1' has a case already, so this one is never taken [unreachable-case]", "", "", color},
    {"- {name: t, type: Color}\n"
     "- {name: v, switch: t, cases: {red: {type: u8}, green: {type: u8}, else: {type: u8}}}",
     "every member of 'Color' has a case, so 'else' is never taken [unreachable-case]", "", "",
     color},
    {"- {name: a, type: u8}\n- {name: a, type: u8}",
     "field 'a' is declared already [duplicate-name]"},
    {"- {name: dataSize, type: u8}\n- {name: data_size, type: u8}",
     "fields 'dataSize' and 'data_size' become the same C++ name 'data_size' [duplicate-name]"},
    {"- {name: a, type: u8}",
     "type 'file' and a type 'File' become the same C++ name 'File' [duplicate-name]", "",
     "  file: {fields: [{name: b, type: u8}]}\n"},
    {"- {name: a, type: u8, enum: {x: 1, y: 1}}",
     "'y' and 'x' both have the value 1 [duplicate-value]"},
    {"- {name: a, type: u8, flags: {x: 1, y: 1}}",
     "flags 'x' and 'y' share bit 1 [duplicate-value]"},
    {"- {name: a, type: u8, flags: {x: 8}}",
     "flag 'x' reaches bit 8, but u8 has bits 0 to 7 [does-not-fit]"},
    {"- {name: a, type: u8}", "section 's' is declared already [duplicate-name]",
     "    sections: [{name: s}, {name: s}]\n"},
    {"- {name: a, type: u8}", "rule 'r' is declared already [duplicate-name]",
     "    rules: [{name: r, expr: a == 1}, {name: r, expr: a == 1}]\n"},
    {"- {name: p, type: u8, repeat: n}\n- {name: n, type: u8}",
     "the layout of 'p' depends on 'n', which is read after it [forward-reference]"},
    {"- {name: p, type: u8, repeat: eos}\n- {name: n, type: u8}",
     "'n' comes after 'p', which takes all bytes up to the end [after-eos]"},
    {"- {name: hits, type: u32, size: 3}",
     "field 'hits' has size 3, but u32 takes 4 bytes [size-mismatch]"},
    {"- {name: f, type: bool8}\n- {name: o, type: u32}\n- {name: x, type: u8, if: f, at: o}",
     "'o' is the start of x, which is not always there, and nothing says what it is then "
     "[missing-absent]"},
    {"- {name: a, type: A}", "type 'A' takes 1 argument, but has 0 [wrong-arguments]", "",
     "  A: {params: {k: u8}, fields: [{name: x, type: u8}]}\n"},
    {"- {name: a, type: u8, since: 2}",
     "'a' depends on a version, but the schema doesn't say which field holds it [missing-version]"},
    {"- {name: a, type: u8, is: a / 0}", "'/' by 0 has no result [division-by-zero]"},
};

TEST_CASE("each mistake has one message") {
  for (const DiagnosticRow& row : diagnostic_rows) {
    const Resolved resolved(file_with(row.fields, row.beside, row.top) + row.after);
    CAPTURE(to_text(resolved.diagnostics));
    const auto errors = resolved.errors();
    REQUIRE_FALSE(errors.empty());
    CHECK(errors.front() == row.message);
    for (const auto& each : resolved.diagnostics.all()) {
      CHECK(each.range.has_position());
      CHECK_FALSE(each.helps.empty());
    }
  }
}

TEST_CASE("a cycle is shown line by line") {
  const Resolved resolved(
      file_with("- {name: total, type: u32, is: size(file)}\n"
                "- {name: fill, type: u8, const: 0, repeat: total}"));
  const std::string text = to_text(resolved.diagnostics);
  CHECK_THAT(text, Catch::Contains("the value of 'total' needs the size of the file"));
  CHECK_THAT(text, Catch::Contains("the size of the file needs the size of 'fill'"));
  CHECK_THAT(text, Catch::Contains("the size of 'fill' needs the value of 'total'"));
}

TEST_CASE("what follows from an error isn't reported") {
  // One missing type, used in many ways.
  const Resolved resolved(
      file_with("- {name: a, type: Missing}\n- {name: b, type: u8, repeat: a.n}\n"
                "- {name: c, type: u8, if: a.x.y}\n"
                "- {name: d, switch: a, cases: {1: {type: u8}}}"));
  CHECK(resolved.errors() == std::vector<std::string>{"there is no type 'Missing' [unknown-type]"});
}

TEST_CASE("all errors of a schema are reported together") {
  const Resolved resolved(
      file_with("- {name: a, type: u99}\n- {name: b, type: u8, const: 256}\n"
                "- {name: c, type: u8, repeat: d}\n- {name: e, type: u8, digets: crc32}"));
  CHECK(resolved.errors().size() == 4);
}

TEST_CASE("a schema says what a whole file is") {
  CHECK(Resolved("schema: t\ntypes: {A: {fields: [{name: a, type: u8}]}}\n").errors() ==
        std::vector<std::string>{"schema 't' doesn't say what a whole file is [missing-root]"});
  CHECK(Resolved("schema: t\nroot: B\ntypes: {A: {fields: [{name: a, type: u8}]}}\n").errors() ==
        std::vector<std::string>{"there is no type 'B' [unknown-type]"});
}

TEST_CASE("imports that fail are reported once, at the import") {
  const Resolved missing(file_with("- {name: a, type: nowhere.T}", "", "imports: [nowhere]\n"),
                         "no/such/test.yaml");
  CHECK(missing.errors() ==
        std::vector<std::string>{"can't import 'nowhere': 'no/such/nowhere.yaml': no such file "
                                 "[import-missing]"});
  const Resolved cycle(
      "schema: a\nimports: [b]\nroot: F\ntypes: {F: {fields: [{name: x, type: b.F}]}}\n"
      "---\nschema: b\nimports: [a]\nroot: F\n"
      "types: {F: {fields: [{name: x, type: a.F}]}}\n");
  REQUIRE_FALSE(cycle.errors().empty());
  CHECK(cycle.errors().front() ==
        "schema 'a' is imported while it is itself being resolved [import-cycle]");
}

}  // namespace
