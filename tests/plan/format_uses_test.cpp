// What there is anywhere in a format: nothing in a plain one, and each thing wherever it is.
#include "plan/plan_of.h"

using schemac::impl::DigestAlgorithm;
using schemac::plan::FormatUses;
using schemac::test::plan_of;

namespace {

FormatUses uses_of(const std::string& fields) {
  return plan_of(
             "schema: t\nendian: le\nroot: File\n"
             "types:\n  Row:\n    fields:\n      - {name: n, type: u8}\n"
             "  File:\n    fields:\n      - {name: rows, type: Row, repeat: 2}\n" +
             fields)
      .uses;
}

bool has_any(const FormatUses& uses) {
  return uses.bit_numbers || uses.numerals || uses.unknown_numbers || uses.msgpack ||
         uses.msgpack_objects || uses.json || uses.messages || uses.messages_in_pieces ||
         uses.sorted_lists || uses.loose_lists || uses.version_splits || uses.list_params ||
         uses.streams || uses.joined_arrays || uses.stated_parts || uses.part_members ||
         uses.whole_file || uses.given_starts || uses.refused_extents || uses.encoded ||
         uses.codecs_of_file || !uses.codecs.empty() || uses.digests_of_file ||
         !uses.digests.empty() || !uses.digests_by_number.empty();
}

}  // namespace

TEST_CASE("a plain format uses nothing of all that others may") {
  CHECK(!has_any(uses_of("      - {name: text, type: str, prefix: u8}\n")));
}

TEST_CASE("a kind of number is found in a list, too") {
  CHECK(uses_of("      - {name: v, type: u32, form: leb128, repeat: 3}\n").numerals);
}

TEST_CASE("a digest that the schema names is one of the format, and no number means it") {
  const FormatUses uses = uses_of("      - {name: sum, digest: {by: crc32, over: rows}}\n");
  CHECK(uses.digests == std::set{DigestAlgorithm::crc32});
  CHECK(!uses.digests_of_file);
  CHECK(uses.digests_by_number.empty());
}
