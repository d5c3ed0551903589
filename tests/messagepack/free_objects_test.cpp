// `any` against msgpack-cxx: made-up values of every kind, in every width, lists and maps in each
// other; what it packs we read as the same values and write back byte for byte, what we write it
// unpacks to the same; and of broken bytes we take nothing that it refuses.
#include "free_objects.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <msgpack.hpp>
#include <random>
#include <set>
#include <string>

#include "compile.h"
#include "formats/comparison.h"
#include "formats/executors.h"
#include "portion.h"
#include "schemac/core/sink.h"

namespace {

using free_objects::File;
using schemac::FreeValue;
using schemac::msgpack::ObjectKind;
using schemac::msgpack::ObjectView;
using Random = std::mt19937_64;

const schemac::tests::FileKind& free_objects_files() {
  static const schemac::Compilation run =
      schemac::compile(SCHEMAC_SOURCE_DIR "/tests/messagepack/free_objects.yaml");
  static const schemac::tests::FileKind kind{
      run.plans.at(0), run.plans.at(0).roots.at(0),
      &schemac::tests::outcome_of<free_objects::validate, free_objects::read, free_objects::view>};
  return kind;
}

// ---- made-up values, packed by the library ----

class Packer {
 public:
  explicit Packer(unsigned seed) : random_(seed) {}

  std::string file() {
    object(0);
    packer_.pack_array(size());
    for (std::size_t i = last_size_; i > 0; --i) object(1);
    packer_.pack_map(size());
    for (std::size_t i = last_size_; i > 0; --i) {
      object(1);
      object(1);
    }
    packer_.pack_fix_uint8(7);
    return {buffer_.data(), buffer_.size()};
  }

 private:
  std::size_t below(std::size_t end) { return random_() % end; }
  std::uint32_t size() {
    last_size_ = below(12) == 0 ? 15 + below(3) : below(4);
    return static_cast<std::uint32_t>(last_size_);
  }
  std::string bytes() {
    constexpr std::size_t sizes[] = {0, 1, 2, 4, 8, 16, 31, 32, 255, 256, 65535, 65536};
    std::string out(sizes[below(40) == 0 ? below(12) : below(8)], '\0');
    for (char& each : out) each = static_cast<char>(random_());
    return out;
  }
  void number() {
    switch (below(10)) {
      case 0:
        return void(packer_.pack_fix_uint8(static_cast<std::uint8_t>(random_())));
      case 1:
        return void(packer_.pack_fix_uint16(static_cast<std::uint16_t>(random_())));
      case 2:
        return void(packer_.pack_fix_uint32(static_cast<std::uint32_t>(random_())));
      case 3:
        return void(packer_.pack_fix_uint64(random_() >> below(64)));
      case 4:
        return void(packer_.pack_fix_int8(static_cast<std::int8_t>(random_())));
      case 5:
        return void(packer_.pack_fix_int16(static_cast<std::int16_t>(random_())));
      case 6:
        return void(packer_.pack_fix_int32(static_cast<std::int32_t>(random_())));
      case 7:
        return void(packer_.pack_fix_int64(static_cast<std::int64_t>(random_())));
      case 8:
        return void(
            packer_.pack_float(std::bit_cast<float>(static_cast<std::uint32_t>(random_()))));
      default:
        return void(packer_.pack_double(std::bit_cast<double>(random_())));
    }
  }
  void object(unsigned depth) {
    switch (below(depth < 4 ? 9 : 7)) {
      case 0:
        return void(packer_.pack_nil());
      case 1:
        return void(below(2) == 0 ? packer_.pack_true() : packer_.pack_false());
      case 2:
        return number();
      case 3:
        return void(packer_.pack(static_cast<std::int64_t>(random_()) >> below(64)));
      case 4: {
        const std::string text = bytes();
        packer_.pack_str(static_cast<std::uint32_t>(text.size()));
        packer_.pack_str_body(text.data(), static_cast<std::uint32_t>(text.size()));
        return;
      }
      case 5: {
        const std::string content = bytes();
        packer_.pack_bin(static_cast<std::uint32_t>(content.size()));
        packer_.pack_bin_body(content.data(), static_cast<std::uint32_t>(content.size()));
        return;
      }
      case 6: {
        const std::string content = bytes();
        packer_.pack_ext(content.size(), static_cast<std::int8_t>(random_()));
        packer_.pack_ext_body(content.data(), static_cast<std::uint32_t>(content.size()));
        return;
      }
      case 7:
        packer_.pack_array(size());
        for (std::size_t i = last_size_; i > 0; --i) object(depth + 1);
        return;
      default:
        packer_.pack_map(size());
        for (std::size_t i = last_size_; i > 0; --i) {
          object(depth + 1);
          object(depth + 1);
        }
    }
  }

