// Keys that must differ: names of a table, keys of a map.
//
// A deterministic writer stores names in ascending order, so comparing each with the one before
// proves that all differ, at no cost of memory. Only when a name steps back, a second pass over the
// table looks for duplicates with a hash table whose seed no file can know.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"

namespace schemac::impl {

/// `x < y`, compared as unsigned bytes; the first word that differs decides.
[[nodiscard, gnu::always_inline]] inline bool precedes(std::string_view x, std::string_view y) {
  const std::size_t common = std::min(x.size(), y.size());
  if (common < 8) [[unlikely]]
    return x < y;
  for (std::size_t at = 0;; at = std::min(at + 8, common - 8)) {
    const auto a = load<std::uint64_t>(bytes_of(x) + at);
    const auto b = load<std::uint64_t>(bytes_of(y) + at);
    if (a != b) return detail::swap_bytes(a) < detail::swap_bytes(b);
    if (at == common - 8) return x.size() < y.size();
  }
}

/// Below 0, 0 or above 0, compared as unsigned bytes; made for texts of a few characters.
[[nodiscard, gnu::always_inline]] inline int compare_texts(std::string_view x, std::string_view y) {
  const std::size_t common = std::min(x.size(), y.size());
  std::uint64_t a = 0, b = 0;  // the words that decide, big-endian
  const auto word = [common](const std::byte* at) -> std::uint64_t {
    if (common >= 4)
      return std::uint64_t{load<std::uint32_t, Endian::big>(at)} << 32 |
             load<std::uint32_t, Endian::big>(at + common - 4);
    return std::to_integer<std::uint64_t>(at[0]) << 16 |
           std::to_integer<std::uint64_t>(at[common / 2]) << 8 |
           std::to_integer<std::uint64_t>(at[common - 1]);
  };
  if (common >= 8) {
    for (std::size_t at = 0;; at = std::min(at + 8, common - 8)) {
      a = load<std::uint64_t, Endian::big>(bytes_of(x) + at);
      b = load<std::uint64_t, Endian::big>(bytes_of(y) + at);
      if (a != b || at == common - 8) break;
    }
  } else if (common != 0) {
    a = word(bytes_of(x));
    b = word(bytes_of(y));
  }
  if (a != b) return a < b ? -1 : 1;
  return x.size() == y.size() ? 0 : (x.size() < y.size() ? -1 : 1);
}
/// The same of texts of at most 16 bytes, after whose start as many can be read.
[[nodiscard, gnu::always_inline]] inline int compare_texts_with_room(const std::byte* x,
                                                                     std::uint64_t x_size,
                                                                     const std::byte* y,
                                                                     std::uint64_t y_size) {
  const std::uint64_t common = std::min(x_size, y_size);
  auto a = load<std::uint64_t>(x);
  auto b = load<std::uint64_t>(y);
  if (common < 8) {
    // Two shifts, since one by all bits isn't defined.
    const std::uint64_t differ = (a ^ b) << 8 << (56 - 8 * common);
    if (differ == 0) return x_size == y_size ? 0 : (x_size < y_size ? -1 : 1);
  } else if (a == b) {
    a = load<std::uint64_t>(x + common - 8);
    b = load<std::uint64_t>(y + common - 8);
    if (a == b) return x_size == y_size ? 0 : (x_size < y_size ? -1 : 1);
  }
  return detail::swap_bytes(a) < detail::swap_bytes(b) ? -1 : 1;
}
/// Whether two texts are the same; made for texts of a few characters.
[[nodiscard, gnu::always_inline]] inline bool are_equal_texts(std::string_view x,
                                                              std::string_view y) {
  const std::size_t size = x.size();
  if (size != y.size()) return false;
  const std::byte* const a = bytes_of(x);
  const std::byte* const b = bytes_of(y);
  const auto agree = [a, b]<class Word>(Word, std::size_t at) {
    return load<Word>(a + at) == load<Word>(b + at);
  };
  if (size >= 8) {
    for (std::size_t at = 0; at < size - 8; at += 8)
      if (!agree(std::uint64_t{}, at)) return false;
    return agree(std::uint64_t{}, size - 8);
  }
  if (size >= 4) return agree(std::uint32_t{}, 0) && agree(std::uint32_t{}, size - 4);
  if (size >= 2) return agree(std::uint16_t{}, 0) && agree(std::uint16_t{}, size - 2);
  return size == 0 || agree(std::uint8_t{}, 0);
}
namespace detail {
[[nodiscard, gnu::noinline]] inline bool precedes_out_of_line(std::string_view x,
                                                              std::string_view y) {
  return compare_texts(x, y) < 0;
}
}  // namespace detail

/// `x < y` of lists of texts: text by text, a shorter list before its extensions. Neighbours often
/// begin with the same texts, which are only found to be equal.
[[nodiscard, gnu::always_inline]] inline bool precedes(const std::vector<std::string>& x,
                                                       const std::vector<std::string>& y) {
  auto a = x.begin();
  auto b = y.begin();
  for (; a != x.end() && b != y.end(); ++a, ++b)
    if (!are_equal_texts(*a, *b)) return compare_texts(std::string_view(*a), *b) < 0;
  return b != y.end();
}

template <class Number>
requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
[[nodiscard]] constexpr bool precedes(Number x, Number y) { return x < y; }

/// A list of texts as one text that no other list has.
template <class Texts>
[[nodiscard]] std::string flattened(const Texts& texts) {
  std::string out;
  for (const std::string_view text : texts) {
    std::array<std::byte, 8> size{};
    store<std::uint64_t>(size.data(), text.size());
    out.append(text_at(size.data(), size.size())).append(text);
  }
  return out;
}
/// Keys that are no text in a file or value, kept while others are compared with them.
class MadeKeys {
 public:
  [[nodiscard]] std::string_view add(std::string key) {
    return *keys_.emplace_back(std::make_unique<const std::string>(std::move(key)));
  }

