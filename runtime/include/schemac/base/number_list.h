// Whole numbers where they lie, whatever their type: a list that is handed on to another record.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "schemac/base/lists.h"
#include "schemac/core/scalar_list.h"

namespace schemac::impl {

/// Numbers as those of at least 0: one below counts as the greatest. Borrows them: from a file, or
/// from a vector.
class NumberList {
 public:
  using value_type = std::uint64_t;

  NumberList() = default;
  template <class T, Endian order>
  explicit NumberList(const ScalarList<T, order>& list)
      : begin_(list.bytes().data()),
        size_(list.size()),
        load_(&load_one<T, order>),
        has_sign_(has_sign<T>) {}
  template <class T>
  explicit NumberList(const OrderedList<T>& list)
      : begin_(list.bytes().data()),
        size_(list.size()),
        load_(list.order() == Endian::big ? &load_one<T, Endian::big>
                                          : &load_one<T, Endian::little>),
        has_sign_(has_sign<T>) {}
  template <class T>
  explicit NumberList(const std::vector<T>& list)
      : NumberList(
            ScalarList<T, native>(reinterpret_cast<const std::byte*>(list.data()), list.size())) {}
  template <Dtype dtype>
  explicit NumberList(const PackedList<dtype>& list)
      : begin_(list.bytes().data()),
        size_(list.size()),
        load_(&load_indexed<PackedList<dtype>>),
        has_sign_(PackedList<dtype>::has_sign) {}
  /// Numbers with tags of their own, as in MessagePack.
  template <class List>
  requires(List::is_tagged) explicit NumberList(const List& list)
      : begin_(list.bytes().data()),
        size_(list.size()),
        load_(&load_indexed<typename List::Numbers>),
        has_sign_(has_sign<typename List::value_type>) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The number at `index`, which is below `size()`.
  [[nodiscard]] std::uint64_t operator[](std::uint64_t index) const {
    const std::uint64_t bits = load_(begin_, index);
    return has_sign_ && bits > most_signed ? std::numeric_limits<std::uint64_t>::max() : bits;
  }

 private:
  static constexpr std::uint64_t most_signed = std::numeric_limits<std::int64_t>::max();
  static constexpr Endian native = detail::is_native(Endian::little) ? Endian::little : Endian::big;

  template <class T>
  static constexpr bool has_sign = std::is_signed_v<decltype(detail::plain_number(T()))>;

  template <class T, Endian order>
  static std::uint64_t load_one(const std::byte* begin, std::uint64_t index) {
    return static_cast<std::uint64_t>(load<T, order>(begin + index * sizeof(T)));
  }

  template <class List>
  static std::uint64_t load_indexed(const std::byte* begin, std::uint64_t index) {
    return static_cast<std::uint64_t>(List(begin, index + 1)[index]);
  }

  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t (*load_)(const std::byte*, std::uint64_t) = nullptr;
  bool has_sign_ = false;  ///< whether what is loaded is in two's complement
};

}  // namespace schemac::impl
