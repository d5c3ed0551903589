// Sinks and the writer on top of them.
#include <catch2/catch.hpp>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "schemac/core/half.h"
#include "schemac/core/sink.h"
#include "schemac/write/placing.h"
#include "schemac/write/writer.h"

namespace {

using schemac::Bytes;
using schemac::Endian;

// Takes so many bytes and refuses what comes after; tells pieces handed over from the writer's
// buffer.
class LimitedSink : public schemac::Sink {
 public:
  explicit LimitedSink(std::size_t most) : most_(most) {}
  bool write(Bytes bytes) override {
    if (bytes.size() > most_ - taken_.size()) return false;
    taken_.insert(taken_.end(), bytes.begin(), bytes.end());
    pieces_.push_back(bytes);
    return true;
  }
  const std::vector<std::byte>& taken() const { return taken_; }
  const std::vector<Bytes>& pieces() const { return pieces_; }

 private:
  std::size_t most_;
  std::vector<std::byte> taken_;
  std::vector<Bytes> pieces_;
};

std::vector<int> numbers(Bytes bytes) {
  std::vector<int> result;
  for (const std::byte byte : bytes) result.push_back(std::to_integer<int>(byte));
  return result;
}

TEST_CASE("the writer puts scalars, texts, lists and padding as they are defined") {
  schemac::MemorySink sink;
  schemac::impl::Writer out(sink);
  schemac::impl::put<std::uint16_t>(out, 0x0102);
  schemac::impl::put<std::uint16_t, Endian::big>(out, 0x0102);
  schemac::impl::put_text<std::uint8_t, 4>(out, "ab");
  schemac::impl::put_text<std::uint16_t, 1, Endian::big>(out, "c");
  out.align(8);
  CHECK(out.position() == 16);
  schemac::impl::put_all<Endian::big>(out, std::vector<std::uint16_t>{1, 2});
  schemac::impl::put_all(out, std::vector<std::uint16_t>{1, 2, 3, 4, 5});
  schemac::impl::put_packed<schemac::Dtype::u1>(
      out, std::vector<bool>{true, false, true, false, false, false, false, false, true});
  schemac::impl::put_packed<schemac::Dtype::u4>(out, std::vector<std::uint8_t>{1, 2, 15});
  schemac::impl::put_all(out, std::vector<bool>{true, false});
  schemac::impl::put_all(out, std::vector<schemac::Half>{schemac::Half(1.0f)});
  out.fill_to(out.position() + 2);
  REQUIRE(out.finish());
  CHECK(numbers(sink.bytes()) == std::vector<int>{2,   1, 1,    2,    2, 'a', 'b', 0,    0, 1,
                                                  'c', 0, 0,    0,    0, 0,   0,   1,    0, 2,
                                                  1,   0, 2,    0,    3, 0,   4,   0,    5, 0,
                                                  5,   1, 0x21, 0x0f, 1, 0,   0,   0x3c, 0, 0});
  CHECK(out.position() == sink.bytes().size());
}

TEST_CASE("texts fill their last word with zeros, whatever was there") {
  for (std::size_t length = 0; length < 40; ++length) {
    schemac::MemorySink sink(std::vector<std::byte>(100, std::byte{0xee}));
    schemac::impl::Writer out(sink);
    const std::string text(length, 'x');
    schemac::impl::put_text<std::uint32_t, 8>(out, text);
    REQUIRE(out.finish());
    const auto bytes = numbers(sink.bytes());
    INFO(length);
    CHECK(bytes.size() == (length + 4 + 7) / 8 * 8);
    CHECK(bytes[0] == static_cast<int>(length));
    CHECK(std::accumulate(bytes.begin() + 4, bytes.end(), 0) == static_cast<int>(length) * 'x');
  }
}

TEST_CASE("large payloads reach the sink from where they lie, in order") {
  const std::vector<std::byte> payload(100'000, std::byte{5});
  LimitedSink sink(1'000'000);
  schemac::impl::Writer out(sink);
  schemac::impl::put<std::uint32_t>(out, 1);
  out.put(Bytes(payload));
  schemac::impl::put<std::uint32_t>(out, 2);
  out.put(Bytes(payload).first(10));
  REQUIRE(out.finish());
  REQUIRE(sink.taken().size() == 100'018);
  CHECK(sink.pieces()[1].data() == payload.data());
  CHECK(numbers(Bytes(sink.taken()).subspan(100'004)) ==
        std::vector<int>{2, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5});
}

TEST_CASE("a writer goes on after its sink failed, and tells at the end") {
  LimitedSink sink(70'000);
  schemac::impl::Writer out(sink);
  const std::vector<std::byte> payload(5000, std::byte{1});
  for (int i = 0; i < 100'000; ++i) schemac::impl::put<std::uint64_t>(out, 1);
  out.put(Bytes(payload));
  out.align(16);
  CHECK_FALSE(out.finish());
  CHECK(sink.failure().rule == schemac::Rule::io_error);
}

TEST_CASE("a record takes its room at once, or piece by piece if it is large") {
  for (const std::size_t length : {std::size_t{3}, std::size_t{10'000}}) {
    schemac::MemorySink sink;
    schemac::impl::Writer writer(sink);
    const std::string text(length, 'y');
    writer.put_record(4 + length,
                      [&](auto& out) { schemac::impl::put_text<std::uint32_t>(out, text); });
    REQUIRE(writer.finish());
    CHECK(sink.bytes().size() == 4 + length);
    CHECK(sink.bytes().back() == std::byte{'y'});
  }
}

TEST_CASE("a memory sink grows, and uses the storage that it is given") {
  std::vector<std::byte> storage(50'000);
  const std::byte* const begin = storage.data();
  schemac::MemorySink sink(std::move(storage));
  CHECK(sink.bytes().empty());
  CHECK(sink.expect(40'000));
  schemac::impl::Writer out(sink);
  out.put_zeros(40'000);
  REQUIRE(out.finish());
  CHECK(sink.bytes().data() == begin);
  const std::vector<std::byte> taken = sink.take();
  CHECK(taken.size() == 40'000);
  CHECK(sink.bytes().empty());
}

TEST_CASE("a span sink takes what fits exactly and refuses one byte more") {
  std::vector<std::byte> storage(21, std::byte{9});
  schemac::SpanSink sink(storage);
  CHECK(sink.expect(21));
  CHECK_FALSE(sink.expect(22));
  schemac::impl::Writer out(sink);
  schemac::impl::put_text<std::uint32_t, 8>(out, "abc");
  out.put_zeros(8);
  out.align(4);
  schemac::impl::put<std::uint32_t>(out, 1);
  schemac::impl::put<std::uint8_t>(out, 2);
  REQUIRE(out.finish());
  CHECK(sink.bytes().size() == 21);

  schemac::SpanSink small(schemac::MutableBytes(storage).first(20));
  schemac::impl::Writer second(small);
  second.put_zeros(21);
  CHECK_FALSE(second.finish());
  CHECK(small.failure().message == "the span of 20 bytes is too small");
}

TEST_CASE("a counting sink counts") {
  schemac::CountingSink sink;
  schemac::impl::Writer out(sink);
  out.put_zeros(200'001);
  REQUIRE(out.finish());
  CHECK(sink.size() == 200'001);
}

TEST_CASE("payloads are placed one after the other, and a total beyond 64 bits is noticed") {
  schemac::impl::Placing place(72);
  CHECK(place.take(3, 8) == 72);
  CHECK(place.take(0, 8) == 80);
  CHECK(place.take(8, 8) == 80);
  CHECK(place.take(1, 12) == 96);
  CHECK(place.end() == 97);
  CHECK(place.fits());
  place.take(~std::uint64_t{0} - 100, 1);
  CHECK(place.fits());
  place.take(1000, 1);
  CHECK_FALSE(place.fits());
  schemac::impl::Placing aligned(~std::uint64_t{0} - 2);
  aligned.take(1, 8);
  CHECK_FALSE(aligned.fits());
}

}  // namespace
