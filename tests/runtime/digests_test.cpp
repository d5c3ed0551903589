// Checksums: values of the standards that define them, and a writer whose bytes pass through them.
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"
#include "schemac/digest/digest_writer.h"
#include "schemac/digest/digester.h"

using schemac::Bytes;
using schemac::Endian;
using schemac::impl::DigestAlgorithm;
using schemac::impl::Digester;

namespace {

Bytes bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string hex_of(Bytes bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<unsigned>(byte) >> 4];
    text += digits[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

std::string digest_of(DigestAlgorithm algorithm, std::string_view text,
                      Endian endian = Endian::little) {
  Digester digester(algorithm, endian);
  for (const char& ch : text) digester.add(bytes_of({&ch, 1}));
  return hex_of(digester.finish());
}

TEST_CASE("digests are those of their standards", "[digests]") {
  // The check value of CRC-32/ISO-HDLC, and the example of Adler-32's article of Wikipedia.
  CHECK(digest_of(DigestAlgorithm::crc32, "123456789", Endian::big) == "cbf43926");
  CHECK(digest_of(DigestAlgorithm::crc32, "123456789") == "2639f4cb");
  CHECK(digest_of(DigestAlgorithm::adler32, "Wikipedia", Endian::big) == "11e60398");
  CHECK(digest_of(DigestAlgorithm::none, "abc").empty());
  // RFC 1321, A.5; FIPS 180-4's examples of "abc".
  CHECK(digest_of(DigestAlgorithm::md5, "abc") == "900150983cd24fb0d6963f7d28e17f72");
  CHECK(digest_of(DigestAlgorithm::sha1, "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(digest_of(DigestAlgorithm::sha224, "abc") ==
        "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7");
  CHECK(digest_of(DigestAlgorithm::sha256, "abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(digest_of(DigestAlgorithm::sha384, "abc") ==
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
        "8086072ba1e7cc2358baeca134c825a7");
  CHECK(digest_of(DigestAlgorithm::sha512, "abc") ==
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f");
}

TEST_CASE("digests of nothing", "[digests]") {
  CHECK(digest_of(DigestAlgorithm::adler32, "") == "01000000");
  CHECK(digest_of(DigestAlgorithm::crc32, "") == "00000000");
  CHECK(digest_of(DigestAlgorithm::md5, "") == "d41d8cd98f00b204e9800998ecf8427e");
}

TEST_CASE("a code that is no algorithm is as none", "[digests]") {
  CHECK(Digester(std::uint64_t{9}).size() == 0);
  CHECK(Digester(~std::uint64_t{0}).finish().empty());
  CHECK(schemac::impl::digest_size(std::uint64_t{9}) == 0);
}

TEST_CASE("every algorithm has the size that its table says", "[digests]") {
  for (std::uint64_t code = 0; code < 9; ++code)
    CHECK(Digester(code).finish().size() == schemac::impl::digest_size(code));
}

// Takes bytes in rooms as small as allowed, so that what is digested never lies in one piece.
class NarrowSink final : public schemac::Sink {
 public:
  [[nodiscard]] bool write(Bytes bytes) override {
    written.insert(written.end(), bytes.begin(), bytes.end());
    return true;
  }
  [[nodiscard]] schemac::MutableBytes lend(std::uint64_t used, std::uint64_t needed) override {
    (void)write(Bytes(room_).first(static_cast<std::size_t>(used)));
    room_.assign(static_cast<std::size_t>(needed), std::byte{0});
    return room_;
  }
  [[nodiscard]] bool pass(std::uint64_t used, Bytes payload) override {
    return write(Bytes(room_).first(static_cast<std::size_t>(used))) && write(payload);
  }
  std::vector<std::byte> written;

 private:
  std::vector<std::byte> room_;
};

// Small texts are copied, large ones handed over: 100 of 1 to 9901 bytes.
template <class SinkType>
void check_writer(SinkType& sink, const std::vector<std::byte>& (*written)(SinkType&)) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 100; ++i)
    texts.emplace_back(1 + 100 * i, static_cast<char>('a' + i % 26));
  Digester all(DigestAlgorithm::sha256);
  Digester odd(DigestAlgorithm::crc32);
  schemac::impl::DigestWriter out(sink);
  out.put(bytes_of("before"));
  out.start(all);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (i % 2 == 1) out.start(odd);
    out.put(bytes_of(texts[i]));
    if (i % 2 == 1) out.stop(odd);
  }
  out.stop(all);
  out.put_digest(all);
  out.put_digest(odd);
  REQUIRE(out.finish());

  Digester expected_all(DigestAlgorithm::sha256);
  Digester expected_odd(DigestAlgorithm::crc32);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    expected_all.add(bytes_of(texts[i]));
    if (i % 2 == 1) expected_odd.add(bytes_of(texts[i]));
  }
  const std::vector<std::byte>& bytes = written(sink);
  REQUIRE(bytes.size() == 6 + 100 + 100 * 99 * 100 / 2 + 36);
  CHECK(hex_of(Bytes(bytes).last(36).first(32)) == hex_of(expected_all.finish()));
  CHECK(hex_of(Bytes(bytes).last(4)) == hex_of(expected_odd.finish()));
}

TEST_CASE("a writer's digests see bytes that are copied and that are handed over", "[digests]") {
  NarrowSink narrow;
  check_writer<NarrowSink>(
      narrow, [](NarrowSink& sink) -> const std::vector<std::byte>& { return sink.written; });
  schemac::MemorySink memory;
  static std::vector<std::byte> kept;
  check_writer<schemac::MemorySink>(memory,
                                    [](schemac::MemorySink& sink) -> const std::vector<std::byte>& {
                                      return kept = sink.take();
                                    });
}

TEST_CASE("a sink that fails takes the digests along", "[digests]") {
  std::vector<std::byte> storage(10'000);
  schemac::SpanSink sink(storage);
  schemac::impl::DigestWriter out(sink);
  Digester digester(DigestAlgorithm::md5);
  out.start(digester);
  for (int i = 0; i < 100; ++i) out.put(bytes_of(std::string(1000, 'x')));
  out.put(bytes_of(std::string(100'000, 'y')));
  out.stop(digester);
  out.put_digest(digester);
  CHECK_FALSE(out.finish());
}

}  // namespace
