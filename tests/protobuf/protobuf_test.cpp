// Messages against libprotobuf, which reads the same .proto file: what we write it reads, what it
// writes we read, in any order, packed or not, with unknown fields; and of broken bytes we take
// nothing that it refuses.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "compile.h"
#include "everything.h"
#include "formats/executors.h"
#include "protobuf/library.h"

namespace {

using namespace schemac;
using namespace schemac::tests;

const FileKind& everything_files() {
  static const Compilation run = compile(SCHEMAC_SOURCE_DIR "/tests/protobuf/everything.yaml");
  static const FileKind kind{run.plans.at(0), run.plans.at(0).roots.at(0),
                             &outcome_of<everything::validate, everything::read>};
  return kind;
}

// The fields of a message in another order, and lists in the other form.
std::string shuffled(const std::string& message, Random& random) {
  std::vector<std::string> fields;
  protobuf::FieldAt field;
  protobuf::FlawAt flaw;
  const Bytes bytes = bytes_in(message);
  const std::byte* const end = bytes.data() + bytes.size();
  for (const std::byte* at = bytes.data(); at != end; at = field.end) {
    REQUIRE(protobuf::find_field(at, end, 100, field, flaw));
    fields.emplace_back(text_at(field.tag, distance(field.tag, field.end)));
  }
  std::vector<std::string> mixed = fields;
  std::shuffle(mixed.begin(), mixed.end(), random);
  std::string out;
  for (const std::string& each : mixed) out += each;
  return out;
}

// What the library makes of bytes: the same values, in its own form; empty if it refuses them.
std::optional<std::string> by_library(const Library& library, const std::string& bytes) {
  const auto message = library.make();
  if (!message->ParseFromString(bytes)) return std::nullopt;
  return message->SerializeAsString();
}

std::string by_us(const std::string& bytes) {
  const Outcome generated = everything_files().run_generated(bytes_in(bytes));
  const Outcome direct = everything_files().run_directly(bytes_in(bytes));
  CHECK(difference(generated, direct) == "");
  for (const Violation& violation : generated.report.violations())
    UNSCOPED_INFO(to_string(violation));
  REQUIRE(generated.written);
  return text_in(*generated.written);
}

}  // namespace

TEST_CASE("what the library writes we read, and write back byte for byte") {
  const Library library;
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const auto message = library.make();
    fill(*message, random, 0);
    const std::string bytes = message->SerializeAsString();
    CHECK(by_us(bytes) == bytes);
  }
}

TEST_CASE("fields in any order have the same values") {
  const Library library;
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    const auto message = library.make();
    fill(*message, random, 0);
    const std::string bytes = shuffled(message->SerializeAsString(), random);
    CHECK(by_us(bytes) == by_library(library, bytes));
  }
}

TEST_CASE("lists are read packed, unpacked and in pieces") {
  const Library library;
  const std::string required("\xf8\xff\xff\xff\x0f\x01", 6);
  const auto tag = [](unsigned number, unsigned wire) {
    std::byte room[protobuf::most_varint_bytes];
    const std::byte* end = protobuf::store_varint(room, number << 3 | wire);
    return std::string(text_at(room, distance(room, end)));
  };
  const std::string varint = "\x96\x01";
  const std::string fixed("\1\0\0\0", 4), fixed8("\1\0\0\0\0\0\0\2", 8);
  for (unsigned number = 21; number <= 33; ++number) {
    const bool is_fixed8 = number == 28 || number == 30 || number == 33;
    const bool is_fixed4 = number == 27 || number == 29 || number == 32;
    const std::string value = is_fixed8 ? fixed8 : is_fixed4 ? fixed : varint;
    const unsigned wire = is_fixed8 ? 1 : is_fixed4 ? 5 : 0;
    const std::string single = tag(number, wire) + value;
    const std::string packed = tag(number, 2) + static_cast<char>(2 * value.size()) + value + value;
    INFO("field " << number);
    for (const std::string& bytes : {single + packed + required + single,
                                     packed + tag(number, 2) + std::string(1, 0) + required})
      CHECK(by_us(bytes) == by_library(library, bytes));
  }
}

TEST_CASE("of broken bytes we take nothing that the library refuses") {
  const Library library;
  Random random(3);
  int taken = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto message = library.make();
    fill(*message, random, 2);
    std::string bytes = message->SerializeAsString();
    for (std::uint64_t n = 1 + random() % 3; n > 0 && !bytes.empty(); --n) {
      const std::size_t at = random() % bytes.size();
      if (random() % 3 == 0)
        bytes.resize(at);
      else
        bytes[at] = static_cast<char>(random() % 2 == 0 ? random()
                                                        : static_cast<unsigned char>(bytes[at]) ^
                                                              (1u << random() % 8));
    }
    const Outcome generated = everything_files().run_generated(bytes_in(bytes));
    CHECK(difference(generated, everything_files().run_directly(bytes_in(bytes))) == "");
    if (generated.read_error) continue;
    ++taken;
    CHECK(by_library(library, bytes).has_value());
  }
  CHECK(taken > 100);
}
