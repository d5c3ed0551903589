#include "direct/byte_text.h"

#include <openssl/evp.h>

#include <array>

#include "schemac/base/load.h"
#include "schemac/base/text.h"
#include "source/utf8.h"

namespace schemac::direct {
namespace {

// OpenSSL counts in int; whole groups of 3 bytes (4 characters) go through in pieces.
constexpr std::size_t bytes_at_once = 3u << 20;
constexpr std::size_t characters_at_once = 4u << 20;

int hex_digit(char ch) {
  if (ch >= '0' && ch <= '9') return ch - '0';
  if (ch >= 'a' && ch <= 'f') return ch - 'a' + 10;
  if (ch >= 'A' && ch <= 'F') return ch - 'A' + 10;
  return -1;
}

const unsigned char* unsigned_of(const void* at) { return static_cast<const unsigned char*>(at); }

bool is_base64_digit(char ch) {
  return (ch >= '0' && ch <= '9') || (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') ||
         ch == '+' || ch == '/';
}

// Control characters (U+0000 to U+001F, U+007F to U+009F), those that turn the direction of writing
// (U+202A to U+202E, U+2066 to U+2069), and single bytes that are no character.
bool is_obeyed(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first < 0x20 || first >= 0x7f;
  if (character.size() == 2) return character >= "\xc2\x80" && character <= "\xc2\x9f";
  return (character >= "\xe2\x80\xaa" && character <= "\xe2\x80\xae") ||
         (character >= "\xe2\x81\xa6" && character <= "\xe2\x81\xa9");
}

}  // namespace

std::string to_hex(Bytes bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::byte byte : bytes) {
    text += digits[std::to_integer<std::size_t>(byte) >> 4];
    text += digits[std::to_integer<std::size_t>(byte) & 15];
  }
  return text;
}

std::optional<std::vector<std::byte>> from_hex(std::string_view text) {
  std::vector<std::byte> bytes;
  bytes.reserve(text.size() / 2);
  int high = -1;
  for (const char ch : text) {
    const bool is_blank = ch == ' ' || ch == '\n' || ch == '\t' || ch == '\r';
    if (is_blank && high < 0) continue;
    const int digit = hex_digit(ch);
    if (digit < 0) return std::nullopt;
    if (high < 0) {
      high = digit;
    } else {
      bytes.push_back(static_cast<std::byte>(high * 16 + digit));
      high = -1;
    }
  }
  if (high >= 0) return std::nullopt;
  return bytes;
}

std::string to_base64(Bytes bytes) {
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  std::vector<unsigned char> piece;
  for (std::size_t at = 0; at < bytes.size(); at += bytes_at_once) {
    const std::size_t size = std::min(bytes_at_once, bytes.size() - at);
    piece.resize((size + 2) / 3 * 4 + 1);
    const int written =
        EVP_EncodeBlock(piece.data(), unsigned_of(bytes.data() + at), static_cast<int>(size));
    text.append(piece.begin(), piece.begin() + written);
  }
  return text;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::size_t digits = text.size();
  while (digits > 0 && text.size() - digits < 2 && text[digits - 1] == '=') --digits;
  for (const char ch : text.substr(0, digits)) {
    if (!is_base64_digit(ch)) return std::nullopt;
  }
  std::vector<std::byte> bytes(text.size() / 4 * 3);
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size(); at += characters_at_once) {
    const std::size_t size = std::min(characters_at_once, text.size() - at);
    auto* out = reinterpret_cast<unsigned char*>(bytes.data()) + written;
    const int decoded = EVP_DecodeBlock(out, unsigned_of(text.data() + at), static_cast<int>(size));
    if (decoded < 0) return std::nullopt;
    written += static_cast<std::size_t>(decoded);
  }
  bytes.resize(written - (text.size() - digits));
  return bytes;
}

std::string sha256(Bytes bytes) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1)
    return {};
  return to_hex(std::as_bytes(std::span(digest).first(size)));
}

bool is_utf8(Bytes bytes) {
  const std::byte* end = bytes.data() + bytes.size();
  return impl::find_not_utf8(bytes.data(), end) == end;
}

Bytes first_characters(Bytes text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t size = most;
  while (size > 0 && most - size < 4 && (text[size] & std::byte{0xc0}) == std::byte{0x80}) --size;
  return text.first(size);
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::string_view character = source::first_character(text);
    text.remove_prefix(character.size());
    if (!is_obeyed(character)) {
      shown += character;
      continue;
    }
    for (const char byte : character) shown += "\\x" + to_hex({impl::bytes_of({&byte, 1}), 1});
  }
  return shown;
}

}  // namespace schemac::direct
