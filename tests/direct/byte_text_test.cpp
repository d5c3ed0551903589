// Hex, base64 and SHA-256, held against their standards' own examples.
#include "direct/byte_text.h"

#include <catch2/catch.hpp>

#include "schemac/base/load.h"

using namespace schemac;
using namespace schemac::direct;

namespace {
Bytes chars(std::string_view text) { return std::as_bytes(std::span(text)); }
}  // namespace

TEST_CASE("base64 as RFC 4648 has it") {
  const std::pair<std::string_view, std::string_view> rows[] = {{"", ""},
                                                                {"f", "Zg=="},
                                                                {"fo", "Zm8="},
                                                                {"foo", "Zm9v"},
                                                                {"foob", "Zm9vYg=="},
                                                                {"fooba", "Zm9vYmE="},
                                                                {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, encoded] : rows) {
    CHECK(to_base64(chars(plain)) == encoded);
    const auto decoded = from_base64(encoded);
    REQUIRE(decoded);
    CHECK(impl::text_at(decoded->data(), decoded->size()) == plain);
  }
  for (const char* bad : {"Zg=", "Z===", "Zg=a", "Zm9 ", "Zm9v\n", "===="})
    CHECK_FALSE(from_base64(bad));
}

TEST_CASE("hex with blanks between bytes") {
  CHECK(to_hex(chars("\x01\xff")) == "01ff");
  CHECK(from_hex("01 Ff\n")->size() == 2);
  for (const char* bad : {"0", "0 1", "0g"}) CHECK_FALSE(from_hex(bad));
}

TEST_CASE("SHA-256 as FIPS 180-4 has it") {
  CHECK(sha256(chars("abc")) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256({}) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST_CASE("UTF-8 without overlong forms and surrogates") {
  CHECK(is_utf8(chars("a\xc3\xa4\xf0\x9f\x98\x80")));
  for (const char* bad : {"\xc0\x80", "\xed\xa0\x80", "\xc3", "\xff"})
    CHECK_FALSE(is_utf8(chars(bad)));
}

TEST_CASE("what a terminal would obey is escaped") {
  CHECK(printable("W.0 \xc3\xa9 \xe2\x96\x88 \xf0\x9f\x98\x80") ==
        "W.0 \xc3\xa9 \xe2\x96\x88 \xf0\x9f\x98\x80");
  CHECK(printable("\x1b[31m\n\x7f") == "\\x1b[31m\\x0a\\x7f");
  CHECK(printable("\xc2\x9b"
                  "2J") == "\\xc2\\x9b2J");
  CHECK(printable("a\xe2\x80\xae"
                  "b") == "a\\xe2\\x80\\xaeb");
  CHECK(printable("\xff\xc3") == "\\xff\\xc3");
}
