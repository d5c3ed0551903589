// Keys of maps of which a schema says nothing: whether one occurs twice.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "schemac/base/load.h"
#include "schemac/base/unique.h"
#include "schemac/core/bytes.h"
#include "schemac/wire/msgpack_object_walk.h"

namespace schemac::impl::msgpack {

/// Keys of one map. They are the same if they stand for the same value, in whatever width; a number
/// of one kind is none of another, and a text is no bytes.
///
/// Only where keys lie is kept, and they are compared there: 11 to 32 bytes of memory for each,
/// nothing for one that was there before, and time linear in their bytes. (Many keys can't all
/// differ and be short, so that is less than readers may own: `Limits::memory_per_byte`.)
class ObjectKeys {
 public:
  /// The keys lie in `space`, which must outlive this.
  explicit ObjectKeys(Bytes space) : space_(space) {}

  /// Adds the object that takes all of `key`, which was found whole; false if one that is the same
  /// was added before.
  [[nodiscard]] bool add(Bytes key) {
    if (4 * (count_ + 1) > 3 * slots_.size()) grow();
    const std::uint64_t hash = hash_of(key.data());
    std::uint64_t& slot = slot_for(hash, key.data());
    if (slot != 0) return false;
    slot = (hash & ~low_bits) | slot_of(hash, key);
    ++count_;
    return true;
  }

 private:
  // A slot has bits of the key's hash, then whether the key is a long one, then its place, counted
  // from 1: in the space (no address space takes more bits), or in the list of long keys. Only of
  // those the hash is kept: it would take long to make again.
  static constexpr std::uint64_t low_bits = (std::uint64_t{1} << 48) - 1;
  static constexpr std::uint64_t is_long = std::uint64_t{1} << 47;
  static constexpr std::size_t long_size = 64;
  struct LongKey {
    std::uint64_t hash;
    const std::byte* begin;
  };

  [[nodiscard]] std::uint64_t slot_of(std::uint64_t hash, Bytes key) {
    if (key.size() < long_size) return distance(space_.data(), key.data()) + 1;
    long_keys_.push_back({hash, key.data()});
    return is_long | long_keys_.size();
  }
  [[nodiscard]] const LongKey& long_key(std::uint64_t slot) const {
    return long_keys_[static_cast<std::size_t>((slot & low_bits & ~is_long) - 1)];
  }
  [[nodiscard]] const std::byte* key_in(std::uint64_t slot) const {
    return (slot & is_long) != 0 ? long_key(slot).begin : space_.data() + (slot & low_bits) - 1;
  }
  [[nodiscard]] std::uint64_t hash_in(std::uint64_t slot) const {
    return (slot & is_long) != 0 ? long_key(slot).hash : hash_of(key_in(slot));
  }
  // The slot that holds such a key, or the free one that it belongs to.
  [[nodiscard]] std::uint64_t& slot_for(std::uint64_t hash, const std::byte* key) {
    const std::uint64_t mask = slots_.size() - 1;
    for (std::uint64_t at = hash & mask;; at = (at + 1) & mask) {
      std::uint64_t& slot = slots_[static_cast<std::size_t>(at)];
      if (slot == 0) return slot;
      if (((slot ^ hash) & ~low_bits) == 0 && is_same(key_in(slot), key)) return slot;
    }
  }
  void grow() {
    std::vector<std::uint64_t> larger(std::max<std::size_t>(8, 2 * slots_.size()));
    const std::uint64_t mask = larger.size() - 1;
    for (const std::uint64_t slot : slots_) {
      if (slot == 0) continue;
      std::uint64_t at = hash_in(slot) & mask;
      while (larger[static_cast<std::size_t>(at)] != 0) at = (at + 1) & mask;
      larger[static_cast<std::size_t>(at)] = slot;
    }
    slots_ = std::move(larger);
  }

  [[nodiscard]] const std::byte* end() const { return space_.data() + space_.size(); }
  [[nodiscard]] static std::uint64_t form_of(const ObjectAt& at) {
    return static_cast<std::uint64_t>(at.kind) | (at.is_negative ? 1u << 8 : 0u) |
           std::uint64_t{static_cast<std::uint8_t>(at.type)} << 16;
  }
  [[nodiscard]] static std::string_view content_of(const ObjectAt& at) {
    return text_at(at.after, at.byte_count());
  }
  [[nodiscard]] std::uint64_t hash_of(const std::byte* key) const {
    std::uint64_t hash = 0;
    (void)each_object(key, end(), [&](const ObjectAt& at) {
      hash = hash_.mix(hash_.mix(hash, form_of(at)), at.bits ^ at.number);  // one of both is 0
      if (at.byte_count() != 0) hash = hash_.mix(hash, hash_.of(content_of(at)));
    });
    return hash;
  }
  [[nodiscard]] bool is_same(const std::byte* x, const std::byte* y) const {
    bool is_same = true;
    for (std::uint64_t open = 1; open != 0 && is_same; --open) {
      ObjectAt a, b;
      if (!find_object(x, end(), a) || !find_object(y, end(), b)) return false;
      is_same = form_of(a) == form_of(b) && a.bits == b.bits && a.number == b.number &&
                content_of(a) == content_of(b);
      open += a.object_count();
      x = a.after + a.byte_count();
      y = b.after + b.byte_count();
    }
    return is_same;
  }

  Bytes space_;
  SecretHash hash_;
  std::vector<std::uint64_t> slots_;  // as many as a power of two, or none
  std::vector<LongKey> long_keys_;
  std::size_t count_ = 0;
};

}  // namespace schemac::impl::msgpack