  Random random_;
  std::size_t last_size_ = 0;
  msgpack::sbuffer buffer_;
  msgpack::packer<msgpack::sbuffer> packer_{buffer_};
};

// ---- the same, as both sides see it ----

bool has_bits(double x, double y) {
  return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
}
bool has_bytes(const char* data, std::size_t size, schemac::Bytes bytes) {
  return size == bytes.size() && (size == 0 || std::memcmp(data, bytes.data(), size) == 0);
}

bool is_same(const msgpack::object& theirs, const ObjectView& ours);

bool has_same_parts(const msgpack::object& theirs, const ObjectView& ours) {
  if (theirs.type == msgpack::type::ARRAY) {
    if (theirs.via.array.size != ours.size()) return false;
    std::size_t i = 0;
    for (const ObjectView& each : ours.elements())
      if (!is_same(theirs.via.array.ptr[i++], each)) return false;
    return i == theirs.via.array.size;
  }
  if (theirs.via.map.size != ours.size()) return false;
  std::size_t i = 0;
  for (const auto& [key, value] : ours.entries()) {
    const auto& pair = theirs.via.map.ptr[i++];
    if (!is_same(pair.key, key) || !is_same(pair.val, value)) return false;
  }
  return i == theirs.via.map.size;
}

bool is_same(const msgpack::object& theirs, const ObjectView& ours) {
  switch (theirs.type) {
    case msgpack::type::NIL:
      return ours.is_nil();
    case msgpack::type::BOOLEAN:
      return ours.boolean() == theirs.via.boolean;
    case msgpack::type::POSITIVE_INTEGER:
      return ours.u64() == theirs.via.u64;
    case msgpack::type::NEGATIVE_INTEGER:
      return ours.i64() == theirs.via.i64 && !ours.u64();
    case msgpack::type::FLOAT32:
    case msgpack::type::FLOAT64:
      return ours.real() && has_bits(*ours.real(), theirs.via.f64);
    case msgpack::type::STR:
      return ours.text() == std::string_view(theirs.via.str.ptr, theirs.via.str.size);
    case msgpack::type::BIN:
      return ours.binary() && has_bytes(theirs.via.bin.ptr, theirs.via.bin.size, *ours.binary());
    case msgpack::type::EXT:
      return ours.extension() && ours.extension()->type == theirs.via.ext.type() &&
             has_bytes(theirs.via.ext.data(), theirs.via.ext.size, ours.extension()->bytes);
    case msgpack::type::ARRAY:
    case msgpack::type::MAP:
      return ours.kind() ==
                 (theirs.type == msgpack::type::MAP ? ObjectKind::map : ObjectKind::list) &&
             has_same_parts(theirs, ours);
  }
  return false;
}

// What a key stands for, as a text that no other value has.
std::string meaning(const msgpack::object& key) {
  std::string out =
      std::to_string(key.type == msgpack::type::FLOAT32 ? static_cast<int>(msgpack::type::FLOAT64)
                                                        : static_cast<int>(key.type));
  const auto add = [&](const auto& each) { out += ' ' + std::to_string(each); };
  const auto add_bytes = [&](const char* data, std::uint32_t size) {
    add(size);
    out.append(data, size);
  };
  switch (key.type) {
    case msgpack::type::NIL:
      break;
    case msgpack::type::BOOLEAN:
      add(static_cast<int>(key.via.boolean));
      break;
    case msgpack::type::POSITIVE_INTEGER:
    case msgpack::type::NEGATIVE_INTEGER:
    case msgpack::type::FLOAT32:
    case msgpack::type::FLOAT64:
      add(key.via.u64);
      break;
    case msgpack::type::STR:
      add_bytes(key.via.str.ptr, key.via.str.size);
      break;
    case msgpack::type::BIN:
      add_bytes(key.via.bin.ptr, key.via.bin.size);
      break;
    case msgpack::type::EXT:
      add(static_cast<int>(key.via.ext.type()));
      add_bytes(key.via.ext.data(), key.via.ext.size);
      break;
    case msgpack::type::ARRAY:
      add(key.via.array.size);
      for (const auto& each : key.via.array) out += meaning(each);
      break;
    case msgpack::type::MAP:
      add(key.via.map.size);
      for (const auto& each : key.via.map) out += meaning(each.key) + meaning(each.val);
      break;
  }
  return out;
}

// Keys that stand in a map after themselves, in all maps of an object.
std::size_t duplicates_in(const msgpack::object& object) {
  std::size_t count = 0;
  if (object.type == msgpack::type::ARRAY)
    for (const auto& each : object.via.array) count += duplicates_in(each);
  if (object.type != msgpack::type::MAP) return count;
  std::set<std::string> keys;
  for (const auto& each : object.via.map) {
    if (!keys.insert(meaning(each.key)).second) ++count;
    count += duplicates_in(each.key) + duplicates_in(each.val);
  }
  return count;
}

// The same in a file, but of its own map, which its schema knows.
std::size_t duplicates_in(const std::string& packed) {
  std::size_t count = 0;
  std::size_t at = 0;
  for (int i = 0; i < 3; ++i) {
    const auto object = msgpack::unpack(packed.data(), packed.size(), at);
    if (i < 2) count += duplicates_in(object.get());
    if (i < 2) continue;
    for (const auto& each : object.get().via.map)
      count += duplicates_in(each.key) + duplicates_in(each.val);
  }
  return count;
}

// What the objects of a file stand for, as the library unpacks them.
std::vector<std::string> meanings_in(const std::string& packed) {
  std::vector<std::string> meanings;
  for (std::size_t at = 0; at < packed.size();)
    meanings.push_back(meaning(msgpack::unpack(packed.data(), packed.size(), at).get()));
  return meanings;
}

schemac::Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

// How the executors differ on a file; empty if they don't.
std::string difference(const std::string& bytes) {
  const auto& kind = free_objects_files();
  return schemac::tests::difference(kind.run_generated(bytes_of(bytes)),
                                    kind.run_directly(bytes_of(bytes)));
}

// Without the bytes that it was read from.
void forget_stored(File& file) {
  file.first.stored = {};
  for (auto& each : file.items) each.stored = {};
  for (auto& [key, value] : file.pairs) key.stored = value.stored = {};
}

// Nothing if it isn't written since a key stands twice.
std::optional<std::string> written(const File& file) {
  schemac::MemorySink sink;
  const auto size = free_objects::write(file, sink);
  INFO((size ? "" : to_string(size.error())));
  if (!size && size.error().rule == schemac::Rule::duplicate_name) return std::nullopt;
  REQUIRE(size);
  return std::string{reinterpret_cast<const char*>(sink.bytes().data()), sink.bytes().size()};
}

}  // namespace

