// Codecs held against their libraries, called directly: what one side encodes the other decodes;
// what is no such thing is refused before there is room for it.
#include <blosc.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "schemac/codec/blosc.h"
#include "schemac/codec/zlib.h"
#include "schemac/codec/zstd.h"
#include "schemac/core/coded.h"

using schemac::Blob;
using schemac::Bytes;
using schemac::Codec;
using schemac::CodecFlaw;
using schemac::CodecOptions;
using schemac::Coded;
using schemac::CodedBytes;
using schemac::Limits;

namespace {

using Content = std::vector<std::byte>;

Content content_of(std::size_t size, std::uint32_t seed) {
  std::mt19937 random(seed);
  Content content(size);
  for (std::size_t i = 0; i < size; ++i)  // neither random nor of one value
    content[i] = static_cast<std::byte>(i % 8 == 7 ? random() : i / 64);
  return content;
}

std::vector<Content> contents() {
  return {{}, content_of(1, 1), content_of(1000, 2), content_of(300000, 3)};
}

// The libraries themselves.
Content by_blosc(Bytes plain, const char* compressor, int level, int shuffle, std::size_t element) {
  Content stored(plain.size() + BLOSC_MAX_OVERHEAD);
  const int size = blosc_compress_ctx(level, shuffle, element, plain.size(), plain.data(),
                                      stored.data(), stored.size(), compressor, 0, 1);
  REQUIRE(size > 0);
  stored.resize(static_cast<std::size_t>(size));
  return stored;
}
Content by_zlib(Bytes plain, int level) {
  uLongf size = compressBound(plain.size());
  Content stored(size);
  REQUIRE(compress2(reinterpret_cast<Bytef*>(stored.data()), &size,
                    reinterpret_cast<const Bytef*>(plain.data()), plain.size(), level) == Z_OK);
  stored.resize(size);
  return stored;
}
Content by_zstd(Bytes plain, int level) {
  Content stored(ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compress(stored.data(), stored.size(), plain.data(), plain.size(), level);
  REQUIRE(ZSTD_isError(size) == 0);
  stored.resize(size);
  return stored;
}
// A frame whose header doesn't say how much it decodes to.
Content by_zstd_stream(Bytes plain) {
  ZSTD_CStream* const stream = ZSTD_createCStream();
  Content stored(ZSTD_compressBound(plain.size()) + 64);
  ZSTD_inBuffer in{plain.data(), plain.size(), 0};
  ZSTD_outBuffer out{stored.data(), stored.size(), 0};
  ZSTD_compressStream(stream, &out, &in);
  REQUIRE(ZSTD_endStream(stream, &out) == 0);
  ZSTD_freeCStream(stream);
  stored.resize(out.pos);
  return stored;
}

void check_decodes(const Codec& codec, const Content& stored, const Content& plain) {
  Blob decoded;
  CHECK(CodedBytes(&codec, stored).size() == plain.size());
  REQUIRE(CodedBytes(&codec, stored).decode(decoded) == CodecFlaw::none);
  CHECK((decoded == Blob::copy(Bytes(plain))));
  REQUIRE(CodedBytes(&codec, stored, plain.size()).decode(decoded) == CodecFlaw::none);
  CHECK((decoded == Blob::copy(Bytes(plain))));
  CHECK(codec.most_from(stored) >= plain.size());
}

TEST_CASE("what the libraries encode is decoded", "[codecs]") {
  for (const Content& plain : contents()) {
    for (const char* compressor : {"blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"})
      for (const int shuffle : {BLOSC_NOSHUFFLE, BLOSC_SHUFFLE, BLOSC_BITSHUFFLE})
        for (const int level : {0, 1, 9})
          check_decodes(schemac::codec_blosc, by_blosc(plain, compressor, level, shuffle, 8),
                        plain);
    for (const int level : {0, 1, 6, 9})
      check_decodes(schemac::codec_zlib, by_zlib(plain, level), plain);
    for (const int level : {-3, 1, 19})
      check_decodes(schemac::codec_zstd, by_zstd(plain, level), plain);
    check_decodes(schemac::codec_zstd, by_zstd_stream(plain), plain);
    check_decodes(schemac::codec_none, plain, plain);
  }
}

TEST_CASE("what is encoded, the libraries decode", "[codecs]") {
  for (const Content& plain : contents()) {
    Content room(plain.size() + 1);
    const auto stored_by = [&](const Codec& codec) {
      const auto stored = codec.encode(plain, {5, 4});
      REQUIRE(stored.has_value());
      return *stored;
    };
    const auto blosc = stored_by(schemac::codec_blosc);
    CHECK(blosc_decompress_ctx(blosc.bytes().data(), room.data(), room.size(), 1) ==
          static_cast<int>(plain.size()));
    CHECK(std::equal(plain.begin(), plain.end(), room.begin()));
    const auto zlib = stored_by(schemac::codec_zlib);
    uLongf size = room.size();
    CHECK(uncompress(reinterpret_cast<Bytef*>(room.data()), &size,
                     reinterpret_cast<const Bytef*>(zlib.bytes().data()), zlib.size()) == Z_OK);
    CHECK(size == plain.size());
    CHECK(std::equal(plain.begin(), plain.end(), room.begin()));
    const auto zstd = stored_by(schemac::codec_zstd);
    CHECK(ZSTD_decompress(room.data(), room.size(), zstd.bytes().data(), zstd.size()) ==
          plain.size());
    CHECK(std::equal(plain.begin(), plain.end(), room.begin()));
  }
}

TEST_CASE("what can't be decoded is refused", "[codecs]") {
  const Content plain = content_of(5000, 4);
  const struct {
    const Codec& codec;
    Content stored;
  } cases[] = {{schemac::codec_blosc, by_blosc(plain, "lz4", 5, 1, 8)},
               {schemac::codec_zlib, by_zlib(plain, 6)},
               {schemac::codec_zstd, by_zstd(plain, 3)}};
  for (const auto& [codec, stored] : cases) {
    INFO(schemac::name(codec.algorithm));
    Blob decoded;
    const auto flaw_of = [&, &codec = codec](const Content& bytes) {
      return CodedBytes(&codec, bytes).decode(decoded);
    };
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{15}, std::size_t{17}, stored.size() - 1})
      CHECK(flaw_of(Content(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(size))) ==
            CodecFlaw::malformed);
    Content longer = stored;
    longer.push_back(std::byte{0});
    CHECK(flaw_of(longer) == CodecFlaw::malformed);
    CHECK(CodedBytes(&codec, stored, plain.size() + 1).decode(decoded) == CodecFlaw::size);
    CHECK(CodedBytes(&codec, stored, plain.size() - 1).decode(decoded) == CodecFlaw::size);
    Limits limits;
    limits.decoded = plain.size() - 1;
    CHECK(CodedBytes(&codec, stored).decode(decoded, limits) == CodecFlaw::too_large);
    // Nothing is read or written outside, whatever the bytes are.
    std::mt19937 random(5);
    for (int i = 0; i < 2000; ++i) {
      Content broken = stored;
      for (int changes = 0; changes < 3; ++changes)
        broken[random() % broken.size()] = static_cast<std::byte>(random());
      (void)flaw_of(broken);
    }
  }
}

