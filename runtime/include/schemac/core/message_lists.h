// Lists of texts and of messages of a message, in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <type_traits>

#include "schemac/base/load.h"
#include "schemac/base/protobuf.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/limits.h"
#include "schemac/walk/view.h"
#include "schemac/wire/message_form.h"

namespace schemac::impl {

namespace detail {

/// Goes through the length-delimited values of a list.
class ValueCursor {
 public:
  ValueCursor() = default;
  ValueCursor(std::uint32_t number, const FieldSlot& slot, const std::byte* end)
      : next_(slot.at), end_(slot.at == nullptr ? nullptr : end), number_(number) {}

  /// The next value; false after the last one.
  bool next(Region& out) {
    while (next_ != end_) {
      protobuf::FieldAt field;
      protobuf::FlawAt flaw;
      if (!protobuf::find_field(next_, end_, Limits{}.depth, field, flaw)) break;
      next_ = field.end;
      if (field.number != number_ || field.wire != protobuf::Wire::length) continue;
      out = {field.value, field.end};
      return true;
    }
    next_ = end_;
    return false;
  }

 private:
  const std::byte* next_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint32_t number_ = 0;
};

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// The texts (or bytes) of a list of a message.
template <class Text>
class MessageTexts {
 public:
  using value_type = Text;

  MessageTexts() = default;
  MessageTexts(std::uint32_t number, const impl::FieldSlot& slot, const std::byte* end)
      : cursor_(number, slot, end), size_(slot.value) {}

  class Iterator {
   public:
    using value_type = Text;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const Text*;
    using reference = Text;

    Iterator() = default;
    explicit Iterator(const impl::detail::ValueCursor& cursor) : cursor_(cursor) { ++*this; }
    Text operator*() const {
      if constexpr (std::is_same_v<Text, std::string_view>)
        return impl::text_at(value_.begin, value_.size());
      else if constexpr (std::is_same_v<Text, Bytes>)
        return Bytes(value_.begin, value_.end);
      else
        return Text(Bytes(value_.begin, value_.end), false);
    }
    /// Where the text lies.
    [[nodiscard]] const std::byte* place() const { return value_.begin; }
    Iterator& operator++() {
      if (!cursor_.next(value_)) value_ = {};
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return value_.begin == other.value_.begin; }

   private:
    impl::detail::ValueCursor cursor_;
    impl::Region value_;
  };

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Iterator begin() const { return Iterator(cursor_); }
  [[nodiscard]] Iterator end() const { return {}; }
  /// The bytes of each, for checks.
  [[nodiscard]] impl::detail::ValueCursor values() const { return cursor_; }

 private:
  impl::detail::ValueCursor cursor_;
  std::uint64_t size_ = 0;
};

/// The messages of a list of a message. One that isn't whole ends the range, which then says why.
template <class View>
class MessageRange {
 public:
  using value_type = View;

  MessageRange(const View& first, const impl::Origin& origin, std::uint32_t number,
               const impl::FieldSlot& slot, const std::byte* end)
      : cursor_(number, slot, end),
        size_(slot.value),
        first_(first),
        frame_{nullptr, origin.field, 0},
        context_(origin.file, Limits{}, impl::Strictness::read) {}

  class Iterator {
   public:
    using value_type = View;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const View*;
    using reference = const View&;

    explicit Iterator(MessageRange& range)
        : range_(&range), cursor_(range.cursor_), view_(range.first_) {
      advance(0);
    }
    const View& operator*() const { return view_; }
    const View* operator->() const { return &view_; }
    Iterator& operator++() {
      advance(index_ + 1);
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t) const { return is_over_; }

   private:
    void advance(std::uint64_t index) {
      index_ = index;
      impl::Region value;
      is_over_ = !cursor_.next(value);
      if (is_over_) return;
      range_->frame_.index = index;
      view_ = range_->first_;
      impl::ViewAccess::set_index(view_, index);
      is_over_ = impl::ViewAccess::walk(view_, range_->context_, range_->frame_, value.begin,
                                        value.end) == nullptr;
    }

    MessageRange* range_;
    impl::detail::ValueCursor cursor_;
    std::uint64_t index_ = 0;
    bool is_over_ = false;
    View view_;
  };

  [[nodiscard]] Iterator begin() { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  /// Why the last iteration ended before the last message, if it did.
  [[nodiscard]] std::optional<Violation> violation() const {
    if (context_.report().violations().empty()) return std::nullopt;
    return impl::first_violation(context_);
  }
  /// The bytes of each, for checks.
  [[nodiscard]] impl::detail::ValueCursor values() const { return cursor_; }

 private:
  impl::detail::ValueCursor cursor_;
  std::uint64_t size_ = 0;
  View first_;
  impl::Frame frame_;
  impl::Context context_;
};

}  // namespace schemac
