// Checksums of stretches of bytes: what the headers of formats with digests include. Links with
// schemac::digests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_writer.h"
#include "schemac/digest/digester.h"

namespace schemac::impl {

/// What a digest covers: bytes from `begin` to `end` in a file. Null for its own ones, which count
/// as `own`.
struct Covered {
  const std::byte* begin;
  const std::byte* end;
  std::byte own{};
};
[[nodiscard]] constexpr Covered own_bytes(std::uint8_t own) {
  return {nullptr, nullptr, static_cast<std::byte>(own)};
}

/// A digest and the one that was computed, as a sentence shows them: numbers as such, whatever
/// their byte order, rows of bytes as they lie in the file.
class BothDigests {
 public:
  BothDigests(const Digester& digester, Bytes stored, Bytes computed)
      : text_(of(digester, stored)) {
    first_ = text_.size();
    text_ +=
        computed.empty() ? "one that the library here doesn't compute" : of(digester, computed);
  }
  /// Borrowed from this.
  [[nodiscard]] Facts facts() const { return {first_, 0, 0, text_}; }

 private:
  [[nodiscard]] static std::string of(const Digester& digester, Bytes bytes) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text = digester.is_number() ? "0x" : "";
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const std::size_t at = digester.is_reversed() ? bytes.size() - 1 - i : i;
      const auto byte = std::to_integer<unsigned>(bytes[at]);
      text += digits[byte >> 4];
      text += digits[byte & 15];
    }
    return text;
  }

  std::string text_;
  std::size_t first_ = 0;
};

/// Compares the digest at `at`, of which all bytes are there, with what it covers; returns whether
/// the walk goes on.
inline bool check_digest(Context& context, const Frame& frame, const Check& check,
                         Digester digester, std::initializer_list<Covered> covered,
                         const std::byte* at) {
  if (digester.size() == 0 || !context.makes(check)) return true;
  for (const auto& [begin, end, own] : covered) {
    if (begin == nullptr)
      digester.add_own(own);
    else
      digester.add(Bytes(begin, end));
  }
  const Bytes stored(at, digester.size()), computed = digester.finish();
  if (std::ranges::equal(computed, stored)) return true;
  return context.note(check, frame, at, BothDigests(digester, stored, computed).facts());
}

}  // namespace schemac::impl
