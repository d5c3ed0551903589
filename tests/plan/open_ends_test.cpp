// What goes on up to the end of what it lies in, and whether values say so.
#include "plan/plan_of.h"

using schemac::plan::OpenEnd;

namespace {

const std::string in_lists = R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: n, type: u8}
      - {name: plain, type: Plain, repeat: n}
      - {name: rows, type: Row, repeat: n}
  Plain:
    fields:
      - {name: name, type: str, prefix: u8}
  Row:
    fields:
      - {name: cell, type: Cell}
  Cell:
    fields:
      - {name: kind, type: u8, given: true}
      - {name: tail, type: Tail, if: kind == 1}
  Tail:
    fields:
      - {name: bytes, type: bytes, size: rest}
)";

const schemac::plan::Record& record_of(const schemac::plan::Plan& plan, std::string_view name) {
  for (const schemac::plan::Record& record : plan.records)
    if (record.name == name) return record;
  FAIL("no record " << name);
  return plan.records.front();
}

}  // namespace

TEST_CASE("a record is open by its value where a field of it may be open") {
  const auto plan = schemac::test::plan_of(in_lists);
  CHECK(record_of(plan, "Plain").open_end == OpenEnd::never);
  for (const auto* name : {"File", "Row", "Cell", "Tail"})
    CHECK(record_of(plan, name).open_end == OpenEnd::by_value);
}

TEST_CASE("bytes up to the end are open whatever their value, a list as its elements are") {
  const auto plan = schemac::test::plan_of(in_lists);
  const auto& fields = record_of(plan, "File").fields;
  CHECK(fields[0].body.open_end == OpenEnd::never);
  CHECK(fields[1].body.open_end == OpenEnd::never);
  CHECK(fields[2].body.open_end == OpenEnd::by_value);
  CHECK(record_of(plan, "Tail").fields[0].body.open_end == OpenEnd::always);
}

TEST_CASE("whether a record is open is asked of elements, and of what these hold") {
  const auto plan = schemac::test::plan_of(in_lists);
  for (const auto* name : {"Row", "Cell", "Tail"}) CHECK(record_of(plan, name).is_asked_if_open);
  for (const auto* name : {"File", "Plain"}) CHECK(!record_of(plan, name).is_asked_if_open);
}
