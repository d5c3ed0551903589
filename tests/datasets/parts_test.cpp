// Arrays over the files of a directory. The files are made here, what is encoded by zlib itself.
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "alike_folder.h"
#include "parts_folder.h"
#include "scratch_folder.h"

using schemac::DatasetArray;
using schemac::MutableBytes;
using schemac::Rule;

namespace {

namespace fs = std::filesystem;

std::string number(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (; bytes > 0; --bytes, value >>= 8) text += static_cast<char>(value & 0xff);
  return text;
}

std::string encoded(const std::string& plain) {
  uLongf size = compressBound(plain.size());
  std::string stored(size, '\0');
  REQUIRE(compress(reinterpret_cast<Bytef*>(stored.data()), &size,
                   reinterpret_cast<const Bytef*>(plain.data()), plain.size()) == Z_OK);
  stored.resize(size);
  return stored;
}
std::string chunk(const std::string& stored, std::uint64_t size) {
  return number(stored.size(), 4) + number(size, 4) + stored;
}
std::string chunk(const std::string& plain) { return chunk(encoded(plain), plain.size()); }
std::string part(const std::vector<std::string>& plain) {
  std::string text = number(plain.size(), 1);
  for (const std::string& each : plain) text += chunk(each);
  return text;
}

std::string head(const std::string& dtype, const std::vector<std::uint64_t>& dims,
                 bool is_column_major = false) {
  std::string text = number(dtype.size(), 1) + dtype;
  text += number(is_column_major ? 1 : 0, 1) + number(dims.size(), 1);
  for (const std::uint64_t each : dims) text += number(each, 2);
  return text;
}

// The numbers from `begin` on, as signed ones of 2 bytes.
std::string numbers(unsigned begin, unsigned end) {
  std::string text;
  for (unsigned i = begin; i < end; ++i) text += number(i * 37 - 500, 2);
  return text;
}

// A set of files that disappears at the end.
class Set {
 public:
  void put(const std::string& name, const std::string& content) const {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream file(path(name + ".new"), std::ios::binary);
    file << content;
    file.close();
    fs::rename(path(name + ".new"), path(name));  // as the writers of datasets do it
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_->path(name); }
  [[nodiscard]] parts::SetFolder open() const {
    auto folder = parts::SetFolder::open(folder_->path().string());
    REQUIRE(folder);
    return *folder;
  }
  [[nodiscard]] DatasetArray array() const {
    const auto array = open().array();
    REQUIRE(array);
    return *array;
  }

 private:
  std::unique_ptr<schemac::tests::ScratchFolder> folder_ =
      std::make_unique<schemac::tests::ScratchFolder>();
};

// 100 numbers in pieces of unlike sizes, some of which are empty or cut a number in two.
const std::string all = numbers(0, 100);
Set whole_set() {
  Set set;
  set.put("head.bin", head("int16", {20, 5}));
  set.put("part_0.bin", part({all.substr(0, 40), all.substr(40, 21)}));
  set.put("part_1.bin", part({}));
  set.put("part_2.bin", part({"", all.substr(61, 9), all.substr(70, 80)}));
  set.put("part_3.bin", part({all.substr(150)}));
  return set;
}

std::string bytes_of(const DatasetArray& array, std::uint64_t begin, std::size_t size) {
  std::string room(size, '\0');
  REQUIRE(array.read_bytes(begin, MutableBytes(std::as_writable_bytes(std::span(room)))));
  return room;
}
schemac::Violation refusal_of(const DatasetArray& array, std::uint64_t begin, std::size_t size) {
  std::string room(size, '\0');
  const auto done = array.read_bytes(begin, MutableBytes(std::as_writable_bytes(std::span(room))));
  REQUIRE_FALSE(done);
  return done.error();
}

TEST_CASE("every range of an array over files") {
  const Set set = whole_set();
  CHECK(set.open().validate().empty());
  const DatasetArray array = set.array();
  CHECK(array.dims() == std::vector<std::uint64_t>{20, 5});
  CHECK(array.element().name == "i16");
  CHECK(array.size() == 100);
  CHECK(array.byte_size() == 200);
  CHECK_FALSE(array.is_column_major());
  for (std::size_t begin = 0; begin <= all.size(); ++begin)
    for (std::size_t end = begin; end <= all.size(); ++end)
      if (bytes_of(array, begin, end - begin) != all.substr(begin, end - begin))
        FAIL("bytes " << begin << " to " << end);
  std::vector<std::int16_t> room(3);
  REQUIRE(array.read(97, std::span(room)));
  CHECK(room == std::vector<std::int16_t>{97 * 37 - 500, 98 * 37 - 500, 99 * 37 - 500});
  REQUIRE(set.array().read(34, std::span(room)));  // of one that nobody has looked at before
  CHECK(room == std::vector<std::int16_t>{34 * 37 - 500, 35 * 37 - 500, 36 * 37 - 500});
  std::vector<std::byte> raw(4);
  REQUIRE(array.read(98, 100, raw));
  CHECK(std::memcmp(raw.data(), all.data() + 196, 4) == 0);
  std::vector<float> others(1);
  CHECK(array.read(0, std::span(others)).error().message.find("its elements are i16") !=
        std::string::npos);
}

TEST_CASE("all of an array over files, on several threads") {
  const Set set = whole_set();
  for (const unsigned threads : {1u, 2u, 5u})
    for (const std::uint64_t size : {100u, 93u, 75u, 0u}) {
      set.put("head.bin", head("int16", {size}));
      std::string room(2 * size, '\0');
      REQUIRE(set.array().read_all(MutableBytes(std::as_writable_bytes(std::span(room))), threads));
      CHECK(room == all.substr(0, 2 * size));
      room += ' ';
      CHECK_FALSE(
          set.array().read_all(MutableBytes(std::as_writable_bytes(std::span(room))), threads));
    }
  set.put("head.bin", head("int16", {100}));
  std::string flawed = encoded(all.substr(40, 21));
  flawed[0] = '\x7f';
  set.put("part_0.bin", number(2, 1) + chunk(all.substr(0, 40)) + chunk(flawed, 21));
  std::string room(200, '\0');
  const auto refused =
      set.array().read_all(MutableBytes(std::as_writable_bytes(std::span(room))), 2);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().path == "chunks[1].content");
  CHECK(refused.error().message == "'" + set.path("part_0.bin") + "': can't be decoded");
}

