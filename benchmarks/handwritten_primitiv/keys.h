// Keys that must differ: names of statistics and settings, addresses of parameters.
//
// Keys that ascend differ; the library sorts addresses, so comparing neighbours proves it. Where
// they don't ascend, all of them are sorted.
#pragma once
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "handwritten_primitiv/cursor.h"

namespace handwritten_primitiv {

template <class T>
inline std::uint64_t load_big(const char* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  if constexpr (sizeof(T) == 4) return __builtin_bswap32(value);
  return __builtin_bswap64(value);
}

// Below 0, 0 or above 0, by unsigned bytes; the first word that differs decides.
[[gnu::always_inline]] inline int compare(std::string_view a, std::string_view b) {
  const std::size_t common = std::min(a.size(), b.size());
  const char* const x = a.data();
  const char* const y = b.data();
  std::uint64_t p = 0;
  std::uint64_t q = 0;
  if (common >= 8) {
    for (std::size_t at = 0;; at = std::min(at + 8, common - 8)) {
      p = load_big<std::uint64_t>(x + at);
      q = load_big<std::uint64_t>(y + at);
      if (p != q || at == common - 8) break;
    }
  } else if (common >= 4) {
    p = load_big<std::uint32_t>(x) << 32 | load_big<std::uint32_t>(x + common - 4);
    q = load_big<std::uint32_t>(y) << 32 | load_big<std::uint32_t>(y + common - 4);
  } else if (common != 0) {
    const auto word = [common](const char* at) {
      const auto byte = [at](std::size_t i) { return static_cast<unsigned char>(at[i]); };
      return std::uint64_t{byte(0)} << 16 | std::uint64_t{byte(common / 2)} << 8 | byte(common - 1);
    };
    p = word(x);
    q = word(y);
  }
  if (p != q) return p < q ? -1 : 1;
  return a.size() == b.size() ? 0 : (a.size() < b.size() ? -1 : 1);
}

// Whether two parts of addresses are the same, as most that stand below each other are.
[[gnu::always_inline]] inline bool are_equal(std::string_view a, std::string_view b) {
  const std::size_t size = a.size();
  if (size != b.size()) return false;
  const auto agree = [&]<class Word>(Word x, std::size_t at) {
    Word y;
    std::memcpy(&x, a.data() + at, sizeof x);
    std::memcpy(&y, b.data() + at, sizeof y);
    return x == y;
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

// The address of a parameter: its parts, of which few are kept in place.
class Address {
 public:
  static constexpr std::uint64_t most_in_place = 8;

  void clear() { size_ = 0; }
  void add(std::string_view part) {
    if (size_ < most_in_place) parts_[size_] = part;
    ++size_;
  }
  std::uint64_t size() const { return size_; }
  bool is_in_place() const { return size_ <= most_in_place; }
  std::string_view operator[](std::uint64_t index) const { return parts_[index]; }

  // Whether `a` surely comes before `b`: false if it doesn't, or if they are too long to tell.
  static bool precedes(const Address& a, const Address& b) {
    if (!a.is_in_place() || !b.is_in_place()) [[unlikely]]
      return false;
    const std::uint64_t common = std::min(a.size_, b.size_);
    for (std::uint64_t i = 0; i < common; ++i) {
      const int order = compare(a.parts_[i], b.parts_[i]);
      if (order != 0) return order < 0;
    }
    return a.size_ < b.size_;
  }

 private:
  std::array<std::string_view, most_in_place> parts_;
  std::uint64_t size_ = 0;
};

// A key and where it stands.
struct PlacedKey {
  std::vector<std::string> parts;
  const std::byte* at;
};
// Where the second of two equal keys stands, the first such one in the file; null if all differ.
inline const std::byte* find_duplicate(std::vector<PlacedKey>& keys) {
  std::sort(keys.begin(), keys.end(), [](const PlacedKey& a, const PlacedKey& b) {
    return a.parts != b.parts ? a.parts < b.parts : a.at < b.at;
  });
  const std::byte* found = nullptr;
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i].parts == keys[i - 1].parts && (found == nullptr || keys[i].at < found))
      found = keys[i].at;
  return found;
}

}  // namespace handwritten_primitiv
