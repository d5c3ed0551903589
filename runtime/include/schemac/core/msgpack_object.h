// Objects of MessagePack of which a schema says nothing, in place.
//
// A view of such an object is lazy and allocates nothing; a value is a `schemac::FreeValue`
// (msgpack_free_value.h). msgpack_object_walk.h finds where an object ends,
// msgpack_object_check.h says what is wrong with one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "schemac/base/load.h"
#include "schemac/check/context.h"
#include "schemac/check/frame.h"
#include "schemac/core/bytes.h"
#include "schemac/core/free_value.h"
#include "schemac/core/limits.h"
#include "schemac/core/object_kind.h"
#include "schemac/core/result.h"
#include "schemac/walk/view.h"
#include "schemac/wire/msgpack_free_value.h"
#include "schemac/wire/msgpack_object_check.h"
#include "schemac/wire/msgpack_object_walk.h"

namespace schemac::msgpack {

/// Bytes with a number that says what they are.
struct ExtensionView {
  std::int8_t type = 0;
  Bytes bytes;
};
/// What an extension of type -1 holds: since 1970, UTC.
struct Timestamp {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  bool operator==(const Timestamp&) const = default;
};

class ObjectRange;
class EntryRange;

/// An object in place: decodes on access, allocates nothing, must not outlive its bytes. What is of
/// another kind than asked for is nothing.
class ObjectView {
 public:
  ObjectView() = default;
  /// `bytes` are one object, which was checked.
  explicit ObjectView(Bytes bytes) : bytes_(bytes) {
    if (!impl::msgpack::find_object(bytes.data(), bytes.data() + bytes.size(), at_) ||
        at_.byte_count() > impl::distance(at_.after, bytes.data() + bytes.size()))
      at_ = {};
  }
  /// For ranges: one that is to be walked.
  explicit ObjectView(const impl::Origin&) {}

  /// The object as it is in the file.
  [[nodiscard]] Bytes bytes() const { return bytes_; }
  [[nodiscard]] ObjectKind kind() const { return at_.kind; }
  [[nodiscard]] bool is_nil() const { return kind() == ObjectKind::nil; }
  [[nodiscard]] std::optional<bool> boolean() const {
    return held(ObjectKind::boolean, at_.bits != 0);
  }
  /// A whole number that isn't negative.
  [[nodiscard]] std::optional<std::uint64_t> u64() const {
    return at_.is_negative ? std::nullopt : held(ObjectKind::whole, at_.bits);
  }
  /// A whole number of at most 63 bits.
  [[nodiscard]] std::optional<std::int64_t> i64() const {
    const bool fits = at_.is_negative || at_.bits >> 63 == 0;
    return fits ? held(ObjectKind::whole, static_cast<std::int64_t>(at_.bits)) : std::nullopt;
  }
  [[nodiscard]] std::optional<double> real() const {
    return held(ObjectKind::real, std::bit_cast<double>(at_.bits));
  }
  [[nodiscard]] std::optional<std::string_view> text() const {
    return held(ObjectKind::text, impl::text_at(at_.after, at_.byte_count()));
  }
  [[nodiscard]] std::optional<Bytes> binary() const { return held(ObjectKind::bytes, content()); }
  [[nodiscard]] std::optional<ExtensionView> extension() const {
    return held(ObjectKind::extension, ExtensionView{at_.type, content()});
  }
  /// An extension of type -1, in one of its three forms.
  [[nodiscard]] std::optional<Timestamp> timestamp() const;
  /// Elements of a list, pairs of a map, bytes of a text, of bytes, of an extension.
  [[nodiscard]] std::uint64_t size() const { return at_.number; }
  /// The elements of a list; none of anything else.
  [[nodiscard]] ObjectRange elements() const;
  /// The pairs of a map; none of anything else.
  [[nodiscard]] EntryRange entries() const;
  /// The value of the last pair whose key is that text.
  [[nodiscard]] std::optional<ObjectView> find(std::string_view key) const;

  /// The value, if it is within the limits.
  [[nodiscard]] std::optional<FreeValue> parse(const Limits& limits = {}) const {
    return impl::msgpack::parse_object(bytes_, limits);
  }

 private:
  friend struct schemac::impl::ViewAccess;
  friend class ObjectRange;
  friend class EntryRange;

  template <class T>
  [[nodiscard]] std::optional<T> held(ObjectKind kind, T value) const {
    return at_.kind == kind ? std::optional<T>(std::move(value)) : std::nullopt;
  }
  [[nodiscard]] Bytes content() const {
    return {at_.after, static_cast<std::size_t>(at_.byte_count())};
  }
  const std::byte* walk_(impl::Context& context, const impl::Frame& frame, const std::byte* begin,
                         const std::byte* end) {
    static constexpr impl::Check form{
        Rule::bad_type, {}, "the byte is {a:x}, which doesn't begin an object"};
    static constexpr impl::Check cause{
        Rule::bad_count, {}, "takes at least {b} bytes; {c} are left"};
    static constexpr impl::Check elements{
        Rule::resource_limit, {}, "more than the {elements} elements that the caller allows"};
    static constexpr impl::Check depth{
        Rule::nesting_limit, {}, "deeper than the {depth} levels that the caller allows"};
    static constexpr impl::msgpack::ObjectChecks checks{&form, &cause, &elements, &depth};
    const std::byte* const after = impl::msgpack::walk_object(context, frame, checks, begin, end);
    if (after != nullptr) *this = ObjectView(Bytes(begin, after));
    return after;
  }

