// Checksums: values of the standards that define them, and a writer whose bytes pass through them.
#include <catch2/catch.hpp>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/sink.h"
#include "schemac/digest/digest_writer.h"
#include "schemac/digest/digester.h"
#include "schemac/digest/every_digest.h"

using schemac::Bytes;
using schemac::Endian;
using schemac::impl::any_digest;
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
  Digester digester(any_digest(static_cast<std::uint64_t>(algorithm)), endian);
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

// Check values of the catalogue of parametrised CRC algorithms; Ogg's is that of CKSUM without its
// complement at the end.
TEST_CASE("CRCs have the check values of their catalogue", "[digests]") {
  const std::vector<std::pair<DigestAlgorithm, std::string>> values = {
      {DigestAlgorithm::crc8, "f4"},
      {DigestAlgorithm::crc16_arc, "bb3d"},
      {DigestAlgorithm::crc16_ibm_3740, "29b1"},
      {DigestAlgorithm::crc16_kermit, "2189"},
      {DigestAlgorithm::crc16_modbus, "4b37"},
      {DigestAlgorithm::crc16_umts, "fee8"},
      {DigestAlgorithm::crc16_x25, "906e"},
      {DigestAlgorithm::crc16_xmodem, "31c3"},
      {DigestAlgorithm::crc24_openpgp, "21cf02"},
      {DigestAlgorithm::crc32_bzip2, "fc891918"},
      {DigestAlgorithm::crc32_cksum, "765e7680"},
      {DigestAlgorithm::crc32_mpeg2, "0376e6e7"},
      {DigestAlgorithm::crc32_ogg, "89a1897f"},
      {DigestAlgorithm::crc32c, "e3069283"},
      {DigestAlgorithm::crc64_ecma, "6c40df5f0b497347"},
      {DigestAlgorithm::crc64_go, "b90956c775a41001"},
      {DigestAlgorithm::crc64_nvme, "ae8b14860a799888"},
      {DigestAlgorithm::crc64_xz, "995dc9bbdf1939fa"},
  };
  for (const auto& [algorithm, value] : values) {
    INFO(name(algorithm));
    CHECK(digest_of(algorithm, "123456789", Endian::big) == value);
    Digester whole(any_digest(static_cast<std::uint64_t>(algorithm)), Endian::big);
    whole.add(bytes_of("123456789"));
    CHECK(hex_of(whole.finish()) == value);
  }
  CHECK(digest_of(DigestAlgorithm::crc24_openpgp, "123456789") == "02cf21");
}

TEST_CASE("sums add units in their own byte order", "[digests]") {
  // 0x3231 + 0x3433 + 0x3635 + 0x3837 + 0x0039, and 0x3132 + 0x3334 + 0x3536 + 0x3738 + 0x3900.
  CHECK(digest_of(DigestAlgorithm::sum16, "123456789") == "09d5");
  CHECK(digest_of(DigestAlgorithm::sum16, "123456789", Endian::big) == "09d4");
  // 0x34333231 + 0x38373635 + 0x00000039.
  CHECK(digest_of(DigestAlgorithm::sum32, "123456789") == "9f686a6c");
  CHECK(digest_of(DigestAlgorithm::sum8, "123456789") == "dd");
  CHECK(digest_of(DigestAlgorithm::xor8, "123456789") == "31");
  // RFC 1071, section 3: the sum of these is 0xddf2.
  using std::literals::operator""sv;
  constexpr std::string_view packet = "\x00\x01\xf2\x03\xf4\xf5\xf6\xf7"sv;
  CHECK(digest_of(DigestAlgorithm::internet, packet, Endian::big) == "220d");
  CHECK(digest_of(DigestAlgorithm::internet, packet) == "220d");  // in either order, as it says
}

