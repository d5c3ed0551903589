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
#include "portion.h"
#include "protobuf/library.h"
#include "schemac/base/load.h"

namespace {

using namespace schemac;
using namespace schemac::tests;

const FileKind& everything_files() {
  static const Compilation run = compile(SCHEMAC_SOURCE_DIR "/tests/protobuf/everything.yaml");
  static const FileKind kind{run.plans.at(0), run.plans.at(0).roots.at(0),
                             &outcome_of<everything::validate, everything::read, everything::view>};
  return kind;
}

struct FieldOf {
  std::uint32_t number = 0;
  std::string all, content;  // with its tag and length; without
};
std::vector<FieldOf> fields_of(const std::string& message) {
  std::vector<FieldOf> fields;
  impl::protobuf::FieldAt field;
  impl::protobuf::FlawAt flaw;
  const Bytes bytes = bytes_in(message);
  const std::byte* const end = bytes.data() + bytes.size();
  for (const std::byte* at = bytes.data(); at != end; at = field.end) {
    REQUIRE(impl::protobuf::find_field(at, end, 100, field, flaw));
    fields.push_back(
        {field.number, std::string(impl::text_at(field.tag, impl::distance(field.tag, field.end))),
         std::string(impl::text_at(field.value, impl::distance(field.value, field.end)))});
  }
  return fields;
}

std::string stored_varint(std::uint64_t value) {
  std::byte room[impl::protobuf::most_varint_bytes];
  const std::byte* const end = impl::protobuf::store_varint(room, value);
  return std::string(impl::text_at(room, impl::distance(room, end)));
}

// A message that stands in parts, as do those in it; the parts stand among the other fields.
std::string in_parts(const std::string& message, const pb::Descriptor& type, Random& random) {
  std::vector<std::string> pieces;
  for (const FieldOf& field : fields_of(message)) {
    const pb::FieldDescriptor* const declared =
        type.FindFieldByNumber(static_cast<int>(field.number));
    if (declared == nullptr || declared->message_type() == nullptr) {
      pieces.push_back(field.all);
      continue;
    }
    const std::uint64_t count = declared->is_repeated() ? 1 : 1 + random() % 3;
    std::vector<std::string> parts(count);
    std::size_t part = 0;
    for (const FieldOf& inner : fields_of(field.content)) {
      while (part + 1 < count && random() % 3 == 0) ++part;
      parts[part] += inner.all;
    }
    // Between the pieces of others: parts keep their order among each other.
    std::size_t at = declared->is_repeated() ? pieces.size() : random() % (pieces.size() + 1);
    for (const std::string& content : parts) {
      const std::string inner = in_parts(content, *declared->message_type(), random);
      const std::string whole =
          stored_varint(field.number << 3 | 2) + stored_varint(inner.size()) + inner;
      pieces.insert(pieces.begin() + static_cast<std::ptrdiff_t>(at), whole);
      ++at;
      at += random() % (pieces.size() - at + 1);
    }
  }
  std::string out;
  for (const std::string& piece : pieces) out += piece;
  return out;
}

// The fields of a message in another order, and lists in the other form.
std::string shuffled(const std::string& message, Random& random) {
  std::vector<std::string> mixed;
  for (const FieldOf& field : fields_of(message)) mixed.push_back(field.all);
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
  for (unsigned i = 0; i < some_of(300); ++i) {
    const auto message = library.make();
    fill(*message, random, 0);
    const std::string bytes = message->SerializeAsString();
    CHECK(by_us(bytes) == bytes);
  }
}

TEST_CASE("fields in any order have the same values") {
  const Library library;
  Random random(2);
  for (unsigned i = 0; i < some_of(200); ++i) {
    const auto message = library.make();
    fill(*message, random, 0);
    const std::string bytes = shuffled(message->SerializeAsString(), random);
    CHECK(by_us(bytes) == by_library(library, bytes));
  }
}

TEST_CASE("messages in several parts are one, as the library joins them") {
  const Library library;
  Random random(4);
  const pb::Descriptor& type = *library.make()->GetDescriptor();
  std::size_t in_one = 0;
  for (unsigned i = 0; i < some_of(300); ++i) {
    const auto message = library.make();
    fill(*message, random, 0);
    const std::string whole = message->SerializeAsString();
    const std::string bytes = in_parts(whole, type, random);
    in_one += bytes.size() == whole.size() ? 1 : 0;
    REQUIRE(by_library(library, bytes) == whole);
    CHECK(by_us(bytes) == whole);
  }
  CHECK(in_one < some_of(150));
}

TEST_CASE("messages one after the other are one: later numbers count, elements are added") {
  const Library library;
  Random random(5);
  const pb::Descriptor& type = *library.make()->GetDescriptor();
  for (unsigned i = 0; i < some_of(200); ++i) {
    std::string bytes;
    for (std::uint64_t n = 2 + random() % 3; n > 0; --n) {
      const auto message = library.make();
      fill(*message, random, static_cast<int>(random() % 2));
      bytes += random() % 2 == 0 ? message->SerializeAsString()
                                 : in_parts(message->SerializeAsString(), type, random);
    }
    CHECK(by_us(bytes) == by_library(library, bytes));
  }
}

TEST_CASE("a view refuses messages in several parts, and says so") {
  const std::string parts("\x8a\x01\x02\x08\x01\x8a\x01\x02\x08\x02", 10);
  const std::string bytes = parts + std::string("\xf8\xff\xff\xff\x0f\x01", 6);
  REQUIRE(everything::validate(bytes_in(bytes)).ok());
  const auto view = everything::view(bytes_in(bytes));
  REQUIRE_FALSE(view);
  CHECK(to_string(view.error()) ==
        "an_inner at byte 8: is in several parts, which a view doesn't join [resource-limit]");
}

TEST_CASE("what is joined is kept by the value, and takes no more than is allowed") {
  std::string part =
      "\x2a\x03"
      "abc\x08\x01";
  part = "\x8a\x01" + stored_varint(part.size()) + part;
  const auto read = [&] {
    const std::string bytes = part + part + std::string("\xf8\xff\xff\xff\x0f\x01", 6);
    auto value = everything::read(bytes_in(bytes));
    REQUIRE(value);
    return std::move(*value);
  };
  const everything::Everything value = read();
  CHECK(value.an_inner->data->is_owner());
  CHECK(impl::text_at(value.an_inner->data->bytes().data(), 3) == "abc");

  const std::string bytes = part + part + std::string("\xf8\xff\xff\xff\x0f\x01", 6);
  Limits limits;
  limits.memory = 100;
  limits.memory_per_byte = 1;
  const Outcome generated = everything_files().run_generated(bytes_in(bytes), limits);
  CHECK(difference(generated, everything_files().run_directly(bytes_in(bytes), limits)) == "");
  REQUIRE(generated.read_error);
  CHECK(to_string(*generated.read_error) ==
        "an_inner at byte 13: the pieces of 'an_inner' take more memory than the caller allows "
        "[resource-limit]");
}

TEST_CASE("lists are read packed, unpacked and in pieces") {
  const Library library;
  const std::string required("\xf8\xff\xff\xff\x0f\x01", 6);
  const auto tag = [](unsigned number, unsigned wire) {
    std::byte room[impl::protobuf::most_varint_bytes];
    const std::byte* end = impl::protobuf::store_varint(room, number << 3 | wire);
    return std::string(impl::text_at(room, impl::distance(room, end)));
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
  unsigned taken = 0;
  for (unsigned i = 0; i < some_of(4000); ++i) {
    const auto message = library.make();
    fill(*message, random, 2);
    std::string bytes = message->SerializeAsString();
    if (i % 2 == 0) bytes = in_parts(bytes, *message->GetDescriptor(), random);
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
  CHECK(taken > some_of(100));
}