TEST_CASE("what dimensions don't ask for isn't there") {
  const Set set = whole_set();
  set.put("head.bin", head("int16", {9, 10}));
  set.put("part_4.bin", "broken");  // not needed by anyone
  const DatasetArray array = set.array();
  CHECK(array.size() == 90);
  CHECK(bytes_of(array, 0, 180) == all.substr(0, 180));
  CHECK(refusal_of(array, 179, 2).rule == Rule::bad_value);
  CHECK(refusal_of(array, 181, 0).rule == Rule::bad_value);
  CHECK(refusal_of(array, ~std::uint64_t{0}, 1).rule == Rule::bad_value);
  std::vector<std::int16_t> room(2);
  CHECK_FALSE(array.read(89, std::span(room)));
  CHECK_FALSE(array.read(~std::uint64_t{0}, std::span(room)));
}

TEST_CASE("files that hold less than dimensions ask for") {
  const Set set = whole_set();
  set.put("head.bin", head("int16", {101}));
  const DatasetArray array = set.array();
  CHECK(bytes_of(array, 0, 200) == all);
  const auto refused = refusal_of(array, 199, 2);
  CHECK(refused.rule == Rule::size_mismatch);
  CHECK(refused.message ==
        "'" + set.open().folder().path() +
            "': its files hold 200 bytes of the 202 that its dimensions ask for");
  // More than 64 bits can count: what is there can be read.
  set.put("head.bin", head("int16", {65535, 65535, 65535, 65535, 65535}));
  CHECK(bytes_of(set.array(), 0, 200) == all);
  CHECK(refusal_of(set.array(), ~std::uint64_t{0} - 10, 5).rule == Rule::size_mismatch);
}

TEST_CASE("only what a range touches is opened and decoded") {
  const Set set = whole_set();
  // The second piece of the first file is no longer what zlib makes.
  std::string flawed = encoded(all.substr(40, 21));
  flawed[0] = '\x7f';
  set.put("part_0.bin", number(2, 1) + chunk(all.substr(0, 40)) + chunk(flawed, 21));
  set.put("part_3.bin", number(1, 1) + "\xff\xff");
  const DatasetArray array = set.array();
  CHECK(bytes_of(array, 0, 40) == all.substr(0, 40));
  CHECK(bytes_of(array, 61, 89) == all.substr(61, 89));
  const auto refused = refusal_of(array, 39, 2);
  CHECK(refused.path == "chunks[1].content");
  CHECK(refused.message == "'" + set.path("part_0.bin") + "': can't be decoded");
  CHECK(refusal_of(array, 149, 2).message.find("part_3.bin'") != std::string::npos);
  fs::remove(set.path("part_0.bin"));
  CHECK(bytes_of(array, 61, 89) == all.substr(61, 89));
}

TEST_CASE("a size beside a piece that isn't its own") {
  const Set set = whole_set();
  set.put("part_0.bin", number(1, 1) + chunk(encoded(all.substr(0, 60)), 61));
  const auto refused = refusal_of(set.array(), 60, 1);
  CHECK(refused.path == "chunks[0].content");
  CHECK(refused.message.find("part_0.bin'") != std::string::npos);
}

