// Class, level and sentence of each kind of check: the defaults that the design lists, and what a
// schema overrides.
#include "plan/checks.h"

#include "plan/plan_of.h"

using schemac::Level;
using schemac::Rule;
using schemac::plan::Check;
using schemac::plan::Plan;
using schemac::test::check_of;
using schemac::test::plan_of;

namespace {

struct CheckRow {
  std::string identifier;
  Rule rule;
  Level level;
  std::string field;
  std::string sentence;
};

void compare(const Plan& plan, const std::vector<CheckRow>& rows) {
  for (const CheckRow& row : rows) {
    INFO(row.identifier);
    const Check check = check_of(plan, row.identifier);
    CHECK(id(check.rule) == id(row.rule));
    CHECK(id(check.level) == id(row.level));
    CHECK(check.field == row.field);
    CHECK(check.sentence == row.sentence);
  }
}

}  // namespace

TEST_CASE("scalars") {
  compare(plan_of(R"(
schema: t
endian: le
root: File
trailing: rule
types:
  File:
    fields:
      - {name: magic, const: "A{\0"}
      - {name: version, type: u8, valid: {any-of: [1, 2]}, class: bad-version}
      - {name: zero, type: u8, const: 0}
      - {name: seven, type: i8, const: 7}
      - {name: kind, type: u8, enum: {one: 1, two: 2}}
      - {name: is_big, type: bool8}
      - {name: bits, type: u8, flags: {a: 0, b: 3}}
      - {name: low, type: i8, valid: {min: -3, level: error, name: not-low}}
      - {name: length, type: u64, is: size(file)}
)"),
          {
              {"file_magic_constant", Rule::bad_magic, Level::error, "magic",
               "magic is {text}; it must be 'A\\x7b\\x00'"},
              {"file_version_valid_condition", Rule::bad_version, Level::error, "version",
               "version is {a}; it must be one of 1, 2"},
              {"file_zero_constant", Rule::nonzero_reserved, Level::rule, "zero",
               "zero is {a}; it must be 0"},
              {"file_seven_constant", Rule::bad_value, Level::rule, "seven",
               "seven is {a:i}; it must be 7"},
              {"file_kind_unknown_member", Rule::bad_type, Level::error, "kind",
               "kind is {a}, which is not a member of FileKind"},
              {"file_is_big_boolean", Rule::bad_value, Level::rule, "is_big",
               "is_big is {a}; a boolean is 0 or 1"},
              {"file_bits_unknown_flag", Rule::nonzero_reserved, Level::rule, "bits",
               "bits is {a:x}, whose bits {b:x} have no meaning and must be 0"},
              {"file_low_valid_condition", Rule::bad_value, Level::error, "low",
               "low is {a:i}; it must be at least -3"},
              {"file_length_short_file_condition", Rule::truncated, Level::error, "length",
               "length is {a}; the file has {b} bytes"},
              {"file_length_long_file_condition", Rule::trailing_data, Level::rule, "length",
               "length is {a}; the file has {b} bytes"},
              {"file_trailing", Rule::trailing_data, Level::rule, "", "{a} bytes after the end"},
          });
}

TEST_CASE("texts and lists") {
  compare(plan_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: n, type: u32}
      - {name: name, type: str, prefix: u32, charset: "[a-z]+", pad: 8}
      - {name: items, type: Item, repeat: n, max: 9, unique: key}
      - {name: tail, type: str, size: eos, encoding: utf-8}
  Item:
    fields:
      - {name: key, type: u16}
)"),
          {
              {"file_name_length_cause", Rule::bad_count, Level::error, "name.length",
               "length is {a}: takes at least {b} bytes; {c} are left"},
              {"file_name_charset", Rule::bad_charset, Level::error, "name",
               "the byte {a:x} is not one of [a-z]"},
              {"file_name_empty", Rule::bad_charset, Level::error, "name.length", "name is empty"},
              {"file_name_padding", Rule::nonzero_padding, Level::rule, "name.padding",
               "the byte is {a:x}; padding must be zero"},
              {"file_items_cause", Rule::bad_count, Level::error, "n",
               "n is {a}: takes at least {b} bytes; {c} are left"},
              {"file_items_maximum_count", Rule::bad_count, Level::error, "n",
               "n is {a}; it must be at most 9"},
              {"file_items_elements", Rule::resource_limit, Level::error, "n",
               "n is {a}; the caller allows {elements} elements in all"},
              {"file_items_duplicate", Rule::duplicate_name, Level::rule, "key",
               "{text} is there already"},
              {"file_tail_encoding", Rule::bad_charset, Level::error, "tail",
               "the byte {a:x} is not UTF-8"},
          });
}

TEST_CASE("sections and payloads") {
  compare(plan_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: a, type: u32}
      - {name: b, type: u32}
      - {name: o, type: u32}
      - {name: size, type: u32}
      - {name: head, type: u32, in: first}
      - {name: body, type: Body, at: o, size: size, in: second}
    sections:
      - {name: first, begin: a}
      - {name: second, begin: b, align: 8, each: {align: 8}}
  Body: {fields: [{name: x, type: u8}]}
)"),
          {
              {"file_a_section_order", Rule::bad_order, Level::error, "a",
               "a is {a}, which is before {b}, where the fields before the first section end"},
              {"file_b_section_order", Rule::bad_order, Level::error, "b",
               "b is {a}, which is before {b}, where 'first' begins"},
              {"file_b_section_align", Rule::misaligned, Level::error, "b",
               "b is {a}, which is not a multiple of 8"},
              {"file_b_section_bounds", Rule::out_of_bounds, Level::error, "b",
               "b is {a}; the file ends at {b}"},
              {"file_second_gap", Rule::nonzero_padding, Level::rule, "second.padding",
               "the byte is {a:x}; padding must be zero"},
              {"file_body_outside", Rule::out_of_bounds, Level::error, "o",
               "o is {a}, where body (at least {d} bytes) is not inside 'second' from {b} to {c}"},
              {"file_body_misaligned", Rule::misaligned, Level::rule, "o",
               "o is {a}, which is not a multiple of 8"},
              {"file_body_overlap", Rule::overlap, Level::rule, "o",
               "begins at {a}, inside a payload that ends at {b}"},
              {"file_body_region_cause", Rule::bad_count, Level::error, "size",
               "size is {a}: takes at least {b} bytes; {c} are left in 'second'"},
              {"file_body_region_fill", Rule::size_mismatch, Level::error, "size",
               "size is {a}, but body takes {b:m}"},
          });
}

TEST_CASE("every class has a level, and the levels are those of the design") {
  using schemac::default_level;
  CHECK(default_level(Rule::truncated) == Level::error);
  CHECK(default_level(Rule::size_mismatch) == Level::error);
  CHECK(default_level(Rule::bad_charset) == Level::error);
  CHECK(default_level(Rule::nonzero_padding) == Level::rule);
  CHECK(default_level(Rule::overlap) == Level::rule);
  CHECK(default_level(Rule::duplicate_name) == Level::rule);
  CHECK(default_level(Rule::bad_value) == Level::rule);
}
