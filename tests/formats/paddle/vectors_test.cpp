// Real files of the framework, and records in the document's order, against their manifests.
#include <algorithm>
#include <catch2/catch.hpp>

#include "formats/bytes_of_file.h"
#include "formats/manifest.h"
#include "formats/paddle/executors.h"
#include "paddle.h"
#include "schemac/base/load.h"

using namespace schemac;
using namespace schemac::tests;

namespace {

const std::filesystem::path real = SCHEMAC_TEST_DATA "/vectors/paddle";

const FileKind* kind_of(const std::string& variant) { return &paddle_files(variant); }

}  // namespace

TEST_CASE("valid files are read, and canonical ones come back byte for byte") {
  check_valid_files(real, kind_of);
}

TEST_CASE("broken files are refused by an accepted rule at an accepted place") {
  check_broken_files(real, real, kind_of);
}

TEST_CASE("values and views are those of the manifest") {
  const auto manifest = json_of_file(real / "manifest.json");
  std::uint64_t count = 0;
  for (const auto& file : manifest.at("files")) {
    if (file.at("variant") != "paddle-combine") continue;
    INFO(file.at("path"));
    const auto bytes = bytes_of_file(real / file.at("path").get<std::string>());
    auto view = paddle::view_combined(bytes);
    REQUIRE(view);
    std::size_t i = 0;
    auto records = view->records();
    for (const auto& record : records) {
      const auto& tensor = file.at("decoded").at("tensors").at(i++);
      const auto data = record.data();
      REQUIRE(data);
      CHECK(name(data->dtype()).starts_with(tensor.at("dtype").get<std::string>()));  // bool: bool8
      CHECK(data->bytes().size() == tensor.at("nbytes").get<std::uint64_t>());
      CHECK(static_cast<std::uint64_t>(data->bytes().data() - bytes.data()) ==
            tensor.at("offset").get<std::uint64_t>());
      REQUIRE(data->rank() == tensor.at("shape").size());
      for (std::uint64_t axis = 0; axis < data->rank(); ++axis)
        CHECK(data->dims()[axis] == tensor.at("shape").at(axis).get<std::uint64_t>());
      ++count;
    }
    CHECK_FALSE(records.violation());
    CHECK(i == file.at("decoded").at("tensors").size());
  }
  CHECK(count > 10);
}

TEST_CASE("what is wrong in a list of an element is counted in that list") {
  // The manifest: the last offset of the second level falls. `validate` calls it
  // records[0].levels[1].offsets[2]; a view knows the end of that path.
  const auto bytes = bytes_of_file(real / "invalid/lod_not_ascending.lodtensor");
  const auto file = paddle::view_combined(bytes);
  REQUIRE(file);
  auto records = file->records();
  auto levels = (*records.begin()).levels().checked();
  std::size_t count = 0;
  for (const auto& level : levels) count += level.offsets().size() > 0 ? 1 : 0;
  CHECK(count == 1);
  REQUIRE(levels.violation());
  CHECK(levels.violation()->path == "levels[1].offsets[2]");
}

TEST_CASE("unknown fields of a description are kept, and are no part of its meaning") {
  const auto bytes = bytes_of_file(real / "doc_unknown_field_noncanonical.doctensor");
  const auto file = paddle::read_document(bytes);
  REQUIRE(file);
  CHECK(impl::text_at(file->desc.choices.unknown_fields.bytes().data(), 5) == "\x1a\x03xyz");
  auto without = *file;
  without.desc.choices = {};
  CHECK(without == *file);
}

namespace {

// What a range that checks finds, beside what `validate` says: the same verdict, by a violation
// that is in its report, and what it shows is what a range without checks shows.
void compare_checked(Bytes bytes) {
  const Report report = paddle::validate_combined(bytes);
  const auto file = paddle::view_combined(bytes);
  REQUIRE(file);
  auto checked = file->records().checked();
  auto walked = file->records();
  auto beside = walked.begin();
  for (const paddle::TensorView& record : checked) {
    REQUIRE(beside != walked.end());
    CHECK(record.lod_level() == beside->lod_level());
    CHECK(record.desc_length() == beside->desc_length());
    CHECK(record.desc().data_type() == beside->desc().data_type());
    REQUIRE(record.data());
    REQUIRE(beside->data());
    CHECK(record.data()->bytes().data() == beside->data()->bytes().data());
    CHECK(record.data()->bytes().size() == beside->data()->bytes().size());
    CHECK(record.data()->rank() == beside->data()->rank());
    ++beside;
  }
  const auto violation = checked.violation();
  CHECK(violation.has_value() != report.ok());
  if (!violation) return;
  CHECK(std::ranges::any_of(report.violations(), [&](const Violation& each) {
    return each.path == violation->path && each.rule == violation->rule &&
           each.offset == violation->offset;
  }));
}

}  // namespace

TEST_CASE("ranges that check say of records what validating says") {
  const auto bytes = bytes_of_file(real / "combine_all_dtypes.combine");
  REQUIRE(!bytes.empty());
  compare_checked(bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) compare_checked(Bytes(bytes).first(size));
  for (std::size_t at = 0; at < bytes.size(); ++at)
    for (const unsigned change : {0x01U, 0x80U, 0xffU}) {
      auto changed = bytes;
      changed[at] ^= static_cast<std::byte>(change);
      INFO(at << ", " << change);
      compare_checked(changed);
    }
}
