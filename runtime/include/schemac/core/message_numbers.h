// Lists of numbers of a message, in place: in the order of the bytes, wherever they lie.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include "schemac/base/checked.h"
#include "schemac/base/protobuf.h"
#include "schemac/core/coding.h"
#include "schemac/core/limits.h"
#include "schemac/walk/view.h"
#include "schemac/wire/message_form.h"

namespace schemac::impl {

namespace detail {

/// A number of a message as its C++ type.
template <class T>
[[nodiscard]] inline T number_as(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, bool>)
    return bits != 0;
  else if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

template <class T>
[[nodiscard]] constexpr protobuf::Coding usual_coding() {
  if constexpr (std::is_same_v<T, float>) return protobuf::Coding::fixed32;
  if constexpr (std::is_same_v<T, double>) return protobuf::Coding::fixed64;
  return protobuf::Coding::varint;
}

template <class T>
[[nodiscard]] constexpr protobuf::Fits fits_of() {
  if constexpr (std::is_same_v<T, bool>)
    return protobuf::Fits::boolean;
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return protobuf::Fits::u32;
  else if constexpr (std::is_same_v<T, std::int32_t> || std::is_enum_v<T>)
    return protobuf::Fits::i32;
  else
    return protobuf::Fits::any;
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// The numbers of a list of a message, in the order of the bytes; they may lie apart, and be
/// packed. `is_closed`: numbers that aren't members of the enumeration `T` are left aside.
template <class T, std::uint32_t number, bool is_closed = false,
          protobuf::Coding coding = impl::detail::usual_coding<T>()>
class MessageNumbers {
 public:
  using value_type = T;

  MessageNumbers() = default;
  MessageNumbers(const impl::FieldSlot& slot, const std::byte* end)
      : first_(slot.at), end_(end), size_(slot.value) {}

  class Iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const T*;
    using reference = T;

    Iterator() = default;
    [[gnu::always_inline]] explicit Iterator(const MessageNumbers& list)
        : next_(list.first_), end_(list.end_), left_(list.size_) {
      if (left_ != 0) load();
    }
    T operator*() const { return impl::detail::number_as<T>(bits_); }
    /// The number as it is stored: of booleans more than 0 and 1.
    [[nodiscard]] std::uint64_t bits() const { return bits_; }
    /// Where it lies.
    [[nodiscard]] const std::byte* place() const { return place_; }
    [[gnu::always_inline]] Iterator& operator++() {
      if (--left_ != 0) load();
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    // In the usual shape: a tag of one byte, then the number.
    [[gnu::always_inline]] void load() {
      constexpr std::uint32_t tag = impl::protobuf::tag_of(number, impl::protobuf::wire_of(coding));
      if constexpr (tag < 0x80 && !is_closed) {
        if (packed_end_ == nullptr && impl::distance(next_, end_) > 1 &&
            *next_ == static_cast<std::byte>(tag)) [[likely]] {
          const std::byte* after = nullptr;
          if (next_ + 1 == end_) __builtin_unreachable();
          if constexpr (impl::protobuf::wire_of(coding) == impl::protobuf::Wire::varint)
            after = impl::protobuf::load_varint(next_ + 1, end_, bits_);
          else
            after = impl::protobuf::load_packed(next_ + 1, end_, coding, bits_);
          if (after != nullptr &&
              impl::protobuf::decode_number(bits_, coding, impl::detail::fits_of<T>(), bits_))
              [[likely]] {
            place_ = next_ + 1;
            next_ = after;
            return;
          }
        }
      }
      *this = found(*this);
    }
    // In any shape. (By value, so that the iterator of a loop can live in registers.)
    [[nodiscard, gnu::noinline]] static Iterator found(Iterator from) {
      from.find();
      return from;
    }
    // The bytes were found to be whole; if they have changed since, the list ends.
    void find() {
      for (;;) {
        if (packed_end_ != nullptr && next_ == packed_end_) packed_end_ = nullptr;
        if (packed_end_ == nullptr) {
          impl::protobuf::FieldAt field;
          impl::protobuf::FlawAt flaw;
          if (next_ == end_ ||
              !impl::protobuf::find_field(next_, end_, Limits{}.depth, field, flaw))
            return finish();
          next_ = field.end;
          if (field.number != number) continue;
          if (field.wire == impl::protobuf::Wire::length) {
            next_ = field.value;
            packed_end_ = field.end;
            continue;
          }
          if (field.wire != impl::protobuf::wire_of(coding)) continue;
          place_ = field.value;
          bits_ = field.bits;
        } else {
          place_ = next_;
          next_ = impl::protobuf::load_packed(next_, packed_end_, coding, bits_);
          if (next_ == nullptr) return finish();
        }
        if (!impl::protobuf::decode_number(bits_, coding, impl::detail::fits_of<T>(), bits_))
          continue;
        if constexpr (is_closed)
          if (!is_known(impl::detail::number_as<T>(bits_))) continue;
        return;
      }
    }
    void finish() {
      left_ = 0;
      next_ = end_;
    }

    const std::byte* next_ = nullptr;
    const std::byte* end_ = nullptr;
    const std::byte* packed_end_ = nullptr;
    const std::byte* place_ = nullptr;
    std::uint64_t left_ = 0;  ///< this one included
    std::uint64_t bits_ = 0;
  };

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard, gnu::always_inline]] Iterator begin() const { return Iterator(*this); }
  [[nodiscard]] Iterator end() const { return {}; }
  /// The element at `index`: goes there from the first one.
  [[nodiscard]] T operator[](std::uint64_t index) const {
    for (const T value : *this)
      if (index-- == 0) return value;
    return T{};
  }
  /// From the first tag to the end of the message.
  [[nodiscard]] impl::Region region() const { return {first_, end_}; }
  [[nodiscard]] static T element(const std::byte* first_tag, const std::byte* end,
                                 std::uint64_t index) {
    return MessageNumbers(impl::FieldSlot{first_tag, index + 1}, end)[index];
  }
  /// `first` times the product of the list, as that of other lists; from one element to the next,
  /// since finding one by its index begins at the first.
  [[nodiscard, gnu::always_inline]] friend bool product(const MessageNumbers& list,
                                                        std::uint64_t first, std::uint64_t& out) {
    std::uint64_t result = first;
    bool overflows = false;
    for (const T element : list) {
      const auto factor = impl::detail::plain_number(element);
      overflows |= !impl::multiply(result, static_cast<std::uint64_t>(factor), result);
      if constexpr (std::is_signed_v<decltype(factor)>) overflows |= factor < 0;
    }
    out = result;
    if (!overflows) [[likely]]
      return true;
    out = 0;
    for (const T factor : list)
      if (impl::detail::plain_number(factor) == 0) return true;
    return false;
  }

 private:
  const std::byte* first_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t size_ = 0;
};

}  // namespace schemac