// The values that Wikipedia's article gives for 16-bit units read from the lowest byte on.
TEST_CASE("Fletcher's checksums", "[digests]") {
  CHECK(digest_of(DigestAlgorithm::fletcher16, "abcde", Endian::big) == "c8f0");
  CHECK(digest_of(DigestAlgorithm::fletcher16, "abcdefgh", Endian::big) == "0627");
  CHECK(digest_of(DigestAlgorithm::fletcher32, "abcde") == "29c74ff0");
  CHECK(digest_of(DigestAlgorithm::fletcher32, "abcdef") == "2a2d5056");
  CHECK(digest_of(DigestAlgorithm::fletcher32, "abcdefgh") == "9195e1eb");
  // 3 Mi bytes of the largest unit are as 0, whatever the pieces.
  const std::string largest(3 << 20, '\xff');
  Digester whole(schemac::impl::digest_fletcher32);
  whole.add(bytes_of(largest));
  CHECK(hex_of(whole.finish()) == "00000000");
}

// Of its specification's test vectors and its own program.
TEST_CASE("xxHash", "[digests]") {
  CHECK(digest_of(DigestAlgorithm::xxh32, "", Endian::big) == "02cc5d05");
  CHECK(digest_of(DigestAlgorithm::xxh32, "abc", Endian::big) == "32d153ff");
  CHECK(digest_of(DigestAlgorithm::xxh64, "", Endian::big) == "ef46db3751d8e999");
  CHECK(digest_of(DigestAlgorithm::xxh64, "abc", Endian::big) == "44bc2cf5ad770999");
  CHECK(digest_of(DigestAlgorithm::xxh3, "", Endian::big) == "2d06800538d394c2");
  CHECK(digest_of(DigestAlgorithm::xxh3, "abc", Endian::big) == "78af5f94892f3950");
}

TEST_CASE("a code that is no algorithm is as none", "[digests]") {
  CHECK(Digester(any_digest(37)).size() == 0);
  CHECK(Digester(any_digest(~std::uint64_t{0})).finish().empty());
  CHECK(schemac::impl::digest_size(std::uint64_t{37}) == 0);
}