TEST_CASE("free-form objects that the library packs are read, and written back as they were") {
  unsigned with = 0, without = 0;  // files with keys that stand twice
  for (unsigned seed = 0; seed < schemac::tests::some_of(1000); ++seed) {
    const std::string packed = Packer(seed).file();
    INFO("seed " << seed);
    const auto view = free_objects::view(bytes_of(packed));
    REQUIRE(view);
    std::size_t at = 0;
    const auto first = msgpack::unpack(packed.data(), packed.size(), at);
    CHECK(is_same(first.get(), view->first()));
    const auto items = msgpack::unpack(packed.data(), packed.size(), at);
    std::size_t i = 0;
    for (const ObjectView& each : view->items())
      CHECK(is_same(items.get().via.array.ptr[i++], each));
    CHECK(i == items.get().via.array.size);

    const auto read = free_objects::read(bytes_of(packed));
    REQUIRE(read);
    const std::size_t duplicates = duplicates_in(packed);
    (duplicates == 0 ? without : with) += 1;
    CHECK(written(*read) == (duplicates == 0 ? std::optional(packed) : std::nullopt));
    const auto found = free_objects::validate(bytes_of(packed)).violations();
    CHECK(found.size() == duplicates);
    for (const schemac::Violation& each : found) CHECK(each.rule == schemac::Rule::duplicate_name);
    CHECK(difference(packed).empty());
  }
  CHECK(std::min(with, without) > 20);
}

