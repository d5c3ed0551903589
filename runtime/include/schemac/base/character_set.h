// Sets of characters, and whether a text keeps to one, tested sixteen characters at a time.
//
// Looking up each byte in a table is simple and slow, and most texts of a file are names of
// letters, digits and a few signs. Such a set is a few ranges, some with a hole; each range costs
// two instructions for sixteen characters. What the ranges are is found at compile time; sets that
// take too many fall back to the table.
//
//   [A-Za-z0-9._-]   letters, folded to lower case: a-z; '-' to '9' with a hole at '/'; '_'
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

/// A set of bytes, made at compile time from the characters allowed.
class CharacterSet {
 public:
  explicit constexpr CharacterSet(std::string_view allowed) {
    for (const char ch : allowed) {
      const auto byte = static_cast<unsigned char>(ch);
      words_[byte / 64] |= std::uint64_t{1} << (byte % 64);
    }
  }
  [[nodiscard]] constexpr bool contains(unsigned byte) const {
    return ((words_[byte / 64] >> (byte % 64)) & 1) != 0;
  }
  [[nodiscard]] constexpr bool contains(std::byte byte) const {
    return contains(std::to_integer<unsigned>(byte));
  }
  /// The first byte of [begin, end) outside the set, or `end`.
  [[nodiscard]] const std::byte* find_outside(const std::byte* begin, const std::byte* end) const {
    while (begin != end && contains(*begin)) ++begin;
    return begin;
  }

 private:
  std::array<std::uint64_t, 4> words_{};
};

namespace detail {

/// A set as ranges: a byte belongs to it if it lies in one of them and is no hole.
struct CharacterRanges {
  struct Range {
    std::uint8_t first = 0, last = 0;
  };
  static constexpr std::size_t most = 6;

  std::array<Range, most> ranges{};
  std::array<std::uint8_t, most> holes{};
  std::size_t range_count = 0, hole_count = 0;
  Range folded;  ///< both cases of letters: tested after setting bit 5
  bool folds = false;
  bool fits = true;  ///< false: more than `most` of either

  [[nodiscard]] constexpr bool is_folded(unsigned byte) const {
    return folds && (byte & 0x40) != 0 && (byte | 0x20) >= folded.first &&
           (byte | 0x20) <= folded.last;
  }
};

/// Finds the longest run of characters that are there with bit 5 set and without.
constexpr void find_folded(const CharacterSet& set, CharacterRanges& out) {
  for (unsigned first = 0x60; first < 0x80; ++first) {
    unsigned after = first;
    while (after < 0x80 && set.contains(after) && set.contains(after - 0x20)) ++after;
    const unsigned best = out.folds ? out.folded.last - out.folded.first + 1u : 1u;
    if (after - first <= best) continue;
    out.folds = true;
    out.folded = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(after - 1)};
  }
}

constexpr CharacterRanges ranges_of(const CharacterSet& set) {
  CharacterRanges out;
  find_folded(set, out);
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (!set.contains(byte) || out.is_folded(byte)) continue;
    const unsigned distance =
        out.range_count == 0 ? 256 : byte - out.ranges[out.range_count - 1].last;
    out.fits = out.fits && (distance <= 2 || out.range_count < CharacterRanges::most) &&
               (distance != 2 || out.hole_count < CharacterRanges::most);
    if (!out.fits) return out;
    if (distance > 2) out.ranges[out.range_count++].first = static_cast<std::uint8_t>(byte);
    if (distance == 2 && !out.is_folded(byte - 1))
      out.holes[out.hole_count++] = static_cast<std::uint8_t>(byte - 1);
    out.ranges[out.range_count - 1].last = static_cast<std::uint8_t>(byte);
  }
  return out;
}

#if defined(__SSE2__)

inline __m128i all_bytes(unsigned byte) { return _mm_set1_epi8(static_cast<char>(byte)); }

// Bytes compare signed: shifting a range to begin at -128 makes it one comparison.
template <std::uint8_t first, std::uint8_t last>
__m128i lie_in(__m128i text) {
  if constexpr (first == last) return _mm_cmpeq_epi8(text, all_bytes(first));
  return _mm_cmplt_epi8(_mm_sub_epi8(text, all_bytes(first + 128u)),
                        all_bytes(128u + last - first + 1u));
}

// All bits of the bytes that belong to the set.
template <const CharacterSet& set, std::size_t... range, std::size_t... hole>
[[gnu::always_inline]] inline __m128i mark(__m128i text, std::index_sequence<range...>,
                                           std::index_sequence<hole...>) {
  static constexpr CharacterRanges form = ranges_of(set);
  __m128i good = _mm_setzero_si128();
  if constexpr (form.folds)
    good = lie_in<form.folded.first, form.folded.last>(_mm_or_si128(text, all_bytes(0x20)));
  ((good = _mm_or_si128(good, lie_in<form.ranges[range].first, form.ranges[range].last>(text))),
   ...);
  ((good = _mm_andnot_si128(_mm_cmpeq_epi8(text, all_bytes(form.holes[hole])), good)), ...);
  return good;
}
template <const CharacterSet& set>
[[gnu::always_inline]] inline __m128i mark(__m128i text) {
  return mark<set>(text, std::make_index_sequence<ranges_of(set).range_count>(),
                   std::make_index_sequence<ranges_of(set).hole_count>());
}
inline bool is_full(__m128i marks) { return _mm_movemask_epi8(marks) == 0xffff; }

inline __m128i load_block(const std::byte* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}
/// 8 to 16 bytes as one block: the first and the last 8.
inline __m128i load_ends(const std::byte* begin, const std::byte* end) {
  return _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(begin)),
                            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(end - 8)));
}

#endif

}  // namespace detail

/// Whether all `size` characters from `text` on belong to the set. Touches no other byte: the last
/// block overlaps the one before it.
template <const CharacterSet& set>
[[nodiscard, gnu::always_inline]] inline bool keeps_to(const std::byte* text, std::uint64_t size) {
#if defined(__SSE2__)
  if constexpr (detail::ranges_of(set).fits) {
    const std::byte* const end = text + size;
    if (size >= 16) [[likely]] {
      if (size > 32) [[unlikely]] {
        for (const std::byte* const last = end - 32; text < last; text += 16)
          if (!detail::is_full(detail::mark<set>(detail::load_block(text)))) return false;
      }
      const __m128i first = detail::mark<set>(detail::load_block(text));
      const __m128i both = _mm_and_si128(first, detail::mark<set>(detail::load_block(end - 16)));
      if (!detail::is_full(both)) [[unlikely]]
        return false;
      return true;  // a constant, which the caller can jump on
    }
    if (size >= 8) return detail::is_full(detail::mark<set>(detail::load_ends(text, end)));
  }
#endif
  return set.find_outside(text, text + size) == text + size;
}

}  // namespace schemac::impl