TEST_CASE("every algorithm has the size that its table says", "[digests]") {
  for (std::uint64_t code = 0; code < 37; ++code)
    CHECK(Digester(any_digest(code)).finish().size() == schemac::impl::digest_size(code));
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
  Digester all(schemac::impl::digest_sha256);
  Digester odd(schemac::impl::digest_crc32);
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

  Digester expected_all(schemac::impl::digest_sha256);
  Digester expected_odd(schemac::impl::digest_crc32);
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

// What a digest at the start, one in the middle of that and a large payload after both become.
template <class SinkType>
void put_held(SinkType& sink, Bytes payload) {
  Digester crc(schemac::impl::digest_crc32, Endian::big), sum(schemac::impl::digest_sum8);
  Digester all(schemac::impl::digest_xor8), none(schemac::impl::digest_none);
  schemac::impl::DigestWriter out(sink);
  out.put(bytes_of("ab"));
  out.start(all);
  out.start(crc);
  out.hold(crc, 0xff);
  out.put(bytes_of("cd"));
  out.stop(crc);  // so that the sum isn't covered by it
  out.hold(none);
  out.start(sum);
  out.hold(sum, 32);
  out.put(bytes_of("ef"));
  out.put(payload);
  out.put(bytes_of("gh"));
  out.stop(sum);
  out.release(sum);
  out.release(none);
  out.start(crc);
  out.put(bytes_of("ij"));
  out.stop(crc);
  out.release(crc);
  out.stop(all);
  out.put_digest(all);
  REQUIRE(out.finish());
}

std::vector<std::byte> held_by_hand(Bytes payload) {
  std::vector<std::byte> bytes;
  const auto add = [&](Bytes more) { bytes.insert(bytes.end(), more.begin(), more.end()); };
  Digester crc(schemac::impl::digest_crc32, Endian::big);
  crc.add(
      bytes_of("\xff\xff\xff\xff"
               "cdij"));
  unsigned sum = 32 + 'e' + 'f' + 'g' + 'h';
  for (const std::byte each : payload) sum += std::to_integer<unsigned>(each);
  add(bytes_of("ab"));
  add(crc.finish());
  add(bytes_of("cd"));
  bytes.push_back(static_cast<std::byte>(sum & 0xff));
  add(bytes_of("ef"));
  add(payload);
  add(bytes_of("ghij"));
  std::byte all{};
  for (const std::byte each : Bytes(bytes).subspan(2)) all ^= each;
  bytes.push_back(all);
  return bytes;
}

TEST_CASE("digests of what comes after them", "[digests]") {
  for (const std::size_t size : std::initializer_list<std::size_t>{0, 1, 3000, 4097, 100'000}) {
    const std::string text(size, '\x37');
    const std::vector<std::byte> expected = held_by_hand(bytes_of(text));
    NarrowSink narrow;
    put_held(narrow, bytes_of(text));
    CHECK(narrow.written == expected);
    schemac::MemorySink memory;
    put_held(memory, bytes_of(text));
    CHECK(memory.take() == expected);
  }
}

// Counts how often it is asked, and keeps where payloads lie.
class AskedSink final : public schemac::Sink {
 public:
  [[nodiscard]] bool write(Bytes) override { return true; }
  [[nodiscard]] schemac::MutableBytes lend(std::uint64_t, std::uint64_t) override {
    ++asked;
    return room_;
  }
  [[nodiscard]] bool pass(std::uint64_t, Bytes payload) override {
    ++asked;
    if (!payload.empty()) payloads.push_back(payload.data());
    return true;
  }
  int asked = 0;
  std::vector<const std::byte*> payloads;

 private:
  std::vector<std::byte> room_ = std::vector<std::byte>(65'536);
};

TEST_CASE("bytes that are held cost no call of the sink, and payloads aren't copied", "[digests]") {
  AskedSink sink;
  const std::string payload(5000, 'x');
  schemac::impl::DigestWriter out(sink);
  for (int i = 0; i < 1000; ++i) {
    Digester digester(schemac::impl::digest_sum8);
    out.hold(digester);
    out.start(digester);
    out.put(bytes_of("some text"));
    out.stop(digester);
    out.release(digester);
  }
  CHECK(sink.asked == 1);  // 10,000 bytes, of the 65,536 that it has lent
  Digester digester(schemac::impl::digest_sum8);
  out.hold(digester);
  out.put(bytes_of(payload));
  out.release(digester);
  REQUIRE(out.finish());
  REQUIRE(sink.payloads.size() == 1);
  CHECK(sink.payloads.front() == bytes_of(payload).data());
}

TEST_CASE("a sink that fails while bytes are held", "[digests]") {
  for (const std::size_t room : std::initializer_list<std::size_t>{0, 1, 100, 9999}) {
    std::vector<std::byte> storage(room);
    schemac::SpanSink sink(storage);
    schemac::impl::DigestWriter out(sink);
    Digester digester(schemac::impl::digest_crc32);
    out.put(bytes_of("before"));
    out.hold(digester);
    out.start(digester);
    for (int i = 0; i < 100; ++i) out.put(bytes_of(std::string(100, 'x')));
    out.stop(digester);
    out.release(digester);
    CHECK_FALSE(out.finish());
  }
}

TEST_CASE("a sink that fails takes the digests along", "[digests]") {
  std::vector<std::byte> storage(10'000);
  schemac::SpanSink sink(storage);
  schemac::impl::DigestWriter out(sink);
  Digester digester(schemac::impl::digest_md5);
  out.start(digester);
  for (int i = 0; i < 100; ++i) out.put(bytes_of(std::string(1000, 'x')));
  out.put(bytes_of(std::string(100'000, 'y')));
  out.stop(digester);
  out.put_digest(digester);
  CHECK_FALSE(out.finish());
}

}  // namespace
