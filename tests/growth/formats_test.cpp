// Growth of the formats whose schemas are ours.
#include <catch2/catch.hpp>
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
  const auto refused = stream->append(more);  // behind a chunk that is smaller than the others
  REQUIRE_FALSE(refused);
  CHECK(refused.error().name == "full-chunk");
  require(stream->commit());
  CHECK(remains->kept == written(head));
}

TEST_CASE("a chunk of Blaze is replaced in place") {
  blaze::File file;
  file.options = 1;
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
