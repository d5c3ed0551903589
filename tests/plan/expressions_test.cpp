// Expressions: which operations are checked, what they look like as text, and what is true of
// unknown members.
#include "plan/plan_of.h"

using schemac::test::check_of;
using schemac::test::dump_of;
using schemac::test::items_of;
using schemac::test::plan_of;

namespace {

using schemac::plan::Expr;
using schemac::plan::Require;

std::string with_rule(const std::string& rule) {
  return R"(
schema: t
endian: le
root: File
enums:
  Kind: {type: u8, attributes: {wide: bool, bytes: u64}, members: {A: {value: 1, wide: true, bytes: 2}, B: {value: 4}}}
types:
  File:
    fields:
      - {name: x, type: u32}
      - {name: y, type: u64}
      - {name: z, type: i64}
      - {name: kind, type: Kind}
      - {name: n, type: u8}
      - {name: dims, type: u32, repeat: n}
      - {name: flags, type: u8, flags: {live: 0, mode: {bits: [2, 4]}}}
      - {name: name, type: str, prefix: u8}
    rules:
      - {name: rule, expr: ")" +
         rule + "\"}\n";
}

Expr condition_of(const std::string& rule) {
  const auto plan = plan_of(with_rule(rule));
  for (const schemac::plan::Item& item : plan.records.back().items)
    if (const auto* require = std::get_if<Require>(&item); require != nullptr)
      return require->condition;
  FAIL("no condition");
  return {};
}

std::string text_of(const std::string& rule) {
  return to_text(condition_of(rule), {"x", "y", "z", "kind", "n", "dims", "flags", "name"});
}

}  // namespace

TEST_CASE("expressions read as they were written") {
  for (const std::string rule : {
           "x + 2 * y == 7 or not x < 3 and y != 1",
           "(x + 2) * y >= align_up(x, 8) - ceil_div(y, 3)",
           "x - (y - 1) > -z",
           "len(dims) == n",
           "dims[0] == last(dims)",
           "product(dims) <= sum(dims)",
           "flags.mode == 3",
           "x in [1, 2, 3]",
           "name == 'abc'",
           "size(name) + offset(name) < size(file)",
           "(if x == 1 then y else x) == min(x, y)",
       })
    CHECK(text_of(rule) == rule);
}

TEST_CASE("an operation is checked where its range doesn't fit 64 bits, and only there") {
  CHECK_FALSE(condition_of("x + x == 7").args[0].is_checked);  // two u32: 33 bits
  CHECK_FALSE(condition_of("x * x == 7").args[0].is_checked);  // 64 bits
  CHECK(condition_of("x * y == 7").args[0].is_checked);
  CHECK(condition_of("y + 1 == 7").args[0].is_checked);
  CHECK_FALSE(condition_of("x - 1 == 7").args[0].is_checked);  // fits i64
  CHECK(
      condition_of("y - x == 7").args[0].is_checked);  // from -(2^32) to 2^64: neither u64 nor i64
  CHECK(condition_of("z + 1 == 7").args[0].is_checked);
  CHECK(condition_of("y % x == 0").args[0].is_checked);  // x can be 0
  CHECK_FALSE(condition_of("y % 8 == 0").args[0].is_checked);
  CHECK(condition_of("dims[0] == 1").args[0].is_checked);  // there may be no element
  CHECK_FALSE(condition_of("size(file) + x > 0").args[0].is_checked);
}

TEST_CASE("a condition on an attribute holds for members that the enumeration doesn't know") {
  // Each member states `wide`? B doesn't: the members are asked for by value.
  CHECK(text_of("kind.wide") == "not kind in [1, 4] or kind.wide");
  CHECK(text_of("kind.bytes == x") == "not kind in [1, 4] or kind.bytes == x");
  CHECK(text_of("kind == A or x == 1") == "kind == 1 or x == 1");
}

TEST_CASE("the rule says what it is about") {
  const auto plan = plan_of(with_rule("x < y or z > 0"));
  CHECK(check_of(plan, "file_rule_condition").sentence ==
        "x < y or z > 0 does not hold: x is {a}, y is {b}, z is {c:i}");
  CHECK(check_of(plan, "file_rule_condition").name == "rule");
}

TEST_CASE("what an attribute-typed array needs is demanded of its tag once") {
  const std::string head = R"(
schema: t
endian: le
root: File
enums:
  Kind: {type: u8, attributes: {dtype: dtype}, members: {A: {value: 1, dtype: f32}, B: {value: 4}}}
types:
  File:
    fields:
)";
  const std::string tail = R"(
      - {name: n, type: u8}
      - {name: dims, type: u32, repeat: n}
      - {name: data, ndarray: {dtype: kind.dtype, dims: dims, order: row}}
)";
  const std::string demanded =
      "require not kind in [1, 4] or has(kind.dtype) else[file_kind_element_type_condition] at "
      "kind";
  CHECK(items_of(head + "      - {name: kind, type: Kind}" + tail, "File").find(demanded) !=
        std::string::npos);
  const std::string valid = "valid: {expr: kind != B, level: error}";
  CHECK(items_of(head + "      - {name: kind, type: Kind, " + valid + "}" + tail, "File")
            .find(demanded) == std::string::npos);
}

TEST_CASE("a count that can be negative is refused where it stands") {
  const std::string schema = R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: n, type: i32}
      - {name: size, type: u32}
      - {name: items, type: u16, repeat: n}
      - {name: rest, type: bytes, size: size - 8}
)";
  CHECK(items_of(schema, "File") ==
        "run 0+0: n@0:4 size@4:4\n"
        "require n >= 0 else[file_n_negative_condition] at n facts n\n"
        "require size - 8 >= 0 else[file_size_negative_condition] at size facts size\n"
        "run 0+8: | items n * 2 cause[file_items_cause] -> 1 |\n"
        "place 1+0 rest -> 2\n");
  const auto check = check_of(plan_of(schema), "file_n_negative_condition");
  CHECK(check.rule == schemac::Rule::bad_value);
  CHECK(check.level == schemac::Level::error);
  CHECK(check.sentence == "n is {a:i}; it must not be negative");
  CHECK(check_of(plan_of(schema), "file_size_negative_condition").sentence ==
        "size is {a}, so that size - 8 of rest is negative");
}

TEST_CASE("an order in which the writer can derive") {
  // total needs size, which needs count, whatever their order in the file.
  CHECK(dump_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: total, type: u32, is: size + 12}
      - {name: size, type: u32, is: count * 4}
      - {name: count, type: u32}
      - {name: items, type: u32, repeat: count}
)",
                "record File")
            .find("  derive count size total\n") != std::string::npos);
}

TEST_CASE("a size that `is` restates is checked once") {
  const std::string schema = R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: bits, type: u32}
      - {name: bytes, type: u32, is: 'ceil_div(bits, 8)'}
      - {name: set, type: u1, repeat: bits, size: bytes}
)";
  CHECK(dump_of(schema, "record File").find("fill[") == std::string::npos);
  CHECK(items_of(schema, "File").find("require bytes == ceil_div(bits, 8) else[") !=
        std::string::npos);
}