TEST_CASE("the library unpacks free-form objects that we write anew") {
  for (unsigned seed = 0; seed < schemac::tests::some_of(1000); ++seed) {
    const std::string packed = Packer(seed).file();
    INFO("seed " << seed);
    auto value = *free_objects::read(bytes_of(packed));
    forget_stored(value);
    const auto made = written(value);
    CHECK(made.has_value() == (duplicates_in(packed) == 0));
    if (!made) continue;
    const std::string& bytes = *made;
    CHECK(bytes.size() <= packed.size() + 8 * packed.size());  // reals of 32 bits become wider
    const auto again = free_objects::read(bytes_of(bytes));
    REQUIRE(again);
    CHECK(*again == value);
    CHECK(meanings_in(bytes).size() == 4);
    CHECK(meanings_in(bytes) == meanings_in(packed));
  }
}

TEST_CASE("of broken free-form objects we take nothing that the library refuses") {
  Random random(1);
  for (unsigned seed = 0; seed < schemac::tests::some_of(300); ++seed) {
    const std::string packed = Packer(seed).file();
    if (packed.size() > 4000) continue;
    for (unsigned i = 0; i < 20; ++i) {
      std::string broken = packed;
      broken[random() % broken.size()] = static_cast<char>(random());
      if (i % 2 == 0) broken.resize(random() % broken.size());
      INFO("seed " << seed << ", " << i);
      CHECK(difference(broken).empty());
      if (!free_objects::read(bytes_of(broken))) continue;
      std::size_t at = 0;
      for (int object = 0; object < 4; ++object)
        CHECK_NOTHROW(msgpack::unpack(broken.data(), broken.size(), at));
    }
  }
}

TEST_CASE("free-form objects take no more than their bytes justify") {
  const auto refused = [](const std::string& bytes) -> std::optional<schemac::Rule> {
    const auto read = free_objects::read(bytes_of(bytes));
    return read ? std::nullopt : std::optional(read.error().rule);
  };
  using schemac::Rule;
  CHECK(refused(std::string(1u << 20, '\x91')) == Rule::nesting_limit);
  CHECK(refused(std::string(200, '\x81')) == Rule::nesting_limit);
  CHECK(refused("\xdd\xff\xff\xff\xff\xc0") == Rule::resource_limit);
  CHECK(refused("\xdf\xff\xff\xff\xff\xc0\xc0") == Rule::resource_limit);
  CHECK(refused("\xc6\xff\xff\xff\xff") == Rule::resource_limit);
  CHECK(refused("\xc9\xff\xff\xff\xff\x01") == Rule::resource_limit);
  // A million lists, each empty: a value takes forty times its bytes, a view none.
  std::string many("\xdd\x00\x10\x00\x00", 5);
  many += std::string(1u << 20, '\x90') + "\x90\x80\xcc\x07";
  CHECK(refused(many) == Rule::resource_limit);
  const auto view = free_objects::view(bytes_of(many));
  REQUIRE(view);
  CHECK(view->first().size() == 1u << 20);
}

TEST_CASE("what a view says of an object") {
  using schemac::msgpack::Timestamp;
  using namespace std::string_literals;
  const std::string bytes =
      "\x84\xa1"
      "a\x01\xa1"
      "a\xff\x01\xa1x\xc0\x92\xd6\xff\x00\x00\x00\x05\xd7\xff\x00\x00\x00\x04\x00\x00\x00\x07"
      "\x91\xc7\x0c\xff\x00\x00\x00\x09\xff\xff\xff\xff\xff\xff\xff\xff\x80\xcc\x07"s;
  const auto view = free_objects::view(bytes_of(bytes));
  REQUIRE(view);
  const ObjectView map = view->first();
  CHECK(map.kind() == ObjectKind::map);
  CHECK(map.find("a")->i64() == -1);
  CHECK(!map.find("a")->u64());
  CHECK(!map.find("b"));
  CHECK(!map.text());
  CHECK(map.elements().empty());
  std::vector<std::optional<Timestamp>> times;
  for (const auto& [key, value] : map.entries())
    for (const ObjectView& each : value.elements()) times.push_back(each.timestamp());
  CHECK(times == std::vector<std::optional<Timestamp>>{Timestamp{5, 0}, Timestamp{7, 1}});
  for (const ObjectView& each : view->items()) CHECK(each.timestamp() == Timestamp{-1, 9});
}

TEST_CASE("what no reader takes by default isn't written") {
  File file;
  FreeValue value;
  for (int i = 0; i < 101; ++i) value = FreeValue(FreeValue::List{value});
  file.first = value;
  schemac::MemorySink sink;
  const auto size = free_objects::write(file, sink);
  REQUIRE(!size);
  CHECK(size.error().path.starts_with("first[0][0]"));
}
