// Numbers of MessagePack where they are: each after its tag.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "schemac/base/load.h"
#include "schemac/core/bytes.h"
#include "schemac/core/scalar_list.h"

namespace schemac::impl::msgpack {

/// A boolean whose tag was checked.
[[nodiscard]] inline bool load_token(const std::byte* at) {
  return (std::to_integer<unsigned>(*at) & 1) != 0;
}

}  // namespace schemac::impl::msgpack

namespace schemac::msgpack {

/// `size()` numbers, each after its tag; booleans, which are tags alone.
template <class T>
class TaggedList {
 public:
  using value_type = T;
  static constexpr bool is_tagged = !std::is_same_v<T, bool>;
  using Numbers = TaggedList;  ///< of what knows more of the list: the list alone
  static constexpr std::uint64_t stride = is_tagged ? 1 + sizeof(T) : 1;

  TaggedList() = default;
  /// `begin` is the first one's tag; all tags were checked.
  TaggedList(const std::byte* begin, std::uint64_t size) : begin_(begin), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// The element at `index`, which is below `size()`.
  [[nodiscard]] T operator[](std::uint64_t index) const {
    const std::byte* const at = begin_ + index * stride;
    if constexpr (is_tagged) {
      return impl::load<T, Endian::big>(at + 1);
    } else {
      return impl::msgpack::load_token(at);
    }
  }
  [[nodiscard]] auto begin() const {
    return schemac::impl::detail::IndexIterator<TaggedList>(*this, 0);
  }
  [[nodiscard]] auto end() const {
    return schemac::impl::detail::IndexIterator<TaggedList>(*this, size_);
  }
  /// Tags included.
  [[nodiscard]] Bytes bytes() const { return {begin_, static_cast<std::size_t>(size_ * stride)}; }

 private:
  const std::byte* begin_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace schemac::msgpack

namespace schemac::impl::msgpack {

using schemac::msgpack::TaggedList;

}  // namespace schemac::impl::msgpack
