// Passing through arrays takes the same memory however long they are.
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <fstream>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "blaze_folder.h"
#include "bloscpack.h"
#include "memory/counted.h"
#include "schemac/core/update.h"
#include "schemac/io/open.h"
#include "schemac/io/save_folder.h"
#include "schemac/io/update.h"
#include "scratch_folder.h"

namespace {

// Keeps nothing.
class LostStorage final : public schemac::Storage {
 public:
  bool write(std::uint64_t at, schemac::Bytes bytes) override {
    return static_cast<void>(at), static_cast<void>(bytes), true;
  }
  bool cut(std::uint64_t /*at*/) override { return true; }
  bool synchronise() override { return true; }
  schemac::Result<schemac::Bytes> look() override { return schemac::Bytes(); }
  schemac::Violation failure() const override { return {}; }
};

// Bytes held at a time beyond the chunk that comes, while so many of 1 MiB are streamed.
std::uint64_t peak_of_stream(std::uint64_t count) {
  std::vector<std::uint32_t> numbers(1 << 18);
  return schemac::tests::peak_of([&] {
    bloscpack::File head;
    head.options = bloscpack::File::options_offsets;
    head.checksum = bloscpack::Checksum::crc32;
    head.typesize = 4;
    head.chunk_size = 1 << 20;
    head.choices.spare.assign(1024, -1);
    auto stream = schemac::Update<bloscpack::File>::create(std::make_unique<LostStorage>(), head);
    REQUIRE(stream);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < numbers.size(); ++j)
        numbers[j] = static_cast<std::uint32_t>(j) * 2654435761u * (i + 1);
      bloscpack::Chunk chunk;
      chunk.content = schemac::Blob::borrow(std::as_bytes(std::span(numbers)));
      REQUIRE(stream->append(chunk));
    }
    REQUIRE(stream->commit());
  });
}

TEST_CASE("a stream takes the same memory however long it is") {
  const std::uint64_t few = peak_of_stream(4);
  const std::uint64_t many = peak_of_stream(100);
  CHECK(few < 8u << 20);
  CHECK(many < few + 4096);  // the starts of 100 chunks
}

// Bytes of this program that are in memory, those of mapped files included.
std::uint64_t resident() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, in_memory = 0;
  file >> all >> in_memory;
  return in_memory * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST_CASE("a file larger than memory can be passed through") {
  const schemac::tests::ScratchFolder scratch;
  const std::string path = scratch.path("numbers.blp");
  constexpr std::uint64_t count = 48;
  bloscpack::File head;
  head.options = bloscpack::File::options_offsets;
  head.typesize = 8;
  head.chunk_size = 1 << 20;
  head.choices.spare.assign(count, -1);
  {
    auto stream = schemac::create<bloscpack::File>(
        path, head, {.count = std::nullopt, .replaces = false, .is_durable = false});
    REQUIRE(stream);
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> numbers(1 << 17);
    for (std::uint64_t i = 0; i < count; ++i) {
      for (std::uint64_t& number : numbers) number = random();  // which don't compress
      REQUIRE(stream->extend(schemac::Blob::copy(std::span<const std::uint64_t>(numbers))));
    }
    REQUIRE(stream->commit());
  }
  const auto file = schemac::open<bloscpack::FileView>(path);
  REQUIRE(file);
  REQUIRE(file->is_mapped());
  const auto array = file->view.array();
  REQUIRE(array);
  std::mt19937_64 random(1);
  std::uint64_t most = 0, equal = 0;
  const std::uint64_t before = resident();
  REQUIRE(array->for_each_piece([&](schemac::Bytes bytes, std::uint64_t) {
    const schemac::ScalarList<std::uint64_t> numbers(bytes.data(), bytes.size() / 8);
    for (const std::uint64_t number : numbers) equal += number == random() ? 1 : 0;
    file->release();
    most = std::max(most, resident());
  }));
  CHECK(equal == count << 17);
  CHECK(most < before + (16u << 20));
}

TEST_CASE("a dataset whose files are larger than memory can be passed through") {
  const schemac::tests::ScratchFolder scratch;
  constexpr std::uint64_t count = 32, in_chunk = 1 << 17;
  std::mt19937_64 random(1);
  const auto number = [&] { return static_cast<double>(random() >> 12); };
  {
    auto made = schemac::FolderReplacement::begin(scratch.path("set"));
    REQUIRE(made);
    blaze::StorageFile storage;
    storage.content.dtype.name = "float64";
    REQUIRE(made->save("meta/storage", storage));
    blaze::SizesFile sizes;
    sizes.content.shape = {count * in_chunk};
    sizes.content.nbytes = 8 * count * in_chunk;
    REQUIRE(made->save("meta/sizes", sizes));
    blaze::File superchunk;
    superchunk.typesize = 8;
    superchunk.chunk_size = 8 * in_chunk;
    for (std::uint64_t i = 0; i < count; ++i) {
      std::vector<double> numbers(in_chunk);
      std::generate(numbers.begin(), numbers.end(), number);
      blaze::Chunk chunk;
      chunk.content = schemac::Coded(schemac::Blob::copy(std::as_bytes(std::span(numbers))));
      superchunk.chunks.push_back(std::move(chunk));
    }
    REQUIRE(made->save("data/__1__.bin", superchunk));
    REQUIRE(made->commit(&blaze::DatasetFolder::may_be_part));
  }
  const auto dataset = blaze::DatasetFolder::open(scratch.path("set"));
  REQUIRE(dataset);
  const auto array = dataset->data()->array();
  REQUIRE(array);
  random.seed(1);
  std::vector<double> room(in_chunk);
  std::uint64_t most = 0, equal = 0;
  const std::uint64_t before = resident();
  for (std::uint64_t begin = 0; begin < array->size(); begin += room.size()) {
    REQUIRE(array->read(begin, std::span(room)));
    for (const double each : room) equal += each == number() ? 1 : 0;
    array->release();
    most = std::max(most, resident());
  }
  CHECK(equal == count * in_chunk);
  CHECK(most < before + (8u << 20));
}

}  // namespace
