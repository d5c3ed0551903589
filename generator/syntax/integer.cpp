#include "syntax/integer.h"

#include <charconv>
#include <limits>

namespace schemac::syntax {
namespace {

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63U;

// Digits with single underscores between them; nothing if anything else is there.
std::optional<std::string> digits_of(std::string_view text) {
  std::string digits;
  bool after_digit = false;
  for (const char c : text) {
    if (c == '_') {
      if (!after_digit) return std::nullopt;
      after_digit = false;
      continue;
    }
    digits += c;
    after_digit = true;
  }
  if (!after_digit) return std::nullopt;
  return digits;
}

}  // namespace

std::optional<std::int64_t> Integer::to_signed() const {
  if (is_negative) {
    if (magnitude > sign_bit) return std::nullopt;
    // 0 - magnitude in unsigned arithmetic is the two's complement pattern.
    return static_cast<std::int64_t>(std::uint64_t{0} - magnitude);
  }
  if (magnitude >= sign_bit) return std::nullopt;
  return static_cast<std::int64_t>(magnitude);
}

std::optional<std::uint64_t> Integer::to_unsigned() const {
  if (is_negative) return std::nullopt;
  return magnitude;
}

std::optional<Integer> parse_integer(std::string_view text) {
  Integer result;
  const bool has_minus = text.starts_with('-');
  if (has_minus) text.remove_prefix(1);
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) base = 16;
  if (text.starts_with("0b") || text.starts_with("0B")) base = 2;
  if (base != 10) text.remove_prefix(2);
  const auto digits = digits_of(text);
  if (!digits) return std::nullopt;
  // 010 is eight for some readers and ten for others; it is nothing here.
  if (base == 10 && digits->size() > 1 && digits->front() == '0') return std::nullopt;
  const char* const end = digits->data() + digits->size();
  const auto parsed = std::from_chars(digits->data(), end, result.magnitude, base);
  if (parsed.ec != std::errc{} || parsed.ptr != end) return std::nullopt;
  result.is_negative = has_minus && result.magnitude != 0;
  return result;
}

std::string to_text(const Integer& integer) {
  return (integer.is_negative ? "-" : "") + std::to_string(integer.magnitude);
}

}  // namespace schemac::syntax