TEST_CASE("nobody makes room for what the bytes can't hold", "[codecs]") {
  Content head = by_blosc(content_of(100, 6), "lz4", 5, 1, 1);
  const std::uint32_t much = 1u << 29;  // below the limit
  std::memcpy(head.data() + 4, &much, 4);
  std::uint64_t size = 0;
  CHECK(CodedBytes(&schemac::codec_blosc, head).look(size) == CodecFlaw::malformed);
  CHECK(CodedBytes(&schemac::codec_zlib, by_zlib(head, 6), much).look(size) == CodecFlaw::size);
}

TEST_CASE("values are compared by content, and keep what is stored", "[codecs]") {
  const Content plain = content_of(3000, 7);
  const Content stored = by_zlib(plain, 1);
  const Coded from_file = Coded::of_stored(Blob::borrow(stored), &schemac::codec_zlib);
  Coded made{Blob::copy(Bytes(plain))};
  CHECK((from_file == made));
  CHECK((from_file.stored().bytes().data() == stored.data()));
  CHECK(from_file.size() == plain.size());
  CHECK(!made.is_stored());
  REQUIRE(made.encode(&schemac::codec_zlib, {9, 1}) == CodecFlaw::none);
  CHECK(made.is_stored_by(&schemac::codec_zlib));
  CHECK(made.stored().size() < stored.size());
  CHECK((from_file == made));
  // Of another codec it is encoded anew; of the same one it stays.
  Coded other = from_file;
  REQUIRE(other.encode(&schemac::codec_zlib, {9, 1}) == CodecFlaw::none);
  CHECK((other.stored() == from_file.stored()));
  REQUIRE(other.encode(&schemac::codec_zstd, {}) == CodecFlaw::none);
  check_decodes(schemac::codec_zstd,
                Content(other.stored().bytes().begin(), other.stored().bytes().end()), plain);
  CHECK((other == from_file));
  other.set_plain(Blob());
  CHECK(!(other == from_file));
  CHECK((other == Coded()));
  const Coded broken = Coded::of_stored(Blob(), &schemac::codec_zlib);
  CHECK((broken == broken));
  CHECK(!(broken == made));
  CHECK(broken.plain().error().rule == schemac::Rule::bad_value);
}

}  // namespace
