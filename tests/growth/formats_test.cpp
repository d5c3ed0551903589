// Growth of the formats whose schemas are ours.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "blaze.h"
#include "bloscpack.h"
#include "growth/growing.h"
#include "growth/stopping_storage.h"
#include "schemac/io/open.h"

namespace {

using namespace schemac::tests;
using schemac::Blob;
using schemac::Bytes;
using schemac::Update;

bloscpack::Chunk packed(std::uint64_t number, std::size_t size = 1000) {
  bloscpack::Chunk chunk;
  chunk.content = content(number, size);
  return chunk;
}
bloscpack::File packed_head(std::size_t spare) {
  bloscpack::File head;
  head.options = spare != 0 ? 1 : 0;
  head.checksum = bloscpack::Checksum::sha256;
  head.typesize = 4;
  head.chunk_size = 1000;
  head.choices.spare.assign(spare, -1);
  return head;
}

TEST_CASE("chunks of Bloscpack come one by one, over stale bytes, with room in the table") {
  bloscpack::File before = packed_head(4), after = packed_head(2);
  for (std::uint64_t i = 0; i < 2; ++i) before.chunks.push_back(packed(i));
  for (std::uint64_t i = 0; i < 4; ++i) after.chunks.push_back(packed(i));
  before.stale = bytes_of(std::string(300, '?'));
  std::uint64_t old_ones = 0, new_ones = 0;
  stop_everywhere(
      written(before),
      [](auto storage) {
        auto file = Update<bloscpack::File>::open(std::move(storage));
        return file && file->append(packed(2)) && file->append(packed(3)) && file->commit();
      },
      [&](const File& file) {
        bloscpack::File found = read_back<bloscpack::File>(file);
        bloscpack::File old = before;
        found.stale = old.stale = {};
        old_ones += found == old ? 1 : 0;
        new_ones += found == after ? 1 : 0;
        CHECK((found == old || found == after));
      });
  CHECK(old_ones > 0);
  CHECK(new_ones > 0);
}

// An array of bytes, in chunks of 1000.
Blob bytes_from(std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += static_cast<char>(i * i % 251);
  return bytes_of(text);
}
template <class Value>
Blob array_in(const File& file) {
  const Value value = read_back<Value>(file);
  std::string text;
  for (const auto& chunk : value.chunks) {
    const schemac::Result<Blob> plain = chunk.content.plain();
    REQUIRE(plain);
    text.append(reinterpret_cast<const char*>(plain->bytes().data()), plain->bytes().size());
  }
  return bytes_of(text);
}

// Appends to an array whose last chunk isn't full, stopped at every step: what is found is the old
// array, one that ends with the filled chunk, or the new one.
template <class Value>
void extend_everywhere(const Value& before, std::size_t old_size) {
  std::array<std::uint64_t, 3> found = {};
  stop_everywhere(
      written(before),
      [&](auto storage) {
        auto file = Update<Value>::open(std::move(storage));
        return file && file->extend(bytes_from(old_size, 4321)) && file->commit();
      },
      [&](const File& file) {
        const Blob there = array_in<Value>(file);  // which no error keeps from being read
        const std::array<std::size_t, 3> sizes = {old_size, 2000, 4321};
        bool is_known = false;
        for (std::size_t i = 0; i < sizes.size(); ++i)
          if (there == bytes_from(0, sizes[i])) ++found[i], is_known = true;
        CHECK(is_known);
      });
  for (const std::uint64_t count : found) CHECK(count > 0);
}

TEST_CASE("an array of Bloscpack goes on in a chunk that isn't full") {
  bloscpack::File before = packed_head(4);
  require(set_array(before, bytes_from(0, 1234)));
  before.stale = bytes_of(std::string(30, '?'));
  extend_everywhere(before, 1234);

  // The end is the file that would be written at once, but for entries of the table.
  const auto remains = std::make_shared<Remains>(Remains{written(before), {}});
  auto file = Update<bloscpack::File>::open(storage_on(remains));
  REQUIRE(file);
  for (std::size_t at = 1234; at < 4321; at += 103)
    require(file->extend(bytes_from(at, std::min<std::size_t>(at + 103, 4321))));
  require(file->commit());
  bloscpack::File after = packed_head(1);
  require(set_array(after, bytes_from(0, 4321)));
  const File expected = written(after);
  REQUIRE(remains->kept.size() >= expected.size());
  CHECK(File(remains->kept.begin(),
             remains->kept.begin() + static_cast<std::ptrdiff_t>(expected.size())) == expected);

  file->head().chunk_size.reset();
  const auto refused = file->extend(bytes_from(0, 1));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "nothing says how large the pieces of the array are");
}

TEST_CASE("an array of Blaze goes on in a chunk that isn't full") {
  blaze::File before;
  before.checksum = blaze::Checksum::crc32;
  before.typesize = 1;
  before.chunk_size = 1000;
  require(set_array(before, bytes_from(0, 1999)));
  extend_everywhere(before, 1999);
}

