// A stream takes the same memory however long it is.
#include <catch2/catch.hpp>
#include <cstdint>
#include <memory>
#include <vector>

#include "bloscpack.h"
#include "memory/counted.h"
#include "schemac/core/update.h"

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
    head.options = 1;
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
  CHECK(many < few + 4096);  // the begins of 100 chunks
}

}  // namespace
