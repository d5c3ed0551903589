// Elements gone over by small reads of their heads: against manifests of vectors that others made,
// and against the walk over the same bytes in memory, also of files that are broken.
#include "schemac/io/heads.h"

#include <sys/mman.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "blaze.h"
#include "bloscpack.h"
#include "formats/bytes_of_file.h"
#include "png.h"
#include "scratch_folder.h"

using namespace schemac;
using Json = nlohmann::json;

namespace {

using Buffer = std::vector<std::byte>;

// A file in memory.
class MemoryFile {
 public:
  MemoryFile() : number_(::memfd_create("heads", MFD_CLOEXEC)) { REQUIRE(number_ >= 0); }
  explicit MemoryFile(Bytes bytes) : MemoryFile() { write(bytes); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(number_); }
  [[nodiscard]] int number() const { return number_; }
  void write(Bytes bytes) const {
    REQUIRE(::pwrite(number_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }
  void cut(std::size_t size) const { REQUIRE(::ftruncate(number_, static_cast<off_t>(size)) == 0); }

 private:
  int number_;
};

// What was found of a list: a line an element, and why it ended.
using Lines = std::vector<std::string>;
template <class Buffer>
std::string line(std::uint64_t begin, std::uint64_t end, const Buffer& buffer) {
  std::string text = std::to_string(begin) + "-" + std::to_string(end);
  for (const std::uint64_t number :
       {std::uint64_t{buffer.version()}, std::uint64_t{buffer.flags()},
        std::uint64_t{buffer.typesize()}, std::uint64_t{buffer.nbytes()},
        std::uint64_t{buffer.blocksize()}, std::uint64_t{buffer.ctbytes()}})
    text += " " + std::to_string(number);
  return text;
}

template <class View>
Lines by_walk(const View& view, Bytes bytes) {
  Lines lines;
  auto chunks = view.chunks();
  for (const auto& chunk : chunks) {
    const auto at = [&](const std::byte* place) { return impl::distance(bytes.data(), place); };
    const Bytes digest = chunk.digest();
    lines.push_back(line(at(chunk.content().stored().data()), at(digest.data()) + digest.size(),
                         chunk.content_stored()));
  }
  if (chunks.violation()) lines.push_back(to_string(*chunks.violation()));
  return lines;
}
template <class Heads>
Lines by_heads(Heads&& heads) {
  Lines lines;
  std::uint64_t index = 0;
  for (const auto& chunk : heads) {
    CHECK(chunk.index == index++);
    lines.push_back(line(chunk.place.begin, chunk.place.end, chunk.content_stored()));
  }
  if (heads.violation()) lines.push_back(to_string(*heads.violation()));
  return lines;
}

// Holds what small reads find to what the walk finds. Returns whether the file could be opened.
template <auto view>
bool holds(Bytes bytes, const MemoryFile& file) {
  const auto opened = view(bytes, Limits{});
  if (!opened) return false;
  const auto list = opened->chunks().form();
  HeadRange heads(list, file.number(), "a file");
  REQUIRE((heads.reads() || bytes.empty()));
  const Lines expected = by_walk(*opened, bytes);
  const bool are_equal = by_heads(heads) == expected && by_heads(heads) == expected &&
                         by_heads(HeadRange(list)) == expected;
  CHECK(are_equal);
  return true;
}

template <class Check>
void for_each_vector(const std::string& format, const Check& check) {
  const std::string folder = SCHEMAC_TEST_DATA "/vectors/" + format;
  const Json manifest = tests::json_of_file(folder + "/manifest.json");
  std::size_t count = 0;
  for (const Json& file : manifest.at("files")) {
    if (file.at("kind") != "file") continue;
    INFO(file.at("path").get<std::string>());
    check(folder + "/" + file.at("path").get<std::string>(), file.at("decoded").at("index"));
    ++count;
  }
  CHECK(count >= 10);
}

template <class View>
void check_index(const std::string& path, const Json& index) {
  const auto file = open<View>(path, {.access = Access::map, .keep = Keep::file});
  REQUIRE(file);
  auto heads = schemac::heads(*file, file->view.chunks());
  CHECK(heads.reads());
  auto head = heads.begin();
  for (const Json& expected : index) {
    if (expected.at("table") != "chunks") continue;
    REQUIRE(head != heads.end());
    const std::uint64_t begin = expected.at("file_offset");
    const Json& blosc = expected.at("blosc");
    const Json& digest = expected.at("digest");
    const auto buffer = head->content_stored();
    CHECK(head->index == expected.at("chunk"));
    CHECK(head->place.begin == begin);
    CHECK(head->place.end == begin + blosc.at("ctbytes").get<std::uint64_t>() +
                                 (digest.is_null() ? 0 : digest.get<std::string>().size() / 2));
    CHECK(buffer.version() == blosc.at("version"));
    CHECK(buffer.versionlz() == blosc.at("versionlz"));
    CHECK(buffer.flags() == blosc.at("flags"));
    CHECK(buffer.typesize() == blosc.at("typesize"));
    CHECK(buffer.nbytes() == blosc.at("nbytes"));
    CHECK(buffer.blocksize() == blosc.at("blocksize"));
    CHECK(buffer.ctbytes() == blosc.at("ctbytes"));
    ++head;
  }
  CHECK(head == heads.end());
  CHECK_FALSE(heads.violation());
}

template <auto view>
void check_broken(const std::string& path) {
  const Buffer file = tests::bytes_of_file(path);
  const MemoryFile whole{Bytes(file)};
  const auto opened = view(file, Limits{});
  REQUIRE(opened);
  // Truncations: of the heads all of them.
  std::vector<std::size_t> heads;
  for (const auto& chunk : opened->chunks())
    heads.push_back(
        static_cast<std::size_t>(impl::distance(file.data(), chunk.content().stored().data())));
  std::size_t count = 0;
  for (std::size_t size = 0; size < file.size(); ++size) {
    const bool is_near = size < 64 || std::ranges::any_of(heads, [&](std::size_t at) {
                           return size + 70 > at && size < at + 20;
                         });
    if (is_near || size % 61 == 0) count += holds<view>(Bytes(file).first(size), whole) ? 1 : 0;
  }
  CHECK(count > 0);
  // Bytes of the head of the file, of the table of offsets and of the heads that are something
  // else.
  std::mt19937 random(7);
  const std::size_t first = heads.empty() ? file.size() : heads.front();
  for (int i = 0; i < 400; ++i) {
    Buffer broken = file;
    for (int changes = 1 + i % 3; changes > 0; --changes) {
      std::size_t at = random() % first;
      if (i % 2 == 0 && !heads.empty()) at = heads[random() % heads.size()] + random() % 16;
      constexpr std::uint8_t likely[] = {0, 1, 15, 16, 17, 127, 128, 255};
      broken[at] = std::byte{likely[random() % 8]};
    }
    whole.write(broken);
    holds<view>(broken, whole);
  }
}

constexpr auto view_blaze = [](Bytes bytes, const Limits& limits) {
  return blaze::view(bytes, limits);
};
constexpr auto view_bloscpack = [](Bytes bytes, const Limits& limits) {
  return bloscpack::view(bytes, limits);
};

}  // namespace

TEST_CASE("heads are those that manifests of vectors list") {
  for_each_vector("blaze", check_index<blaze::FileView>);
  for_each_vector("bloscpack", check_index<bloscpack::FileView>);
}

TEST_CASE("heads of broken files are those that a walk finds, and end for the same reason") {
  for_each_vector("blaze",
                  [](const std::string& path, const Json&) { check_broken<view_blaze>(path); });
  for_each_vector("bloscpack",
                  [](const std::string& path, const Json&) { check_broken<view_bloscpack>(path); });
}

TEST_CASE("only heads are read: a mapping that nobody may look at stays as it is") {
  bloscpack::File value;
  value.typesize = 1;
  std::vector<std::byte> noise(32 * 20000);
  std::mt19937 random(1);
  for (std::byte& each : noise) each = static_cast<std::byte>(random());
  value.chunk_size = 20000;
  REQUIRE(bloscpack::set_array(value, Blob::borrow(noise)));
  MemorySink sink;
  REQUIRE(bloscpack::write(value, sink));
  const Buffer file = sink.take();
  const MemoryFile open{Bytes(file)};
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  void* const mapped = ::mmap(nullptr, file.size(), PROT_READ, MAP_PRIVATE, open.number(), 0);
  REQUIRE(mapped != MAP_FAILED);
  auto* const begin = static_cast<std::byte*>(mapped);
  REQUIRE(::mprotect(begin + page, file.size() - page, PROT_NONE) == 0);
  const auto view = bloscpack::view({begin, file.size()});
  REQUIRE(view);
  HeadRange heads(view->chunks().form(), open.number(), "a file");
  std::uint64_t count = 0, plain = 0;
  for (const auto& chunk : heads) {
    ++count;
    plain += chunk.content_stored().nbytes();
  }
  CHECK_FALSE(heads.violation());
  CHECK(count == 32);
  CHECK(plain == noise.size());
  ::munmap(mapped, file.size());
}

TEST_CASE("a file that has become shorter is told, where a mapping would end the program") {
  tests::ScratchFolder folder;
  const std::string path = folder.path("a.blpk");
  std::filesystem::copy_file(SCHEMAC_TEST_DATA "/vectors/blaze/plain.blpk", path);
  const auto file = open<blaze::FileView>(path, {.access = Access::map, .keep = Keep::file});
  REQUIRE(file);
  std::filesystem::resize_file(path, 40);
  auto heads = schemac::heads(*file, file->view.chunks());
  CHECK(by_heads(heads).size() == 1);
  REQUIRE(heads.violation());
  CHECK(heads.violation()->message == "cannot read '" + path + "': it is shorter than it was");
  CHECK(heads.violation()->rule == Rule::io_error);
}

TEST_CASE("without an open file heads are looked at in memory") {
  const std::string path = SCHEMAC_TEST_DATA "/vectors/blaze/sha256_slack.blpk";
  const auto closed = open<blaze::FileView>(path, {.access = Access::map});
  const auto read = open<blaze::FileView>(path, {.access = Access::read, .keep = Keep::file});
  const auto kept = open<blaze::FileView>(path, {.access = Access::map, .keep = Keep::file});
  REQUIRE((closed && read && kept));
  CHECK_FALSE(schemac::heads(*closed, closed->view.chunks()).reads());
  CHECK_FALSE(schemac::heads(*read, read->view.chunks()).reads());
  const Lines expected = by_heads(schemac::heads(*kept, kept->view.chunks()));
  CHECK(expected.size() == 4);
  CHECK(by_heads(schemac::heads(*closed, closed->view.chunks())) == expected);
  CHECK(by_heads(schemac::heads(*read, read->view.chunks())) == expected);
}

TEST_CASE("small elements come several in one read") {
  std::vector<std::byte> numbers(3000 * 8);
  blaze::File value;
  value.typesize = 8;
  value.chunk_size = 8;
  REQUIRE(blaze::set_array(value, Blob::borrow(numbers)));
  MemorySink sink;
  REQUIRE(blaze::write(value, sink));
  const Buffer file = sink.take();
  const MemoryFile open{Bytes(file)};
  CHECK(holds<view_blaze>(file, open));

  // Nothing is left of them where the second begins, once that is read: what follows in one read
  // is still found.
  const auto view = blaze::view(file);
  REQUIRE(view);
  std::vector<std::uint64_t> begins;
  for (const auto& chunk : view->chunks())
    begins.push_back(impl::distance(file.data(), chunk.content().stored().data()));
  REQUIRE(begins.size() == 3000);
  constexpr std::uint64_t head_size = 16;  // of Blosc
  const std::uint64_t end_of_read = begins[1] + (16u << 10);
  std::vector<std::uint64_t> in_one_read;
  for (const std::uint64_t begin : begins)
    if (begin + head_size <= end_of_read) in_one_read.push_back(begin);
  CHECK(in_one_read.size() > 100);

  HeadRange heads(view->chunks().form(), open.number(), "a file");
  std::vector<std::uint64_t> found;
  for (const auto& chunk : heads) {
    if (chunk.index == 1) open.cut(static_cast<std::size_t>(begins[1]));
    found.push_back(chunk.place.begin);
  }
  CHECK(found == in_one_read);
  REQUIRE(heads.violation());
  CHECK(heads.violation()->message == "cannot read 'a file': it is shorter than it was");
}

TEST_CASE("so of a list that sizes alone lead through") {
  const Buffer file = [] {
    const auto text = [](std::uint32_t length, std::string_view kind) {
      std::string chunk;
      for (int shift = 24; shift >= 0; shift -= 8)
        chunk += static_cast<char>((length >> shift) & 255);
      return chunk.append(kind).append(length, 'x').append(4, '\0');
    };
    const std::string all = "\x89PNG\r\n\x1a\n" + text(13, "IHDR") + text(70000, "IDAT") +
                            text(0, "IDAT") + text(5000, "tEXt") + text(0, "IEND");
    const Bytes bytes = std::as_bytes(std::span(all));
    return Buffer(bytes.begin(), bytes.end());
  }();
  const MemoryFile open{Bytes(file)};
  const auto view = png::view(file);
  REQUIRE(view);
  HeadRange heads(view->chunks().form(), open.number(), "a file");
  std::vector<std::uint64_t> lengths, begins;
  for (const auto& chunk : heads) {
    lengths.push_back(chunk.length());
    begins.push_back(chunk.place.begin);
  }
  CHECK_FALSE(heads.violation());
  CHECK(lengths == std::vector<std::uint64_t>{13, 70000, 0, 5000, 0});
  CHECK(begins == std::vector<std::uint64_t>{8, 33, 70045, 70057, 75069});
}