TEST_CASE("a table stays as it is while a last chunk is filled") {
  blaze::File before;
  STATIC_REQUIRE(blaze::File::options_offsets == 1);  // bit 0 of the document's options
  before.options = blaze::File::options_offsets;
  before.checksum = blaze::Checksum::crc32;
  before.typesize = 1;
  before.chunk_size = 1000;
  require(set_array(before, bytes_from(0, 2345)));
  blaze::File after = before;
  require(set_array(after, bytes_from(0, 3000)));
  const File expected = written(after);
  std::uint64_t new_ones = 0;
  stop_everywhere(
      written(before),
      [&](auto storage) {
        auto file = Update<blaze::File>::open(std::move(storage));
        return file && file->extend(bytes_from(2345, 3000)) && file->commit();
      },
      [&](const File& file) {
        CHECK(problems<blaze::File>(file).empty());
        CHECK(read_back<blaze::File>(file).choices.offsets_known);
        new_ones += file == expected ? 1 : 0;
      });
  CHECK(new_ones > 0);
  const auto remains = std::make_shared<Remains>(Remains{written(before), {}});
  auto file = Update<blaze::File>::open(storage_on(remains));
  REQUIRE(file);
  CHECK_FALSE(file->extend(bytes_from(2345, 3001)));  // for which the table has no room
  CHECK(remains->now() == written(before));
}

TEST_CASE("a new array comes in parts of any size, and from a disk that was full") {
  blaze::File head;
  head.checksum = blaze::Checksum::sha1;
  head.typesize = 1;
  head.chunk_size = 1000;
  blaze::File whole = head;
  require(set_array(whole, bytes_from(0, 4321)));
  for (const std::size_t step : {1u, 333u, 1000u, 1001u, 5000u}) {
    const auto remains = std::make_shared<Remains>();
    auto stream = Update<blaze::File>::create(storage_on(remains), head);
    REQUIRE(stream);
    for (std::size_t at = step == 1 ? 4000 : 0; at < 4321; at += step) {
      if (at == 4000 && step == 1) require(stream->extend(bytes_from(0, 4000)));
      require(stream->extend(bytes_from(at, std::min<std::size_t>(at + step, 4321))));
    }
    require(stream->commit());
    CHECK(remains->kept == written(whole));
  }
  // What replaces the last chunk is written in half, or not waited for; then there is room.
  blaze::File before = head;
  require(set_array(before, bytes_from(0, 1234)));
  for (std::uint64_t steps = 0; steps < 4; ++steps) {
    const auto remains = std::make_shared<Remains>(Remains{written(before), {}});
    auto file = Update<blaze::File>::open(
        std::make_unique<StoppingStorage>(remains, steps, StoppingStorage::Failing::once));
    REQUIRE(file);
    CHECK_FALSE(file->extend(bytes_from(1234, 2000)));
    const bool is_damaged = steps >= 2;  // the totals are withdrawn before
    CHECK(file->commit().has_value() == !is_damaged);
    if (!is_damaged) CHECK(remains->kept == written(before));
    if (is_damaged) CHECK_FALSE(file->append(blaze::Chunk()));
    require(file->extend(bytes_from(1234, 2000)));
    require(file->extend(bytes_from(2000, 4321)));
    require(file->commit());
    CHECK(remains->kept == written(whole));
  }
}

TEST_CASE("totals stay known where filling the last chunk is refused") {
  blaze::File head;
  head.checksum = blaze::Checksum::crc32;
  head.typesize = 1;
  head.chunk_size = 1000;
  const auto remains = std::make_shared<Remains>();
  auto file = Update<blaze::File>::create(storage_on(remains), head);
  REQUIRE(file);
  blaze::Chunk chunk;
  chunk.content = bytes_from(0, 234);
  chunk.choices.slack = bytes_of("....");
  require(file->append(chunk));
  require(file->commit());
  const File before = remains->kept;
  file->head().choices.nchunks_known = false;  // then a last chunk may have no slack
  CHECK_FALSE(file->extend(bytes_from(234, 500)));
  CHECK(remains->now() == before);
  file->head().choices.nchunks_known = true;
  require(file->extend(bytes_from(234, 500)));
  require(file->commit());
  CHECK(array_in<blaze::File>(remains->kept) == bytes_from(0, 500));
}

TEST_CASE("totals of a commit that failed are taken back before the last chunk is filled") {
  blaze::File before;
  before.checksum = blaze::Checksum::crc32;
  before.typesize = 1;
  before.chunk_size = 1000;
  require(set_array(before, bytes_from(0, 1234)));
  blaze::File after = before;
  require(set_array(after, bytes_from(0, 2999)));
  // Of the first commit: what waits for the chunks, writes the head, waits for that.
  const std::uint64_t first_commit = 6;
  bool is_done = false;
  for (std::uint64_t more = 0; !is_done; ++more) {
    const auto remains = std::make_shared<Remains>(Remains{written(before), {}});
    auto file = Update<blaze::File>::open(std::make_unique<StoppingStorage>(
        remains, first_commit + 1, StoppingStorage::Failing::once, more));
    REQUIRE(file);
    require(file->extend(bytes_from(1234, 2345)));
    CHECK_FALSE(file->commit());
    CHECK(problems<blaze::File>(remains->now()).empty());
    CHECK(array_in<blaze::File>(remains->now()) == bytes_from(0, 2345));
    is_done = file->extend(bytes_from(2345, 2999)) && file->commit();
    for (std::uint64_t subset = 0; subset < 1u << remains->pending.size(); ++subset)
      CHECK(problems<blaze::File>(remains->with(subset)).empty());
    if (is_done) CHECK(remains->kept == written(after));
  }
}

