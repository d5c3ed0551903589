// Sets of characters and encodings. What is valid UTF-8 is taken from the Unicode Standard, table
// 3-7, and its examples.
#include "schemac/base/text.h"

#include <catch2/catch.hpp>
#include <string>

#include "schemac/base/character_set.h"
#include "schemac/base/load.h"

namespace {

using schemac::impl::bytes_of;

constexpr schemac::impl::CharacterSet names(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-");
constexpr schemac::impl::CharacterSet digits("0123456789");
constexpr schemac::impl::CharacterSet high("\x80\x81\xff");
// Too many ranges for the fast way.
constexpr schemac::impl::CharacterSet scattered("ac!#eg%'ik)+mo-/qs13uw57y9;=?A");

struct SetRow {
  std::string name;
  bool (*holds)(unsigned char);
  bool (*keeps)(const std::byte*, std::uint64_t);
  const schemac::impl::CharacterSet* set;
};

bool is_alphanumeric(unsigned char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9');
}
const SetRow set_rows[] = {
    {"names",
     [](unsigned char ch) { return is_alphanumeric(ch) || ch == '.' || ch == '_' || ch == '-'; },
     schemac::impl::keeps_to<names>, &names},
    {"digits", [](unsigned char ch) { return ch >= '0' && ch <= '9'; },
     schemac::impl::keeps_to<digits>, &digits},
    {"high", [](unsigned char ch) { return ch == 0x80 || ch == 0x81 || ch == 0xff; },
     schemac::impl::keeps_to<high>, &high},
    {"scattered",
     [](unsigned char ch) {
       return ch != 0 &&
              std::string("ac!#eg%'ik)+mo-/qs13uw57y9;=?A").find(static_cast<char>(ch)) !=
                  std::string::npos;
     },
     schemac::impl::keeps_to<scattered>, &scattered},
};

char member_of(const SetRow& row) {
  for (int ch = 0; ch < 256; ++ch)
    if (row.holds(static_cast<unsigned char>(ch))) return static_cast<char>(ch);
  return 0;
}

TEST_CASE("a set tells its characters at every place of texts of every length") {
  for (const SetRow& row : set_rows) {
    const char member = member_of(row);
    for (std::size_t size = 0; size <= 40; ++size) {
      const std::string good(size, member);
      INFO(row.name << ", " << size << " characters");
      CHECK(row.keeps(bytes_of(good), size));
      CHECK(row.set->find_outside(bytes_of(good), bytes_of(good) + size) == bytes_of(good) + size);
      for (std::size_t at = 0; at < size; ++at) {
        std::string text = good;
        text[at] = ' ';
        if (row.keeps(bytes_of(text), size) ||
            row.set->find_outside(bytes_of(text), bytes_of(text) + size) != bytes_of(text) + at)
          FAIL("a blank at " << at);
      }
    }
  }
}

TEST_CASE("a set has the characters that it was made of, and no other byte") {
  for (const SetRow& row : set_rows)
    for (int ch = 0; ch < 256; ++ch)
      for (const std::size_t size :
           {std::size_t{1}, std::size_t{8}, std::size_t{20}, std::size_t{40}}) {
        std::string text(size, member_of(row));
        text[size / 2] = static_cast<char>(ch);
        const bool holds = row.holds(static_cast<unsigned char>(ch));
        if (row.keeps(bytes_of(text), size) != holds)
          FAIL(row.name << ": byte " << ch << " in " << size);
      }
}

struct Utf8Row {
  std::string name;
  std::string text;
  int bad;  // offset of the first byte of what is broken, -1: fine
};

const Utf8Row utf8_rows[] = {
    {"empty", "", -1},
    {"ASCII, longer than a word", "0123456789abcdef", -1},
    {"two bytes, least", "\xc2\x80", -1},
    {"two bytes, greatest", "\xdf\xbf", -1},
    {"three bytes, least", "\xe0\xa0\x80", -1},
    {"before the surrogates", "\xed\x9f\xbf", -1},
    {"after the surrogates", "\xee\x80\x80", -1},
    {"three bytes, greatest", "\xef\xbf\xbf", -1},
    {"four bytes, least", "\xf0\x90\x80\x80", -1},
    {"four bytes, greatest", "\xf4\x8f\xbf\xbf", -1},
    {"after ASCII", "01234567\xe2\x82\xac", -1},
    {"lone continuation", "a\x80", 1},
    {"overlong, two bytes", "\xc0\xaf", 0},
    {"overlong, two bytes, greatest", "\xc1\xbf", 0},
    {"overlong, three bytes", "\xe0\x9f\xbf", 0},
    {"overlong, four bytes", "\xf0\x8f\xbf\xbf", 0},
    {"surrogate, first", "\xed\xa0\x80", 0},
    {"surrogate, last", "\xed\xbf\xbf", 0},
    {"beyond U+10FFFF", "\xf4\x90\x80\x80", 0},
    {"lead byte that is none", "\xf5\x80\x80\x80", 0},
    {"cut in the middle", "ab\xe2\x82", 2},
    {"cut after the lead", "ab\xf0", 2},
    {"third byte is none",
     "\xe2\x82"
     "a",
     0},
    {"fourth byte is none",
     "\xf0\x90\x80"
     "a",
     0},
    {"after a whole word", "01234567\xff", 8},
};

TEST_CASE("broken UTF-8 is found where it begins") {
  for (const Utf8Row& row : utf8_rows) {
    INFO(row.name);
    const std::byte* const begin = bytes_of(row.text);
    const std::byte* const end = begin + row.text.size();
    CHECK(schemac::impl::find_not_utf8(begin, end) == (row.bad < 0 ? end : begin + row.bad));
  }
}

TEST_CASE("the first byte beyond ASCII is found at every place") {
  for (std::size_t size = 0; size < 20; ++size)
    for (std::size_t at = 0; at < size; ++at) {
      std::string text(size, '\x7f');
      text[at] = '\x80';
      CHECK(schemac::impl::find_not_ascii(bytes_of(text), bytes_of(text) + size) ==
            bytes_of(text) + at);
    }
}

}  // namespace
