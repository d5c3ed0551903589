// Views of a file that nobody validated: each access checks what it touches, and tells the place.
//
//   offset 72  tensors[0]  "a"  [2]  u8    | 4 length, 1 + 3 name, 12, 8 dims, 16 | 44 bytes
//         116  tensors[1]  "b"  [2]  u8
//         160  tensors[2]  "c"  []   without data, 36 bytes
//         200  data of "a", at 208 that of "b"; the file has 216 bytes
#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "oinf.h"
#include "schemac/core/find.h"
#include "schemac/core/sink.h"

namespace {

using Bytes = std::vector<std::byte>;
using schemac::Rule;

Bytes small_file() {
  oinf::File file;
  const auto data = [](std::uint8_t x, std::uint8_t y) { return schemac::Blob::copy({x, y}); };
  file.tensors.push_back({"a", oinf::ValueType::U8, {2}, data(1, 2), {}});
  file.tensors.push_back({"b", oinf::ValueType::U8, {2}, data(3, 4), {}});
  file.tensors.push_back({"c", oinf::ValueType::F32, {}, std::nullopt, {}});
  schemac::MemorySink sink;
  REQUIRE(oinf::write(file, sink).has_value());
  const schemac::Bytes bytes = sink.bytes();
  return {bytes.begin(), bytes.end()};
}

// The file with a number put at `offset`.
template <class T>
Bytes patched(std::size_t offset, T value) {
  Bytes bytes = small_file();
  std::memcpy(bytes.data() + offset, &value, sizeof value);
  return bytes;
}

struct Seen {
  std::vector<std::string> names;
  std::optional<schemac::Violation> violation;
};
Seen walk(const Bytes& bytes) {
  const auto file = oinf::view(bytes);
  REQUIRE(file.has_value());
  auto tensors = file->tensors();
  Seen seen;
  for (const oinf::TensorView& tensor : tensors) seen.names.emplace_back(tensor.name());
  seen.violation = tensors.violation();
  return seen;
}

TEST_CASE("the file of these tests lies as its comment says") {
  const Bytes bytes = small_file();
  const auto file = oinf::view(bytes);
  REQUIRE(file.has_value());
  CHECK(bytes.size() == 216);
  CHECK(file->offset_tensors() == 72);
  CHECK(file->offset_data() == 200);
  CHECK(walk(bytes).names == std::vector<std::string>{"a", "b", "c"});
  CHECK_FALSE(walk(bytes).violation);
}

TEST_CASE("a range ends where a record isn't whole, and tells why") {
  struct Row {
    const char* name;
    std::size_t offset;
    std::uint32_t value;
    Rule rule;
    const char* path;
  };
  const Row rows[] = {
      {"a name longer than the file", 116, 4000, Rule::resource_limit, "tensors[1].name.length"},
      {"a name longer than its table", 116, 85, Rule::bad_count, "tensors[1].name.length"},
      {"more dims than the file has", 128, 0xffffffff, Rule::resource_limit, "tensors[1].ndim"},
      {"more dims than the table has", 128, 8, Rule::bad_count, "tensors[1].ndim"},
      {"dims that leave no room for the rest", 128, 7, Rule::bad_count, "tensors[1].ndim"},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Bytes bytes = patched(row.offset, row.value);
    const Seen seen = walk(bytes);
    CHECK(seen.names == std::vector<std::string>{"a"});
    REQUIRE(seen.violation);
    CHECK(seen.violation->rule == row.rule);
    CHECK(seen.violation->path == row.path);
    // A reader, which checks all before, says the same.
    const auto values = oinf::read(bytes);
    REQUIRE_FALSE(values.has_value());
    CHECK(values.error().path == row.path);
    CHECK(values.error().offset == seen.violation->offset);
    CHECK(values.error().message == seen.violation->message);
  }
}

TEST_CASE("a range looks at no characters") {
  // The name ends 4 bytes before its table; a reader refuses it for the zeros in it.
  const Bytes bytes = patched(116, std::uint32_t{76});
  const Seen seen = walk(bytes);
  CHECK(seen.names == std::vector<std::string>{"a"});
  REQUIRE(seen.violation);
  CHECK(seen.violation->rule == Rule::truncated);
  CHECK(seen.violation->path == "tensors[1].ndim");
  CHECK(oinf::read(bytes).error().rule == Rule::bad_charset);
}

TEST_CASE("a payload is checked when it is asked for") {
  struct Row {
    const char* name;
    std::size_t offset;
    std::uint64_t value;
    Rule rule;
    std::uint64_t told_at;
  };
  const Row rows[] = {
      {"begins before its section", 152, 192, Rule::out_of_bounds, 152},
      {"begins after the file", 152, 224, Rule::out_of_bounds, 152},
      {"ends after the file", 152, 215, Rule::out_of_bounds, 152},
      {"begins where no file reaches", 152, ~std::uint64_t{0}, Rule::out_of_bounds, 152},
      {"is larger than the file", 144, ~std::uint64_t{0}, Rule::out_of_bounds, 152},
      {"is larger than its dims say", 144, 3, Rule::size_mismatch, 144},
      {"is smaller than its dims say", 136, 3, Rule::size_mismatch, 144},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    const Bytes bytes = patched(row.offset, row.value);
    const auto tensor = schemac::find(oinf::view(bytes)->tensors(), "b");
    REQUIRE(tensor);
    const auto data = tensor->data();
    REQUIRE_FALSE(data.has_value());
    CHECK(data.error().rule == row.rule);
    CHECK(data.error().offset == row.told_at);
    CHECK(data.error().path.starts_with("tensors[1]"));
  }
}

TEST_CASE("a payload of a type that isn't known, or that isn't there, is absent") {
  const auto data_of = [](const Bytes& bytes, std::string_view name) {
    const auto tensor = schemac::find(oinf::view(bytes)->tensors(), name);
    REQUIRE(tensor);
    const auto data = tensor->data();
    REQUIRE_FALSE(data.has_value());
    return data.error().message;
  };
  CHECK(data_of(small_file(), "c") == "is absent");
  CHECK(data_of(patched(124, std::uint32_t{77}), "b") == "is absent");
  CHECK(data_of(patched(124, std::uint32_t{14}), "b") == "is absent");  // a string
}

TEST_CASE("dims whose product doesn't fit are an overflow, with a zero among them nothing") {
  // Two dims: the entry of "b" takes 8 bytes of the one of "c", which nobody looks at.
  Bytes bytes = patched(128, std::uint32_t{2});
  const auto set = [&](std::size_t offset, std::uint64_t value) {
    std::memcpy(bytes.data() + offset, &value, sizeof value);
  };
  const auto data = [&] { return schemac::find(oinf::view(bytes)->tensors(), "b")->data(); };
  set(136, std::uint64_t{1} << 40);
  set(144, std::uint64_t{1} << 40);
  set(152, 0);
  set(160, 200);
  REQUIRE_FALSE(data().has_value());
  CHECK(data().error().rule == Rule::overflow);
  set(136, 0);
  REQUIRE(data().has_value());
  CHECK(data()->bytes().empty());
  CHECK(data()->dims().size() == 2);
}

TEST_CASE("find sees what lies before the first fault, and tells the fault") {
  const Bytes bytes = patched(116, std::uint32_t{4000});
  const auto file = oinf::view(bytes);
  auto tensors = file->tensors();
  REQUIRE(schemac::find(tensors, "a"));
  CHECK(schemac::find(tensors, "a")->data()->bytes()[1] == std::byte{2});
  CHECK_FALSE(tensors.violation());
  CHECK_FALSE(schemac::find(tensors, "c"));
  REQUIRE(tensors.violation());
  CHECK(tensors.violation()->path == "tensors[1].name.length");
  CHECK_FALSE(schemac::find(oinf::view(small_file())->tensors(), "d"));
}

}  // namespace