TEST_CASE("an array is that of the time when it was asked for") {
  const Set set = whole_set();
  set.put("head.bin", head("int16", {50}));
  const DatasetArray array = set.array();
  CHECK(bytes_of(array, 0, 100) == all.substr(0, 100));
  set.put("head.bin", head("int16", {100}));
  CHECK(array.size() == 50);
  CHECK(set.array().size() == 100);
  // A file of the same size may be exchanged; one of another size isn't where it was.
  set.put("part_0.bin", part({std::string(61, 'x')}));
  CHECK(bytes_of(array, 60, 2) == "x" + all.substr(61, 1));
  set.put("part_0.bin", part({std::string(62, 'x')}));
  CHECK(bytes_of(array, 61, 2) == all.substr(61, 2));
  CHECK(refusal_of(array, 0, 1).message ==
        "'" + set.path("part_0.bin") + "': has changed since the array was asked for");
  // One that was looked at may be gone.
  CHECK(array.held_bytes().value() == 200);
  fs::remove(set.path("part_0.bin"));
  const schemac::Violation gone = refusal_of(array, 0, 1);
  CHECK(gone.rule == Rule::missing_file);
  CHECK(gone.message == "'" + set.open().folder().path() +
                            "': a file of the list has gone since the array was asked for");
}

TEST_CASE("other forms of an array") {
  const Set set = whole_set();
  set.put("head.bin", head("float64", {5, 5}, true));
  CHECK(set.array().is_column_major());
  CHECK(set.array().byte_size() == 200);
  CHECK(set.array().element().name == "f64");
  set.put("head.bin", head("cucumber", {100}));
  CHECK(set.open().array().error().message ==
        "'" + set.open().folder().path() +
            "': its elements are 'cucumber', which is not a known type");
  const auto as_bytes = set.open().as_bytes();  // of no file but the parts
  REQUIRE(as_bytes);
  CHECK(as_bytes->dims() == std::vector<std::uint64_t>{200});
  CHECK(bytes_of(*as_bytes, 0, 200) == all);
  set.put("part_2.bin", "\1");
  CHECK(set.open().as_bytes().error().message.find("part_2.bin'") != std::string::npos);
  fs::remove(set.path("head.bin"));
  CHECK(set.open().array().error().rule == Rule::missing_file);
}

TEST_CASE("an array of a single file") {
  const Set set = whole_set();
  set.put("head.bin", head("int16", {2}));
  CHECK(set.open().as_one());
  std::vector<std::uint16_t> room(2);
  CHECK(set.open().as_one()->read(0, std::span(room)).error().rule == Rule::missing_file);
  set.put("whole.bin", "\1\2\3");
  CHECK(set.open().as_one()->read(0, std::span(room)).error().rule == Rule::size_mismatch);
  set.put("whole.bin", "\1\2\3\4 and more");
  REQUIRE(set.open().as_one()->read(0, std::span(room)));
  CHECK(room == std::vector<std::uint16_t>{0x0102, 0x0304});
}

TEST_CASE("a directory is told the dimensions by what holds it") {
  const Set set = whole_set();
  set.put("head.bin", head("int16", {4, 5}));
  set.put("column/part_1.bin", part({all.substr(0, 30)}));
  set.put("column/part_2.bin", part({all.substr(30)}));
  const auto column = set.open().column();
  REQUIRE(column);
  const auto array = column->array();
  REQUIRE(array);
  CHECK(array->dims() == std::vector<std::uint64_t>{4, 5});
  CHECK(bytes_of(*array, 0, 40) == all.substr(0, 40));
  set.put("head.bin", head("int16", {7}));
  CHECK(column->array()->size() == 7);
  fs::remove(set.path("head.bin"));
  CHECK(column->array().error().rule == Rule::missing_file);
  const auto alone = parts::ColumnFolder::open(set.path("column"));
  REQUIRE(alone);
  CHECK(alone->array().error().path == "dims");
}

}  // namespace

TEST_CASE("paths that read alike lead to files and fields of their own") {
  const Set set;
  const auto put = [&](const std::string& name, unsigned dim, unsigned a_b_c, unsigned a_bc) {
    set.put(name, number(1, 1) + number(dim, 2) + number(a_b_c, 1) + number(a_bc, 1));
  };
  set.put("part_0.bin", "12345678");
  const auto array = [&] {
    const auto folder = alike::SetFolder::open(set.path(""));
    REQUIRE(folder);
    const auto found = folder->array();
    REQUIRE(found);
    return found->element().name + " " + std::to_string(found->dims().front());
  };
  put("a_b/y.bin", 2, 9, 9);
  put("a/x.bin", 7, 0, 1);
  CHECK(array() == "u8 7");
  put("a/x.bin", 7, 1, 0);
  CHECK(array() == "u16 2");
  put("a/x.bin", 7, 0, 0);
  CHECK(array() == "u32 2");
}
