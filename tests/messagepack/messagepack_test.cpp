// MessagePack against msgpack-cxx: what we write is, byte for byte, what it writes of the same
// values; what it writes we read, what we write it reads; and of broken bytes we take nothing that
// it refuses.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <limits>
#include <msgpack.hpp>
#include <random>
#include <string>

#include "all_kinds.h"
#include "compile.h"
#include "formats/comparison.h"
#include "formats/executors.h"
#include "formats/mutations.h"
#include "portion.h"

namespace {

using Random = std::mt19937_64;

const schemac::tests::FileKind& all_kinds_files() {
  static const schemac::Compilation run =
      schemac::compile(SCHEMAC_SOURCE_DIR "/tests/messagepack/all_kinds.yaml");
  static const schemac::tests::FileKind kind{
      run.plans.at(0), run.plans.at(0).roots.at(0),
      &schemac::tests::outcome_of<all_kinds::validate, all_kinds::read, all_kinds::view>};
  return kind;
}

// ---- made-up values ----

// Small numbers, those about the ends of a form, extreme ones, any: each as often.
std::uint64_t number(Random& random) {
  switch (random() % 4) {
    case 0:
      return random() % 200;
    case 1:
      return (~std::uint64_t{0} >> (random() % 64)) + random() % 3 - 1;
    case 2:
      return 0 - (~std::uint64_t{0} >> (random() % 64)) + random() % 3 - 1;
    default:
      return random();
  }
}

template <class T>
void make(T& value, Random& random) requires std::is_integral_v<T> {
  value = static_cast<T>(number(random));
}
// The library writes a whole number as an integer, whatever its type: reals are with a fraction, or
// none at all.
template <class T>
void make(T& value, Random& random) requires std::is_floating_point_v<T> {
  const T values[] = {std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                      std::numeric_limits<T>::denorm_min(),
                      static_cast<T>(random() % 1000) + T{0.25}, T{-1} / 3};
  value = values[random() % std::size(values)];
}
void make(bool& value, Random& random) { value = random() % 2 == 0; }

// Sizes at which heads change, and any small one.
std::size_t size(Random& random, std::size_t most = 65536) {
  const std::size_t sizes[] = {0, 15, 16, 31, 32, 255, 256, 65535, 65536};
  return random() % 60 == 0 ? std::min(most, sizes[random() % std::size(sizes)]) : random() % 5;
}
void make(std::string& text, Random& random) {
  text.clear();
  for (std::size_t i = size(random); i > 0; --i) text += static_cast<char>(random());
}
void make(schemac::Blob& blob, Random& random) {
  std::vector<std::uint8_t> bytes(size(random));
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  blob = schemac::Blob::own(std::move(bytes));
}
template <class T>
void make(std::vector<T>& list, Random& random);
void make(all_kinds::Point& point, Random& random) {
  make(point.x, random);
  make(point.label, random);
}
template <class Pair>
requires requires(Pair pair) { pair.key; }
void make(Pair& pair, Random& random) {
  make(pair.key, random);
  make(pair.value, random);
}
template <class T>
void make(std::vector<T>& list, Random& random) {
  const std::size_t most = std::is_arithmetic_v<T> ? 65536 : 256;
  list.clear();
  for (std::size_t i = size(random, most); i > 0; --i) {
    T element{};
    make(element, random);
    list.push_back(std::move(element));
  }
}

// ---- the members of a file in their order, and how each lies in the bytes ----

template <class Visit, class List>
void visit_list(Visit& visit, const List& list) {
  visit.begin_list(list.size());
  for (const auto element : list) visit.fixed(element);
}

template <class Visit>
void visit_all(Visit& visit, const all_kinds::File& file) {
  visit.fixed(file.one_u8);
  visit.fixed(file.one_u16);
  visit.fixed(file.one_u32);
  visit.fixed(file.one_u64);
  visit.fixed(file.one_i8);
  visit.fixed(file.one_i16);
  visit.fixed(file.one_i32);
  visit.fixed(file.one_i64);
  visit.fixed(file.one_f32);
  visit.fixed(file.one_f64);
  visit.fixed(file.truth);
  visit.integer(file.whole);
  visit.integer(file.natural);
  visit.text(file.text);
  visit.bytes(file.raw);
  visit_list(visit, file.u8s);
  visit_list(visit, file.u64s);
  visit_list(visit, file.i16s);
  visit_list(visit, file.f32s);
  visit_list(visit, file.f64s);
  visit_list(visit, file.truths);
  visit.begin_list(file.wholes.size());
  for (const std::int64_t each : file.wholes) visit.integer(each);
  visit.begin_list(file.naturals.size());
  for (const std::uint64_t each : file.naturals) visit.integer(each);
  visit.begin_list(file.texts.size());
  for (const std::string& each : file.texts) visit.text(each);
  visit.begin_list(file.raws.size());
  for (const schemac::Blob& each : file.raws) visit.bytes(each);
  visit.integer(std::uint64_t{file.points.size()});
  for (const all_kinds::Point& each : file.points) {
    visit.fixed(each.x);
    visit.text(each.label);
  }
  visit.begin_map(file.counts.size());
  for (const all_kinds::FileCounts& each : file.counts) {
    visit.text(each.key);
    visit.integer(each.value);
  }
  visit.begin_map(file.reals.size());
  for (const all_kinds::FileReals& each : file.reals) {
    visit.integer(each.key);
    visit.fixed(each.value);
  }
  visit.begin_map(file.lists.size());
  for (const all_kinds::FileLists& each : file.lists) {
    visit.fixed(each.key);
    visit.begin_list(each.value.size());
    for (const std::string& text : each.value) visit.text(text);
  }
  visit_list(visit, file.dims);
  visit.bytes(file.array);
}

all_kinds::File make_all_kinds(Random& random) {
  all_kinds::File file;
  make(file.one_u8, random);
  make(file.one_u16, random);
  make(file.one_u32, random);
  make(file.one_u64, random);
  make(file.one_i8, random);
  make(file.one_i16, random);
  make(file.one_i32, random);
  make(file.one_i64, random);
  make(file.one_f32, random);
  make(file.one_f64, random);
  make(file.truth, random);
  make(file.whole, random);
  make(file.natural, random);
  make(file.text, random);
  make(file.raw, random);
  make(file.u8s, random);
  make(file.u64s, random);
  make(file.i16s, random);
  make(file.f32s, random);
  make(file.f64s, random);
  for (std::size_t i = size(random); i > 0; --i) file.truths.push_back(random() % 2 == 0);
  make(file.wholes, random);
  make(file.naturals, random);
  make(file.texts, random);
  make(file.raws, random);
  make(file.points, random);
  make(file.counts, random);
  make(file.reals, random);
  make(file.lists, random);
  std::vector<std::int32_t> elements(1);
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    file.dims.push_back(static_cast<std::uint16_t>(random() % 5));
    elements.resize(elements.size() * file.dims.back());
  }
  for (std::int32_t& element : elements) make(element, random);
  file.array = schemac::Blob::own(std::move(elements));
  return file;
}

