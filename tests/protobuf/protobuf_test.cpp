// Messages against libprotobuf, which reads the same .proto file: what we write it reads, what it
// writes we read, in any order, packed or not, with unknown fields; and of broken bytes we take
// nothing that it refuses.
#include <google/protobuf/compiler/importer.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/unknown_field_set.h>

#include <catch2/catch.hpp>
#include <random>
#include <string>

#include "compile.h"
#include "everything.h"
#include "formats/executors.h"

namespace {

namespace pb = google::protobuf;
using namespace schemac;
using namespace schemac::tests;

const FileKind& everything_files() {
  static const Compilation run = compile(SCHEMAC_SOURCE_DIR "/tests/protobuf/everything.yaml");
  static const FileKind kind{run.plans.at(0), run.plans.at(0).roots.at(0),
                             &outcome_of<everything::validate, everything::read>};
  return kind;
}

class Library {
 public:
  Library() : importer_(&tree_, nullptr) {
    tree_.MapPath("", SCHEMAC_SOURCE_DIR "/tests/protobuf");
    const pb::FileDescriptor* file = importer_.Import("everything.proto");
    REQUIRE(file != nullptr);
    prototype_ = factory_.GetPrototype(file->FindMessageTypeByName("Everything"));
  }
  [[nodiscard]] std::unique_ptr<pb::Message> make() const {
    return std::unique_ptr<pb::Message>(prototype_->New());
  }

 private:
  pb::compiler::DiskSourceTree tree_;
  pb::compiler::Importer importer_;
  pb::DynamicMessageFactory factory_;
  const pb::Message* prototype_ = nullptr;
};

using Random = std::mt19937_64;

// Small numbers, extreme ones, any: each as often.
std::uint64_t number(Random& random) {
  switch (random() % 4) {
    case 0:
      return random() % 200;
    case 1:
      return ~std::uint64_t{0} >> (random() % 64);
    case 2:
      return 0 - random() % 200;
    default:
      return random();
  }
}

std::string text(Random& random) {
  static const std::string letters[] = {"a", "Z", "0", " ", "\xc3\xa9", "\xe2\x82\xac"};
  std::string out;
  for (std::uint64_t i = random() % 8; i > 0; --i) out += letters[random() % 6];
  return random() % 20 == 0 ? out + std::string(300, 'x') : out;
}

void fill(pb::Message& message, Random& random, int depth);

// One value of a field, single or added to a list.
void set(pb::Message& message, const pb::FieldDescriptor& field, Random& random, int depth) {
  const pb::Reflection& reflection = *message.GetReflection();
  const bool is_list = field.is_repeated();
  const auto put = [&](auto add, auto assign, auto value) {
    if (is_list)
      (reflection.*add)(&message, &field, value);
    else
      (reflection.*assign)(&message, &field, value);
  };
  using R = pb::Reflection;
  switch (field.cpp_type()) {
    case pb::FieldDescriptor::CPPTYPE_INT32:
      return put(&R::AddInt32, &R::SetInt32, static_cast<std::int32_t>(number(random)));
    case pb::FieldDescriptor::CPPTYPE_INT64:
      return put(&R::AddInt64, &R::SetInt64, static_cast<std::int64_t>(number(random)));
    case pb::FieldDescriptor::CPPTYPE_UINT32:
      return put(&R::AddUInt32, &R::SetUInt32, static_cast<std::uint32_t>(number(random)));
    case pb::FieldDescriptor::CPPTYPE_UINT64:
      return put(&R::AddUInt64, &R::SetUInt64, number(random));
    case pb::FieldDescriptor::CPPTYPE_BOOL:
      return put(&R::AddBool, &R::SetBool, random() % 2 == 0);
    case pb::FieldDescriptor::CPPTYPE_FLOAT:
      return put(&R::AddFloat, &R::SetFloat, static_cast<float>(number(random)) / 3);
    case pb::FieldDescriptor::CPPTYPE_DOUBLE:
      return put(&R::AddDouble, &R::SetDouble, static_cast<double>(number(random)) / 3);
    case pb::FieldDescriptor::CPPTYPE_ENUM: {
      const pb::EnumDescriptor& type = *field.enum_type();
      const auto index = static_cast<int>(random() % static_cast<unsigned>(type.value_count()));
      return put(&R::AddEnum, &R::SetEnum, type.value(index));
    }
    case pb::FieldDescriptor::CPPTYPE_STRING:
      if (is_list) return reflection.AddString(&message, &field, text(random));
      return reflection.SetString(&message, &field, text(random));
    case pb::FieldDescriptor::CPPTYPE_MESSAGE:
      return fill(is_list ? *reflection.AddMessage(&message, &field)
                          : *reflection.MutableMessage(&message, &field),
                  random, depth + 1);
  }
}

void fill(pb::Message& message, Random& random, int depth) {
  const pb::Descriptor& type = *message.GetDescriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const pb::FieldDescriptor& field = *type.field(i);
    const bool is_too_deep = depth > 3 && field.type() == pb::FieldDescriptor::TYPE_MESSAGE;
    if (!field.is_required() && (is_too_deep || random() % 3 == 0)) continue;
    for (std::uint64_t n = field.is_repeated() ? random() % 4 : 1; n > 0; --n)
      set(message, field, random, depth);
  }
  if (random() % 4 != 0) return;
  pb::UnknownFieldSet& unknown = *message.GetReflection()->MutableUnknownFields(&message);
  unknown.AddVarint(1000, number(random));
  unknown.AddFixed32(1001, static_cast<std::uint32_t>(number(random)));
  unknown.AddFixed64(1001, number(random));
  unknown.AddLengthDelimited(2000, text(random));
  unknown.AddGroup(2001)->AddVarint(1, 5);
}

Bytes bytes_in(const std::string& text) { return {bytes_of(text), text.size()}; }
std::string text_in(const std::vector<std::byte>& bytes) {
  return std::string(text_at(bytes.data(), bytes.size()));
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
