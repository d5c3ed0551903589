// Bits of a file's options: those that a value sets, those that follow from it, and others.
#include <catch2/catch.hpp>

#include "blaze.h"
#include "schemac/codec/blosc.h"

using namespace schemac;

namespace {

Result<std::vector<std::byte>> written(std::uint8_t options, bool has_metadata) {
  blaze::File file;
  file.typesize = 1;
  file.options = options;
  if (has_metadata) file.metadata.emplace(FreeValue(FreeValue::Map{}));
  MemorySink sink;
  if (const auto done = blaze::write(file, sink); !done) return done.error();
  return sink.take();
}

// The document: bit 0 offsets, bit 1 metadata; they are the file's byte 5.
TEST_CASE("the bit of the metadata is set where there is some") {
  CHECK(written(0, false)->at(5) == std::byte{0});
  CHECK(written(0, true)->at(5) == std::byte{2});
  CHECK(written(1, true)->at(5) == std::byte{3});
}

TEST_CASE("a value that sets that bit is told from what it follows") {
  for (const bool has_metadata : {false, true}) {
    const auto refused = written(3, has_metadata);
    REQUIRE_FALSE(refused);
    CHECK(to_string(refused.error()) ==
          "options at byte 0: is 0x03, whose bits 0x02 follow from what is there ('metadata'): a "
          "value "
          "leaves them 0 [nonzero-reserved]");
  }
}

TEST_CASE("a value that sets another bit is told that it has no meaning") {
  const auto refused = written(4, false);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message ==
        "options is 0x04, whose bits 0x04 have no meaning and must be 0");
}

// The options of one chunk: what a file kept may be right for Blosc, and yet not for the schema.
TEST_CASE("kept stored bytes of a chunk are held against the record that they are") {
  const auto buffer = [](std::uint8_t flags) {
    return std::vector<std::byte>{
        std::byte{2}, std::byte{1}, std::byte{flags}, std::byte{1}, {}, {}, {}, {}, {}, {},
        {},           {},           std::byte{16},    {},           {}, {}};
  };
  for (const auto flags : {std::uint8_t{0x07}, std::uint8_t{0x0f}}) {
    blaze::File file;
    file.typesize = 1;
    blaze::Chunk chunk;
    chunk.content = Coded::of_stored(Blob::own(buffer(flags)), &codec_blosc);
    file.chunks.push_back(std::move(chunk));
    MemorySink sink;
    const auto done = blaze::write(file, sink);
    CHECK(done.has_value() == (flags == 0x07));
    if (!done)
      CHECK(to_string(done.error()) ==
            "chunks[0].content.flags at byte 0: flags is 0x0f, whose bits 0x08 have no meaning and "
            "must "
            "be 0 [nonzero-reserved]");
  }
}

}  // namespace