 private:
  std::vector<std::unique_ptr<const std::string>> keys_;
};

/// A list of texts as sentences show it: "encoder/lookup".
template <class Texts>
[[nodiscard]] std::string joined(const Texts& texts) {
  std::string out;
  bool is_first = true;
  for (const std::string_view text : texts) {
    if (!is_first) out += '/';
    is_first = false;
    out += text;
  }
  return out;
}

/// Says whether keys came in strictly ascending order: texts compared as unsigned bytes, numbers,
/// or whatever else has a function `precedes`.
template <class Key>
class BasicAscending {
 public:
  /// Adds the next key; it must stay where it is until the one after it was added. (An empty first
  /// key counts as a step back: the second pass then finds out.)
  [[gnu::always_inline]] void add(const Key& key) {
    steps_back_ += precedes(previous_, key) ? 0 : 1;
    previous_ = key;
  }
  /// The same; false if the key belongs before the one before it.
  [[nodiscard, gnu::always_inline]] bool add_ordered(const Key& key) {
    const bool rises = precedes(previous_, key);
    const bool falls = !rises && !(key == previous_);
    steps_back_ += rises ? 0 : 1;
    previous_ = key;
    return !falls;
  }
  /// True while every key was greater than the one before, so none can be there twice.
  [[nodiscard]] bool holds() const { return steps_back_ == 0; }

 private:
  static constexpr Key least() {
    if constexpr (std::is_arithmetic_v<Key>) return std::numeric_limits<Key>::lowest();
    return Key();
  }

  Key previous_ = least();
  std::uint64_t steps_back_ = 0;  // counted, which takes no branch
};
using Ascending = BasicAscending<std::string_view>;

/// Hashes that no file can be made to share, since a seed is in them that none can know.
class SecretHash {
 public:
  /// Both factors are hidden from whoever made the words: one by the seed, one being it.
  [[nodiscard]] std::uint64_t mix(std::uint64_t hash, std::uint64_t word) const {
    const Product product = Product{hash ^ word} * seed_;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
  [[nodiscard]] std::uint64_t of(std::string_view key) const {
    const std::byte* const begin = bytes_of(key);
    std::uint64_t hash = mix(seed_ >> 7, key.size());
    if (key.size() < 8) [[unlikely]] {
      std::uint64_t word = 0;
      if (!key.empty()) std::memcpy(&word, begin, key.size());
      return mix(hash, word);
    }
    // The last word overlaps the one before it.
    const std::byte* const last = begin + key.size() - 8;
    for (const std::byte* at = begin; at < last; at += 8) hash = mix(hash, load<std::uint64_t>(at));
    return mix(mix(hash, load<std::uint64_t>(last)), seed_ >> 9);
  }

 private:
  __extension__ using Product = unsigned __int128;

  static std::uint64_t fresh_seed(const void* somewhere) {
    // Not <chrono>, which costs more to compile than the rest of this header.
    std::uint64_t seed = static_cast<std::uint64_t>(std::time(nullptr)) << 32 ^
                         static_cast<std::uint64_t>(std::clock()) ^
                         reinterpret_cast<std::uintptr_t>(somewhere);
    for (const std::uint64_t factor : {0x9e3779b97f4a7c15u, 0xd6e8feb86659fd93u}) {
      seed *= factor;
      seed ^= seed >> 32;
    }
    return seed | 1;
  }

  std::uint64_t seed_ = fresh_seed(this);
};

/// Finds keys that were there before. The keys' bytes must outlive it.
class DuplicateFinder {
 public:
  /// `count` keys at most will be added; 24 to 72 bytes of memory for each.
  explicit DuplicateFinder(std::uint64_t count)
      : slots_(std::bit_ceil(std::max<std::uint64_t>(8, count + count / 2))),
        mask_(slots_.size() - 1) {}

  /// False if the same key was added before.
  [[nodiscard]] bool add(std::string_view key) {
    const std::uint64_t hash = hash_.of(key) | used;
    for (std::uint64_t at = (hash >> 1) & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[static_cast<std::size_t>(at)];
      if (slot.hash == 0) {
        slot = {hash, key};
        return true;
      }
      if (slot.hash == hash && slot.key == key) [[unlikely]]
        return false;
    }
  }

 private:
  static constexpr std::uint64_t used = 1;  // in the hash of each key
  struct Slot {
    std::uint64_t hash = 0;
    std::string_view key;
  };

  std::vector<Slot> slots_;
  std::uint64_t mask_;
  SecretHash hash_;
};

}  // namespace schemac::impl
