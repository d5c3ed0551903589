// Checksums that are sums of a file's units: added, ones' complement, exclusive or, Fletcher's.
//
// A unit has one, two or four bytes, in the byte order of the checksum. What comes may end within a
// unit; at the very end the rest of a unit is zeros.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/digest/digest_kind.h"

namespace schemac::impl {

namespace detail {

/// Gives `use` the units of bytes that come piece by piece.
template <std::unsigned_integral T>
class Units {
 public:
  template <class Use>
  void add(Bytes bytes, Endian endian, const Use& use) {
    std::size_t i = 0;
    while (count_ != 0 && i < bytes.size()) put(bytes[i++], endian, use);
    if (endian == Endian::big)
      i = whole<Endian::big>(bytes, i, use);
    else
      i = whole<Endian::little>(bytes, i, use);
    while (i < bytes.size()) put(bytes[i++], endian, use);
  }
  /// The unit that was begun, if there is one.
  template <class Use>
  void end(const Use& use) const {
    if (count_ != 0) use(begun_);
  }

 private:
  template <Endian endian, class Use>
  static std::size_t whole(Bytes bytes, std::size_t i, const Use& use) {
    for (; bytes.size() - i >= sizeof(T); i += sizeof(T)) use(load<T, endian>(bytes.data() + i));
    return i;
  }
  template <class Use>
  void put(std::byte byte, Endian endian, const Use& use) {
    const std::size_t place = endian == Endian::big ? sizeof(T) - 1 - count_ : count_;
    begun_ = static_cast<T>(begun_ | (std::to_integer<std::uint64_t>(byte) << (8 * place)));
    if (++count_ < sizeof(T)) return;
    use(begun_);
    begun_ = 0;
    count_ = 0;
  }

  T begun_ = 0;
  std::size_t count_ = 0;  // bytes of it
};

/// The units, added.
template <std::unsigned_integral T>
class Sum {
 public:
  void add(Bytes bytes, Endian endian) {
    std::uint64_t sum = sum_;  // a local one, which no byte can alias
    units_.add(bytes, endian, [&sum](T unit) { sum += unit; });
    sum_ = sum;
  }
  [[nodiscard]] std::uint64_t finish() const {
    std::uint64_t sum = sum_;
    units_.end([&](T unit) { sum += unit; });
    return sum;
  }

 private:
  Units<T> units_;
  std::uint64_t sum_ = 0;  // of which checksums take the lowest bytes
};

/// The complement of the ones' complement sum of 16-bit units: RFC 1071.
class InternetSum {
 public:
  void add(Bytes bytes, Endian endian) { sum_.add(bytes, endian); }
  [[nodiscard]] std::uint64_t finish() const {
    std::uint64_t sum = sum_.finish();
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
    return ~sum;
  }

 private:
  Sum<std::uint16_t> sum_;
};

class ExclusiveOr {
 public:
  void add(Bytes bytes, Endian /*endian*/) {
    std::byte all = all_;
    for (const std::byte byte : bytes) all ^= byte;
    all_ = all;
  }
  [[nodiscard]] std::uint64_t finish() const { return std::to_integer<std::uint64_t>(all_); }

 private:
  std::byte all_{};
};

/// Fletcher's: the sum of the units in the lower half, that of all sums on the way in the upper
/// half, both modulo the largest unit.
template <std::unsigned_integral T>
class Fletcher {
 public:
  void add(Bytes bytes, Endian endian) {
    // So few units at a time that no sum of sums leaves 64 bits.
    constexpr std::size_t most = std::size_t{1} << 20;
    while (!bytes.empty()) {
      const Bytes some = bytes.first(bytes.size() < most ? bytes.size() : most);
      bytes = bytes.subspan(some.size());
      Sums sums = sums_;
      units_.add(some, endian, [&sums](T unit) { sums.add(unit); });
      sums.reduce();
      sums_ = sums;
    }
  }
  [[nodiscard]] std::uint64_t finish() const {
    Sums sums = sums_;
    units_.end([&](T unit) { sums.add(unit); });
    sums.reduce();
    return sums.second << (8 * sizeof(T)) | sums.first;
  }

 private:
  struct Sums {
    void add(T unit) {
      first += unit;
      second += first;
    }
    void reduce() {
      constexpr T largest = static_cast<T>(-1);
      first %= largest;
      second %= largest;
    }
    std::uint64_t first = 0, second = 0;
  };

  Units<T> units_;
  Sums sums_;
};

}  // namespace detail

inline constexpr DigestKind digest_sum8 =
    detail::number_kind<DigestAlgorithm::sum8, detail::Sum<std::uint8_t>>;
inline constexpr DigestKind digest_sum16 =
    detail::number_kind<DigestAlgorithm::sum16, detail::Sum<std::uint16_t>>;
inline constexpr DigestKind digest_sum32 =
    detail::number_kind<DigestAlgorithm::sum32, detail::Sum<std::uint32_t>>;
inline constexpr DigestKind digest_internet =
    detail::number_kind<DigestAlgorithm::internet, detail::InternetSum>;
inline constexpr DigestKind digest_xor8 =
    detail::number_kind<DigestAlgorithm::xor8, detail::ExclusiveOr>;
inline constexpr DigestKind digest_fletcher16 =
    detail::number_kind<DigestAlgorithm::fletcher16, detail::Fletcher<std::uint8_t>>;
inline constexpr DigestKind digest_fletcher32 =
    detail::number_kind<DigestAlgorithm::fletcher32, detail::Fletcher<std::uint16_t>>;

}  // namespace schemac::impl
