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

  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] std::uint64_t size() const { return bytes_.size(); }
  [[nodiscard]] bool empty() const { return bytes_.empty(); }
  /// The `size` bytes from `begin` on, which have to be there; they live as long as these.
  [[nodiscard]] Blob part(std::uint64_t begin, std::uint64_t size) const {
    return Blob(bytes_.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size)),
                owner_);
  }
  /// Whether the blob (with its copies) keeps its bytes alive.
  [[nodiscard]] bool is_owner() const { return owner_ != nullptr; }

  /// The bytes as elements, in place; nothing if they are not aligned for `T` or not a whole number
  /// of them.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::optional<std::span<const T>> as() const {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(bytes_.data()) % alignof(T) == 0;
    if (!is_aligned || bytes_.size() % sizeof(T) != 0) return std::nullopt;
    return std::span<const T>(reinterpret_cast<const T*>(bytes_.data()), bytes_.size() / sizeof(T));
  }
  /// The elements, copied; works for any alignment, and leaves out an incomplete last one.
  template <class T>
  requires std::is_trivially_copyable_v<T>
  [[nodiscard]] std::vector<T> copy_as() const {
    std::vector<T> elements(bytes_.size() / sizeof(T));
    if (!elements.empty()) std::memcpy(elements.data(), bytes_.data(), elements.size() * sizeof(T));
    return elements;
  }

  /// By content.
  friend bool operator==(const Blob& x, const Blob& y) {
    return x.size() == y.size() &&
           (x.bytes_.data() == y.bytes_.data() || std::ranges::equal(x.bytes_, y.bytes_));
  }

 private:
  Blob(Bytes bytes, std::shared_ptr<const void> owner) : bytes_(bytes), owner_(std::move(owner)) {}

  Bytes bytes_;
  std::shared_ptr<const void> owner_;
};

}  // namespace schemac