// ---- the library's writer ----

class Packing {
 public:
  void fixed(std::uint8_t x) { packer_.pack_fix_uint8(x); }
  void fixed(std::uint16_t x) { packer_.pack_fix_uint16(x); }
  void fixed(std::uint32_t x) { packer_.pack_fix_uint32(x); }
  void fixed(std::uint64_t x) { packer_.pack_fix_uint64(x); }
  void fixed(std::int8_t x) { packer_.pack_fix_int8(x); }
  void fixed(std::int16_t x) { packer_.pack_fix_int16(x); }
  void fixed(std::int32_t x) { packer_.pack_fix_int32(x); }
  void fixed(std::int64_t x) { packer_.pack_fix_int64(x); }
  void fixed(float x) { packer_.pack_float(x); }
  void fixed(double x) { packer_.pack_double(x); }
  void fixed(bool x) { packer_.pack(x); }
  void integer(std::int64_t x) { packer_.pack_int64(x); }
  void integer(std::uint64_t x) { packer_.pack_uint64(x); }
  void text(const std::string& x) { packer_.pack(x); }
  void bytes(const schemac::Blob& x) {
    const auto size = static_cast<std::uint32_t>(x.bytes().size());
    packer_.pack_bin(size);
    packer_.pack_bin_body(reinterpret_cast<const char*>(x.bytes().data()), size);
  }
  void begin_list(std::size_t size) { packer_.pack_array(static_cast<std::uint32_t>(size)); }
  void begin_map(std::size_t size) { packer_.pack_map(static_cast<std::uint32_t>(size)); }

  [[nodiscard]] schemac::Bytes packed() const {
    return {reinterpret_cast<const std::byte*>(buffer_.data()), buffer_.size()};
  }

 private:
  msgpack::sbuffer buffer_;
  msgpack::packer<msgpack::sbuffer> packer_{buffer_};
};

// ---- the library's reader ----

// All objects one after the other, those in lists and maps after the list or map.
class Unpacking {
 public:
  explicit Unpacking(schemac::Bytes bytes) {
    const char* const data = reinterpret_cast<const char*>(bytes.data());
    for (std::size_t at = 0; at < bytes.size();)
      handles_.push_back(msgpack::unpack(data, bytes.size(), at));
    for (const auto& handle : handles_) objects_.push_back(handle.get());
  }
  [[nodiscard]] bool is_empty() const { return objects_.empty(); }