  Bytes bytes_;
  impl::msgpack::ObjectAt at_;
};

/// Objects one after the other.
class ObjectRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = ObjectView;
    using difference_type = std::ptrdiff_t;
    using pointer = const ObjectView*;
    using reference = const ObjectView&;

    Iterator() = default;
    Iterator(const std::byte* next, const std::byte* end, std::uint64_t left)
        : next_(next), end_(end), left_(left) {
      find();
    }
    reference operator*() const { return view_; }
    pointer operator->() const { return &view_; }
    Iterator& operator++() {
      --left_;
      find();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }

   private:
    void find() {
      if (left_ == 0) return;
      const std::byte* const after = impl::msgpack::after_object(next_, end_);
      if (after == nullptr) {
        left_ = 0;  // the bytes were changed underneath
        return;
      }
      view_ = ObjectView(Bytes(next_, after));
      next_ = after;
    }

    const std::byte* next_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint64_t left_ = 0;
    ObjectView view_;
  };

  ObjectRange() = default;
  ObjectRange(const std::byte* begin, const std::byte* end, std::uint64_t size)
      : begin_(begin), end_(end), size_(size) {}

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Iterator begin() const { return {begin_, end_, size_}; }
  [[nodiscard]] Iterator end() const { return {}; }

 private:
  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t size_ = 0;
};

/// A pair of a map.
struct EntryView {
  ObjectView key, value;
};

/// The pairs of a map, in their order; keys may be of any kind, and may repeat.
class EntryRange {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = EntryView;
    using difference_type = std::ptrdiff_t;
    using pointer = const EntryView*;
    using reference = const EntryView&;

    Iterator() = default;
    explicit Iterator(ObjectRange::Iterator objects) : objects_(std::move(objects)) { find(); }
    reference operator*() const { return entry_; }
    pointer operator->() const { return &entry_; }
    Iterator& operator++() {
      ++objects_;
      find();
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return objects_ == other.objects_; }

   private:
    void find() {
      if (objects_ == ObjectRange::Iterator()) return;
      entry_.key = *objects_;
      ++objects_;
      if (objects_ != ObjectRange::Iterator()) entry_.value = *objects_;
    }

    ObjectRange::Iterator objects_;
    EntryView entry_;
  };

  EntryRange() = default;
  explicit EntryRange(ObjectRange objects) : objects_(objects) {}

  [[nodiscard]] std::uint64_t size() const { return objects_.size() / 2; }
  [[nodiscard]] bool empty() const { return objects_.empty(); }
  [[nodiscard]] Iterator begin() const { return Iterator(objects_.begin()); }
  [[nodiscard]] Iterator end() const { return {}; }

 private:
  ObjectRange objects_;
};

inline ObjectRange ObjectView::elements() const {
  if (at_.kind != ObjectKind::list) return {};
  return {at_.after, bytes_.data() + bytes_.size(), at_.object_count()};
}
inline EntryRange ObjectView::entries() const {
  if (at_.kind != ObjectKind::map) return {};
  return EntryRange({at_.after, bytes_.data() + bytes_.size(), at_.object_count()});
}
inline std::optional<ObjectView> ObjectView::find(std::string_view key) const {
  std::optional<ObjectView> found;
  for (const EntryView& entry : entries())
    if (entry.key.text() == key) found = entry.value;
  return found;
}
inline std::optional<Timestamp> ObjectView::timestamp() const {
  if (at_.kind != ObjectKind::extension || at_.type != -1) return std::nullopt;
  Timestamp time;
  if (at_.number == 4) {
    time.seconds = static_cast<std::int64_t>(impl::msgpack::detail::load_big(at_.after, 4));
  } else if (at_.number == 8) {
    const std::uint64_t bits = impl::msgpack::detail::load_big(at_.after, 8);
    time = {static_cast<std::int64_t>(bits & ((std::uint64_t{1} << 34) - 1)),
            static_cast<std::uint32_t>(bits >> 34)};
  } else if (at_.number == 12) {
    time = {static_cast<std::int64_t>(impl::msgpack::detail::load_big(at_.after + 4, 8)),
            static_cast<std::uint32_t>(impl::msgpack::detail::load_big(at_.after, 4))};
  } else {
    return std::nullopt;
  }
  return time.nanoseconds < 1'000'000'000 ? std::optional(time) : std::nullopt;
}

}  // namespace schemac::msgpack

namespace schemac::impl::msgpack {

using schemac::msgpack::EntryRange;
using schemac::msgpack::EntryView;
using schemac::msgpack::ExtensionView;
using schemac::msgpack::ObjectRange;
using schemac::msgpack::ObjectView;
using schemac::msgpack::Timestamp;

}  // namespace schemac::impl::msgpack
