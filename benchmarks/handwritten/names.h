// Names: their character set, their order and their uniqueness.
//
// These three are half the cost of reading a table of small tensors, so each works on words: 16
// characters at a time where SSE2 is there (every x86-64), 8 elsewhere. Names that don't fill the
// last word are covered by a load that overlaps the one before, so nothing after them is touched.
#pragma once
#include <algorithm>
#include <chrono>
#include <string_view>
#include <vector>
#if defined(__SSE2__) && !defined(HANDWRITTEN_SWAR)
#include <emmintrin.h>
#endif

#include "handwritten/wire.h"

namespace handwritten {

inline std::string_view text_at(const std::byte* at, std::uint64_t size) {
  return {reinterpret_cast<const char*>(at), size};
}

template <class T>
T load_text(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

constexpr bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '-';
}

#if defined(__SSE2__) && !defined(HANDWRITTEN_SWAR)

// Bytes compare signed; shifting a range to begin at -128 makes one comparison of it.
inline bool are_name_characters(__m128i text) {
  const auto all = [](int value) { return _mm_set1_epi8(static_cast<char>(value)); };
  const __m128i lower = _mm_or_si128(text, all(0x20));
  const __m128i letters = _mm_cmplt_epi8(_mm_sub_epi8(lower, all('a' + 128)), all(-128 + 26));
  // '-' '.' '/' '0' .. '9' are neighbours; the slash is taken out again.
  const __m128i digits = _mm_cmplt_epi8(_mm_sub_epi8(text, all('-' + 128)), all(-128 + 13));
  const __m128i slash = _mm_cmpeq_epi8(text, all('/'));
  const __m128i underscore = _mm_cmpeq_epi8(text, all('_'));
  const __m128i good =
      _mm_or_si128(_mm_or_si128(letters, underscore), _mm_andnot_si128(slash, digits));
  return _mm_movemask_epi8(good) == 0xffff;
}

inline __m128i load_block(const char* at) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
}

constexpr std::uint64_t block_size = 16;

// Names of 8 to 15 characters are one block of their first and their last 8.
inline bool are_short_name_characters(std::string_view name) {
  const char* const text = name.data();
  if (name.size() < 8) return std::all_of(name.begin(), name.end(), is_name_character);
  const __m128i first = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text));
  const __m128i last = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(text + name.size() - 8));
  return are_name_characters(_mm_unpacklo_epi64(first, last));
}

#else

constexpr std::uint64_t every_byte = 0x0101010101010101U;

// In each byte of `text` (all below 128) the high bit: low <= byte <= high.
constexpr std::uint64_t in_range(std::uint64_t text, unsigned low, unsigned high) {
  return (text + every_byte * (128 - low)) & ~(text + every_byte * (127 - high));
}

inline bool are_name_characters(std::uint64_t text) {
  constexpr std::uint64_t high_bits = every_byte * 128;
  if (text & high_bits) return false;
  const std::uint64_t good = in_range(text | every_byte * 0x20, 'a', 'z') |
                             (in_range(text, '-', '9') & ~in_range(text, '/', '/')) |
                             in_range(text, '_', '_');
  return (good & high_bits) == high_bits;
}

inline std::uint64_t load_block(const char* at) { return load_text<std::uint64_t>(at); }

constexpr std::uint64_t block_size = 8;

inline bool are_short_name_characters(std::string_view name) {
  return std::all_of(name.begin(), name.end(), is_name_character);
}

#endif

// True for one or more characters of [A-Za-z0-9._-].
inline bool is_name(std::string_view name) {
  if (name.size() < block_size) [[unlikely]]
    return !name.empty() && are_short_name_characters(name);
  const char* const last = name.data() + name.size() - block_size;
  for (const char* at = name.data(); at < last; at += block_size) {
    if (!are_name_characters(load_block(at))) [[unlikely]]
      return false;
  }
  return are_name_characters(load_block(last));
}

// `a < b` by bytes; the first differing word decides, read as big-endian.
inline bool precedes(std::string_view a, std::string_view b) {
  const std::uint64_t common = std::min(a.size(), b.size());
  if (common < 8) [[unlikely]]
    return a < b;
  std::uint64_t at = 0;
  for (;;) {
    const auto x = load_text<std::uint64_t>(a.data() + at);
    const auto y = load_text<std::uint64_t>(b.data() + at);
    if (x != y) return __builtin_bswap64(x) < __builtin_bswap64(y);
    if (at == common - 8) return a.size() < b.size();
    at = std::min(at + 8, common - 8);
  }
}

// A set of names that someone else holds. Its seed differs from run to run, so that no file can be
// made to collide.
class NameSet {
 public:
  explicit NameSet(std::uint64_t count)
      : slots_(std::bit_ceil(count + count / 2 + 1)), mask_(slots_.size() - 1) {}

  // False if the name is in the set already.
  bool insert(std::string_view name) {
    const std::uint64_t hash = hash_of(name);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::uint64_t i = hash & mask_;; i = (i + 1) & mask_) {
      Slot& slot = slots_[i];
      if (slot.text == nullptr) {
        slot = {name.data(), static_cast<std::uint32_t>(name.size()), tag};
        return true;
      }
      if (slot.tag == tag && std::string_view(slot.text, slot.size) == name) return false;
    }
  }

 private:
  struct Slot {
    const char* text = nullptr;
    std::uint32_t size = 0;
    std::uint32_t tag = 0;
  };

  static std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
    hash = (hash ^ word) * 0x9fb21c651e98df25U;
    return hash ^ (hash >> 29);
  }
  std::uint64_t hash_of(std::string_view name) const {
    std::uint64_t hash = mix(seed_, name.size());
    if (name.size() < 8) {
      for (char c : name) hash = mix(hash, static_cast<unsigned char>(c));
    } else {
      const char* const last = name.data() + name.size() - 8;
      for (const char* at = name.data(); at < last; at += 8) {
        hash = mix(hash, load_text<std::uint64_t>(at));
      }
      hash = mix(hash, load_text<std::uint64_t>(last));
    }
    return mix(hash, seed_);
  }

  std::vector<Slot> slots_;
  std::uint64_t mask_;
  std::uint64_t seed_ =
      mix(reinterpret_cast<std::uintptr_t>(this),
          static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
};

// Proves uniqueness of names that ascend, at the cost of comparing neighbours. Where they don't,
// `ascending()` is false and a `NameSet` has to decide.
class Neighbours {
 public:
  void add(std::string_view name) {
    ascending_ &= precedes(previous_, name);
    previous_ = name;
  }
  bool ascending() const { return ascending_; }

 private:
  std::string_view previous_;
  bool ascending_ = true;
};

}  // namespace handwritten
