// Sections and what lies elsewhere.
#include "plan/plan_of.h"

using schemac::test::dump_of;
using schemac::test::plan_of;

namespace {

const std::string container = R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: n, type: u32}
      - {name: at_table, type: u32}
      - {name: at_data, type: u32}
      - {name: entries, type: Entry, repeat: n, in: table}
    sections:
      - {name: table, begin: at_table, align: 4}
      - {name: data, begin: at_data, align: 16, each: {align: 8}, pad: 16}
  Entry:
    fields:
      - {name: flags, type: u8, flags: {has_data: 0}}
      - {name: size, type: u64, absent: 0}
      - {name: offset, type: u64, absent: 0}
      - {name: data, type: bytes, size: size, at: offset, in: data, if: flags.has_data}
)";

}  // namespace

TEST_CASE("sections are found after the header, read in order and finished at the end") {
  CHECK(
      dump_of(container, "record File") ==
      "record File least 12 fixed 12 anchors 2 end 0+12\n"
      "  section table begin at_table align 4 each 1 pad 1 misaligned[file_at_table_section_align] "
      "order[file_at_table_section_order] bounds[file_at_table_section_bounds] "
      "gap[file_table_gap] begin_place[file_at_table_place]\n"
      "  section data begin at_data align 16 each 8 pad 16 tracked "
      "misaligned[file_at_data_section_align] "
      "order[file_at_data_section_order] bounds[file_at_data_section_bounds] gap[file_data_gap] "
      "place[file_data_place] begin_place[file_at_data_place] end[file_data_end]\n"
      "  field n derived (count of entries): u32le {4 bytes}\n"
      "  field at_table derived (start of section table): u32le {4 bytes}\n"
      "  field at_data derived (start of section data): u32le {4 bytes}\n"
      "  field entries given: list of (Entry in data {17 bytes}) count n by n stride 17 "
      "cause[file_entries_cause] "
      "elements[file_entries_elements] {0... bytes}\n"
      "  run 0+0: n@0:4 at_table@4:4 at_data@8:4\n"
      "  find sections after 0+12\n"
      "  in section table: entries -> 1\n"
      "  finish sections\n"
      "  derive n at_table at_data\n");
}

TEST_CASE("a payload names its section, its alignment, and what must be zero without it") {
  CHECK(
      dump_of(container, "record Entry") ==
      "record Entry least 17 fixed 17 anchors 1 end 0+17\n"
      "  section param data\n"
      "  field flags derived (flags): u8 .has_data=bit0:present(data) "
      "unknown-flag[entry_flags_unknown_flag] {1 bytes}\n"
      "  field size derived (size of data): u64le {8 bytes}\n"
      "  field offset derived (start of data): u64le {8 bytes}\n"
      "  field data given: raw size size by size cause[entry_data_cause] {0... bytes}\n"
      "    if flags.has_data else size = 0 absent[entry_size_absent_value] else offset = 0 "
      "absent[entry_offset_absent_value]\n"
      "    at offset in data align 8 misaligned[entry_data_misaligned] outside[entry_data_outside] "
      "overlap[entry_data_overlap]\n"
      "  run 0+0: flags@0:1 size@1:8 offset@9:8\n"
      "  place 0+0 data\n"
      "  derive flags size offset\n");
}

TEST_CASE("where overlap and holes are allowed, nothing is held against them") {
  const auto plan = plan_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: o, type: u32}
      - {name: payload, type: u64, at: o, in: data}
    sections:
      - {name: data, align: 4, overlap: ignore, gaps: ignore}
)");
  const schemac::plan::Record& file = plan.records.back();
  REQUIRE(file.sections.size() == 1);
  CHECK(file.sections[0].is_tracked);
  CHECK_FALSE(file.sections[0].begin);
  CHECK_FALSE(file.sections[0].gap);
  REQUIRE(file.fields[1].jump);
  CHECK_FALSE(file.fields[1].jump->overlap);
  CHECK_FALSE(plan.roots[0].trailing);  // the last section ends with the file
}

TEST_CASE("an offset whose absent value says that nothing is there") {
  const auto plan = plan_of(R"(
schema: t
endian: le
root: File
types:
  File:
    fields:
      - {name: o, type: u32, absent: 0}
      - {name: payload, type: u64, at: o, in: data}
    sections:
      - {name: data}
)");
  const schemac::plan::Record& file = plan.records.back();
  REQUIRE(file.fields[1].presence);
  CHECK(to_text(file.fields[1].presence->condition, {"o", "payload"}) == "o != 0");
}
