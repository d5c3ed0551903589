// Bytes that elements share: placed by the writer without a copy, found by a view.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "folios.h"
#include "schemac/core/sink.h"
#include "schemac/write/part_places.h"

namespace {

using schemac::Blob;
using schemac::Bytes;

// Remembers where the pieces that it was handed lie.
struct Recorder final : schemac::Sink {
  std::vector<Bytes> pieces;
  [[nodiscard]] bool write(Bytes bytes) override {
    if (!bytes.empty()) pieces.push_back(bytes);
    return true;
  }
};

std::vector<std::byte> file_of(const std::vector<std::uint8_t>& numbers) {
  const Bytes bytes = std::as_bytes(std::span(numbers));
  return {bytes.begin(), bytes.end()};
}

// Two folios with these places, and three bytes.
std::vector<std::byte> stored(std::uint8_t begin, std::uint8_t end, std::uint8_t begin_of_next,
                              std::uint8_t end_of_next) {
  return file_of({2, 0, 0, 0,           begin, 0, 0, 0, end, 0,   0,   0,  7, 0, begin_of_next,
                  0, 0, 0, end_of_next, 0,     0, 0, 9, 0,   'a', 'b', 'c'});
}

folios::FolioView first_of(const folios::FileView& file) {
  auto folios = file.folios();
  return *folios.begin();
}

TEST_CASE("large parts are handed to the sink where they lie") {
  const std::vector<std::byte> first(200'000, std::byte{1}), second(300'000, std::byte{2});
  folios::File file;
  file.folios = {{.number = 1, .ink = Blob::borrow(first)},
                 {.number = 2, .ink = Blob::borrow(second)}};
  Recorder sink;
  const auto size = folios::write(file, sink);
  REQUIRE(size);
  CHECK(*size == 4 + 2 * 10 + 500'000);
  REQUIRE(sink.pieces.size() >= 2);
  const auto last = std::span(sink.pieces).last(2);
  CHECK((last[0].data() == first.data() && last[0].size() == first.size()));
  CHECK((last[1].data() == second.data() && last[1].size() == second.size()));
}

TEST_CASE("places follow from the parts, whatever was read") {
  const std::vector<std::byte> turned = stored(1, 3, 0, 1);
  auto file = folios::read(turned);
  REQUIRE(file);
  REQUIRE(file->folios.size() == 2);
  CHECK(file->folios[0].ink == Blob::copy<char>({'b', 'c'}));
  CHECK(file->folios[1].ink == Blob::copy<char>({'a'}));
  CHECK(file->folios[0].ink.bytes().data() == turned.data() + 25);  // borrowed

  schemac::MemorySink sink;
  REQUIRE(folios::write(*file, sink));
  std::vector<std::byte> wanted = stored(0, 2, 2, 3);
  std::swap(wanted[24], wanted[25]);  // "bca"
  std::swap(wanted[25], wanted[26]);
  CHECK(sink.take() == wanted);

  file->folios.erase(file->folios.begin());
  file->folios.push_back({.number = 3, .ink = Blob::copy<char>({'x', 'y'})});
  schemac::MemorySink changed;
  REQUIRE(folios::write(*file, changed));
  CHECK(changed.take() == file_of({2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,   0,   9,  0,
                                   1, 0, 0, 0, 3, 0, 0, 0, 3, 0, 'a', 'x', 'y'}));
}

// Parts of a list whose second element has none.
struct Gapped {
  std::vector<schemac::PlacedBlob>& parts;
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::uint64_t i = 0; i < parts.size(); ++i)
      if (i != 1) visit(parts[i], i);
  }
};

TEST_CASE("a place that its own field can't state is refused, at the element in the list") {
  const auto path_of = [](std::size_t size, std::uint64_t most_begin, std::uint64_t most_end) {
    std::vector<schemac::PlacedBlob> parts(3);
    parts[0] = Blob::own(std::vector<std::byte>(size));
    schemac::impl::Rejection rejection;
    const schemac::impl::PlaceFields fields{"list", "from", "to", most_begin, most_end};
    const bool fits = schemac::impl::place_parts(Gapped{parts}, rejection, fields);
    return fits ? "" : rejection.take().path;
  };
  CHECK(path_of(127, 127, 65535).empty());
  CHECK(path_of(128, 127, 65535) == "list[2].from");
  CHECK(path_of(128, 65535, 127) == "list[0].to");
}

TEST_CASE("the view of a file has the part of an element, in place and inside") {
  const std::vector<std::byte> bytes = stored(1, 3, 0, 1);
  const auto file = folios::view(bytes);
  REQUIRE(file);
  const auto part = file->part_of_ink(first_of(*file));
  REQUIRE(part);
  CHECK((part->data() == bytes.data() + 25 && part->size() == 2));

  for (const auto& broken : {stored(2, 4, 0, 0), stored(3, 2, 0, 0), stored(4, 4, 0, 0)}) {
    const auto opened = folios::view(broken);
    REQUIRE(opened);
    const auto outside = opened->part_of_ink(first_of(*opened));
    REQUIRE(!outside);
    CHECK(outside.error().rule == schemac::Rule::out_of_bounds);
    CHECK(outside.error().path == "ink");
    CHECK(folios::validate(broken).violations().front().rule == schemac::Rule::out_of_bounds);
    CHECK(!folios::read(broken));
  }
}

}  // namespace