  template <class T>
  void fixed(T x) {
    const msgpack::object object = next();
    if constexpr (std::is_same_v<T, bool>) {
      CHECK(object.type == msgpack::type::BOOLEAN);
      CHECK(object.via.boolean == x);
    } else if constexpr (std::is_floating_point_v<T>) {
      CHECK(object.type == (sizeof(T) == 4 ? msgpack::type::FLOAT32 : msgpack::type::FLOAT64));
      const bool is_same =
          object.via.f64 == static_cast<double>(x) || (std::isnan(object.via.f64) && std::isnan(x));
      CHECK(is_same);
    } else {
      check_integer(object, x);
    }
  }
  template <class T>
  void integer(T x) {
    check_integer(next(), x);
  }
  void text(const std::string& x) {
    const msgpack::object object = next();
    REQUIRE(object.type == msgpack::type::STR);
    CHECK(std::string(object.via.str.ptr, object.via.str.size) == x);
  }
  void bytes(const schemac::Blob& x) {
    const msgpack::object object = next();
    REQUIRE(object.type == msgpack::type::BIN);
    const auto* data = reinterpret_cast<const std::byte*>(object.via.bin.ptr);
    const schemac::Bytes bytes = x.bytes();
    CHECK(std::equal(data, data + object.via.bin.size, bytes.begin(), bytes.end()));
  }
  void begin_list(std::size_t size) {
    const msgpack::object object = next();
    REQUIRE(object.type == msgpack::type::ARRAY);
    REQUIRE(object.via.array.size == size);
    objects_.insert(objects_.begin(), object.via.array.ptr, object.via.array.ptr + size);
  }
  void begin_map(std::size_t size) {
    const msgpack::object object = next();
    REQUIRE(object.type == msgpack::type::MAP);
    REQUIRE(object.via.map.size == size);
    std::vector<msgpack::object> inner;
    for (std::size_t i = 0; i < size; ++i) {
      inner.push_back(object.via.map.ptr[i].key);
      inner.push_back(object.via.map.ptr[i].val);
    }
    objects_.insert(objects_.begin(), inner.begin(), inner.end());
  }

 private:
  msgpack::object next() {
    REQUIRE_FALSE(objects_.empty());
    const msgpack::object object = objects_.front();
    objects_.pop_front();
    return object;
  }
  template <class T>
  static void check_integer(const msgpack::object& object, T x) {
    const bool is_negative = std::is_signed_v<T> && x < T{};
    REQUIRE(object.type ==
            (is_negative ? msgpack::type::NEGATIVE_INTEGER : msgpack::type::POSITIVE_INTEGER));
    CHECK(object.via.u64 == static_cast<std::uint64_t>(x));
  }

  std::vector<msgpack::object_handle> handles_;
  std::deque<msgpack::object> objects_;
};

// What both executors write again of bytes that they read.
std::vector<std::byte> by_us(schemac::Bytes bytes) {
  const auto generated = all_kinds_files().run_generated(bytes);
  CHECK(schemac::tests::difference(generated, all_kinds_files().run_directly(bytes)) == "");
  for (const auto& violation : generated.report.violations())
    UNSCOPED_INFO(schemac::to_string(violation));
  REQUIRE(generated.written);
  return *generated.written;
}

std::vector<std::byte> written(const all_kinds::File& file) {
  schemac::MemorySink sink;
  REQUIRE(all_kinds::write(file, sink));
  return sink.take();
}

}  // namespace

TEST_CASE("we write what the library writes, and read what it writes") {
  Random random(1);
  for (unsigned i = 0; i < schemac::tests::some_of(300); ++i) {
    INFO("file " << i);
    const all_kinds::File file = make_all_kinds(random);
    Packing packing;
    visit_all(packing, file);
    const schemac::Bytes packed = packing.packed();
    const std::vector<std::byte> bytes(packed.begin(), packed.end());
    CHECK(written(file) == bytes);
    CHECK(by_us(packed) == bytes);
    const auto read = all_kinds::read(packed);
    REQUIRE(read);
    CHECK(*read == file);
  }
}

TEST_CASE("the library reads what we write") {
  Random random(2);
  for (unsigned i = 0; i < schemac::tests::some_of(300); ++i) {
    INFO("file " << i);
    all_kinds::File file = make_all_kinds(random);
    // Reals that it would not have written as such.
    file.f32s.insert(file.f32s.end(), {0, -0.0F, 1, -7, 1e30F, std::nanf("")});
    file.f64s.insert(file.f64s.end(), {0, -0.0, 1, -7, 1e300, std::nan("")});
    file.one_f32 = static_cast<float>(random() % 1000);
    file.one_f64 = -static_cast<double>(random() % 1000);
    const std::vector<std::byte> bytes = written(file);
    Unpacking unpacking(bytes);
    visit_all(unpacking, file);
    CHECK(unpacking.is_empty());
  }
}

TEST_CASE("of broken bytes we take nothing that the library refuses") {
  Random random(3);
  const std::uint64_t most = schemac::tests::some_of(6000);
  std::uint64_t taken = 0;
  std::uint64_t count = 0;
  while (count < most) {
    const std::vector<std::byte> bytes = written(make_all_kinds(random));
    if (bytes.size() > 2000) continue;  // most of it is content
    schemac::tests::mutate_at_random(
        bytes, 60, random(), [&](schemac::Bytes broken, const std::string& what, const auto&) {
          INFO(what);
          ++count;
          const auto generated = all_kinds_files().run_generated(broken);
          CHECK(schemac::tests::difference(generated, all_kinds_files().run_directly(broken)) ==
                "");
          if (!generated.report.ok()) return;
          ++taken;
          CHECK_NOTHROW(Unpacking(broken));
        });
  }
  CHECK(taken > most / 60);
}