TEST_CASE("metadata of Bloscpack is changed in its room") {
  bloscpack::File file = packed_head(3);
  bloscpack::Metadata metadata;
  metadata.checksum = bloscpack::Checksum::adler32;
  metadata.codec = bloscpack::Codec::zlib;
  metadata.level = 6;
  metadata.user_codec = Blob::copy(std::as_bytes(std::span("\0\0\0\0\0\0\0", 8)));
  metadata.data = bytes_of(R"({"unit":"m"})");
  metadata.choices.spare.assign(100, 0);
  file.metadata = metadata;
  file.chunks.push_back(packed(7));
  const auto remains = std::make_shared<Remains>(Remains{written(file), {}});
  const std::size_t size = remains->kept.size();

  auto update = Update<bloscpack::File>::open(storage_on(remains));
  REQUIRE(update);
  bloscpack::Metadata& changed = *update->head().metadata;
  const std::size_t room = changed.data.stored().size() + changed.choices.spare.size();
  changed.data = bytes_of(R"({"unit":"cm","scale":100})");
  require(update->encode_head());
  changed.choices.spare.resize(room - changed.data.stored().size());
  require(update->commit());
  CHECK(remains->kept.size() == size);
  CHECK(problems<bloscpack::File>(remains->kept).empty());
  const bloscpack::File found = read_back<bloscpack::File>(remains->kept);
  const schemac::Result<Blob> text = found.metadata->data.plain();
  REQUIRE(text);
  CHECK(*text == bytes_of(R"({"unit":"cm","scale":100})"));
  CHECK(found.chunks == file.chunks);
}

TEST_CASE("a stream of Blaze says that it isn't finished") {
  blaze::File head;
  head.checksum = blaze::Checksum::crc32;
  head.typesize = 8;
  head.chunk_size = 500;
  const auto remains = std::make_shared<Remains>();
  auto stream = Update<blaze::File>::create(storage_on(remains), head);
  REQUIRE(stream);
  const auto append = [&](std::uint64_t number, std::size_t size) {
    blaze::Chunk chunk;
    chunk.content = content(number, size);
    require(stream->append(chunk));
    head.chunks.push_back(chunk);
  };
  append(1, 500);
  append(2, 500);
  append(3, 123);
  const blaze::File unfinished = read_back<blaze::File>(remains->now());
  CHECK_FALSE(unfinished.choices.nchunks_known);
  CHECK_FALSE(unfinished.choices.last_chunk_known);
  CHECK(unfinished.chunks == head.chunks);
  CHECK(problems<blaze::File>(remains->now()).empty());
  blaze::Chunk more;
  more.content = content(4, 500);
  const auto refused = stream->append(more);  // after a chunk that is smaller than the others
  REQUIRE_FALSE(refused);
  CHECK(refused.error().name == "full-chunk");
  require(stream->commit());
  CHECK(remains->kept == written(head));
}

TEST_CASE("a chunk of Blaze is replaced in place") {
  blaze::File file;
  file.options = blaze::File::options_offsets;
  file.checksum = blaze::Checksum::md5;
  file.typesize = 1;
  for (std::uint64_t i = 0; i < 3; ++i) {
    blaze::Chunk chunk;
    chunk.content = content(i, 2000);
    chunk.choices.slack = bytes_of(std::string(64, '\0'));
    file.chunks.push_back(chunk);
  }
  const auto remains = std::make_shared<Remains>(Remains{written(file), {}});
  auto update = Update<blaze::File>::open(storage_on(remains));
  REQUIRE(update);
  blaze::Chunk chunk;
  chunk.content = content(77, 1900);
  require(update->replace(1, chunk));
  CHECK(problems<blaze::File>(remains->kept).empty());
  const blaze::File found = read_back<blaze::File>(remains->kept);
  CHECK(found.chunks[0] == file.chunks[0]);
  CHECK(found.chunks[1] == chunk);
  CHECK(found.chunks[2] == file.chunks[2]);

  std::string noise(4000, '\0');
  for (std::size_t i = 0; i < noise.size(); ++i)
    noise[i] = static_cast<char>((i * i * 2654435761u) >> 13);
  chunk.content = bytes_of(noise);
  const auto refused = update->replace(1, chunk);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().rule == schemac::Rule::size_mismatch);
  CHECK(read_back<blaze::File>(remains->kept) == found);
}

}  // namespace
