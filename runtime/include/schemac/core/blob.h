// Bytes of a value: a payload, borrowed from where it lies or owned.
//
// Reading a file of gigabytes must not copy it, so a payload of a value can borrow; a value that is
// put together in memory owns its payloads. Copies of a Blob share the owner, no copy touches the
// bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/core/bytes.h"

namespace schemac {

class Blob {
 public:
  Blob() = default;

  /// Refers to bytes of someone else, who has to keep them as long as the blob or a copy of it is
  /// used.
  [[nodiscard]] static Blob borrow(Bytes bytes) { return Blob(bytes, nullptr); }
  /// Refers to bytes that live as long as `owner`.
  [[nodiscard]] static Blob share(Bytes bytes, std::shared_ptr<const void> owner) {
    return Blob(bytes, std::move(owner));
  }
  /// Takes over a vector's elements, as they lie in memory.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] static Blob own(std::vector<T> elements) {
    auto owner = std::make_shared<const std::vector<T>>(std::move(elements));
    const Bytes bytes = std::as_bytes(std::span<const T>(*owner));
    return Blob(bytes, std::move(owner));
  }
  /// Copies elements, as they lie in memory.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] static Blob copy(std::span<const T> elements) {
    return own(std::vector<T>(elements.begin(), elements.end()));
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] static Blob copy(std::initializer_list<T> elements) {
    return own(std::vector<T>(elements));
  }

  [[nodiscard]] Bytes bytes() const { return {begin_.get(), size_}; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The `size` bytes from `begin` on, which have to be there; they live as long as these.
  [[nodiscard]] Blob part(std::uint64_t begin, std::uint64_t size) const {
    return Blob(bytes().subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size)),
                begin_);
  }
  /// Whether the blob (with its copies) keeps its bytes alive.
  [[nodiscard]] bool is_owner() const { return begin_.use_count() != 0; }

  /// The bytes as elements, in place; nothing if they are not aligned for `T` or not a whole number
  /// of them.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::optional<std::span<const T>> as() const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(begin_.get()) % alignof(T) == 0;
    if (!is_aligned || size_ % sizeof(T) != 0) return std::nullopt;
    return std::span<const T>(reinterpret_cast<const T*>(begin_.get()), size_ / sizeof(T));
  }
  /// The elements, copied; works for any alignment, and leaves out an incomplete last one.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::vector<T> copy_as() const {
    std::vector<T> elements(size_ / sizeof(T));
    if (!elements.empty()) std::memcpy(elements.data(), begin_.get(), elements.size() * sizeof(T));
    return elements;
  }

  /// By content.
  friend bool operator==(const Blob& x, const Blob& y) {
    return x.size() == y.size() &&
           (x.begin_ == y.begin_ || std::ranges::equal(x.bytes(), y.bytes()));
  }

 private:
  Blob(Bytes bytes, std::shared_ptr<const void> owner)
      : begin_(std::move(owner), bytes.data()), size_(bytes.size()) {}

  std::shared_ptr<const std::byte> begin_;  // which keeps the owner, where there is one
  std::size_t size_ = 0;
};

}  // namespace schemac
