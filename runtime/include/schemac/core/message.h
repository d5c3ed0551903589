// Messages in protobuf's wire form, in place.
//
// One pass over a message finds where each of its fields is; everything else is decoded when it is
// asked for. What a generated header knows of the fields stands in a constant form, and the pass is
// made for each form, so that tags are compared with constants. Fields in an unusual shape (of
// another wire type, packed, unknown, broken) take a slower way, out of line.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/core/blob.h"
#include "schemac/core/bytes.h"
#include "schemac/core/check.h"
#include "schemac/core/context.h"
#include "schemac/core/frame.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/protobuf.h"
#include "schemac/core/text.h"
#include "schemac/core/view.h"

namespace schemac {

/// One field of a message.
struct MessageFieldForm {
  std::uint32_t number = 0;
  protobuf::Coding coding = protobuf::Coding::varint;
  protobuf::Fits fits = protobuf::Fits::any;
  bool is_repeated = false;
  const char* name = "";
  bool (*is_known)(std::uint64_t) = nullptr;  ///< of an enumeration that leaves other numbers aside
  const Check* missing = nullptr;             ///< of a required field
  const Check* parts = nullptr;               ///< of a message that isn't repeated
};

/// What a header knows of a message: its fields by number.
struct MessageForm {
  std::span<const MessageFieldForm> fields = {};
  const Check* malformed = nullptr;
  const Check* depth = nullptr;
};

/// Where a field is. Of a list `at` is its first tag and `value` the number of elements; else `at`
/// is the value, and `value` its number, or the bytes of a text or message. Behind the fields of a
/// form stands a slot for those that it doesn't declare: the first tag, and how many.
struct FieldSlot {
  const std::byte* at = nullptr;
  std::uint64_t value = 0;
};

namespace detail {

/// Where a field is said to be: a list at its first element, one that isn't there at the message.
[[nodiscard]] inline const std::byte* place_of(const FieldSlot& slot, const MessageFieldForm& form,
                                               const std::byte* begin, const std::byte* end) {
  if (slot.at == nullptr) return begin;
  if (!form.is_repeated) return slot.at;
  const auto behind_varint = [end](const std::byte* at) {
    while (at != end && std::to_integer<unsigned>(*at) >= 0x80) ++at;
    return at == end ? at : at + 1;
  };
  const bool has_length =
      (std::to_integer<unsigned>(*slot.at) & 7) == static_cast<unsigned>(protobuf::Wire::length);
  const std::byte* const value = behind_varint(slot.at);
  return has_length ? behind_varint(value) : value;
}

[[gnu::cold, gnu::noinline]] inline bool note_flaw(Context& context, const Frame& frame,
                                                   const MessageForm& form,
                                                   const protobuf::FlawAt& flaw) {
  const bool is_deep = flaw.flaw == protobuf::Flaw::deep_group;
  Check check = is_deep ? *form.depth : *form.malformed;
  if (!is_deep) check.sentence = protobuf::sentence_of(flaw.flaw);
  for (const MessageFieldForm& field : form.fields)
    if (field.number == flaw.number) check.field = field.name;
  context.forget_fault_end();
  context.note(check, frame, flaw.at);
  return false;
}

/// Whether the number of a field may stand for it; false with the flaw if it can't be one.
[[nodiscard]] inline bool is_taken(const MessageFieldForm& form, std::uint64_t& bits, bool& fits) {
  fits = protobuf::decode_number(bits, form.coding, form.fits, bits);
  return fits && (form.is_known == nullptr || form.is_known(bits));
}

// The numbers that stand packed in a value.
[[nodiscard]] inline bool keep_packed(const MessageFieldForm& form, const protobuf::FieldAt& field,
                                      FieldSlot& slot, protobuf::FlawAt& flaw) {
  for (const std::byte* at = field.value; at != field.end;) {
    std::uint64_t bits = 0;
    const std::byte* const behind = protobuf::load_packed(at, field.end, form.coding, bits);
    bool fits = false;
    const bool is_known = behind != nullptr && is_taken(form, bits, fits);
    if (!fits) {
      flaw = {behind == nullptr ? protobuf::packed_flaw(at, field.end, form.coding)
                                : protobuf::Flaw::does_not_fit,
              at, field.number};
      return false;
    }
    if (is_known && slot.value++ == 0) slot.at = field.tag;
    at = behind;
  }
  return true;
}

/// A field in any shape; returns its end, or null after a violation.
[[nodiscard, gnu::noinline]] inline const std::byte* keep_field(
    Context& context, const Frame& frame, const MessageForm& form, const std::byte* at,
    const std::byte* end, std::span<FieldSlot> slots) {
  protobuf::FieldAt field;
  protobuf::FlawAt flaw;
  if (!protobuf::find_field(at, end, context.limits().depth, field, flaw)) {
    note_flaw(context, frame, form, flaw);
    return nullptr;
  }
  std::size_t index = 0;
  while (index != form.fields.size() && form.fields[index].number != field.number) ++index;
  bool is_declared = index != form.fields.size();
  if (is_declared) {
    const MessageFieldForm& declared = form.fields[index];
    FieldSlot& slot = slots[index];
    const bool is_number = declared.coding != protobuf::Coding::length;
    if (is_number && declared.is_repeated && field.wire == protobuf::Wire::length) {
      if (keep_packed(declared, field, slot, flaw)) return field.end;
      note_flaw(context, frame, form, flaw);
      return nullptr;
    }
    is_declared = field.wire == protobuf::wire_of(declared.coding);
    bool fits = true;
    if (is_declared && is_number) {
      is_declared = is_taken(declared, field.bits, fits);
      if (!fits) {
        note_flaw(context, frame, form, {protobuf::Flaw::does_not_fit, field.value, field.number});
        return nullptr;
      }
    }
    if (is_declared && declared.is_repeated) {
      if (slot.value++ == 0) slot.at = field.tag;
    } else if (is_declared) {
      const Frame own{&frame, declared.name};
      if (declared.parts != nullptr && slot.at != nullptr &&
          !context.note(*declared.parts, own, field.value))
        return nullptr;
      slot = {field.value, field.bits};
    }
  }
  if (!is_declared && slots.back().value++ == 0) slots.back().at = field.tag;
  return field.end;
}

[[gnu::cold, gnu::noinline]] inline bool note_missing(Context& context, const Frame& frame,
                                                      const MessageForm& form,
                                                      const std::byte* begin,
                                                      std::span<const FieldSlot> slots) {
  context.forget_fault_end();
  for (std::size_t i = 0; i < form.fields.size(); ++i)
    if (form.fields[i].missing != nullptr && slots[i].at == nullptr &&
        !context.note(*form.fields[i].missing, frame, begin))
      return false;
  return false;
}

// A field in its usual shape, if that is what stands at `value`, behind `tag`: its end, or null.
template <const MessageForm& form, std::size_t index>
[[nodiscard, gnu::always_inline]] inline const std::byte* take_field(std::uint64_t tag,
                                                                     const std::byte* at,
                                                                     const std::byte* value,
                                                                     const std::byte* end,
                                                                     FieldSlot& slot) {
  constexpr MessageFieldForm field = form.fields[index];
  constexpr protobuf::Wire wire = protobuf::wire_of(field.coding);
  if (tag != protobuf::tag_of(field.number, wire)) return nullptr;
  std::uint64_t bits = 0;
  const std::byte* behind = nullptr;
  if constexpr (wire == protobuf::Wire::varint) {
    behind = protobuf::load_varint(value, end, bits);
    if (behind == nullptr) return nullptr;
  } else if constexpr (wire == protobuf::Wire::length) {
    value = protobuf::load_varint(value, end, bits);
    if (value == nullptr || bits > distance(value, end)) return nullptr;
    behind = value + bits;
  } else {
    constexpr std::uint64_t size = wire == protobuf::Wire::fixed32 ? 4 : 8;
    if (distance(value, end) < size) return nullptr;
    bits = size == 4 ? load<std::uint32_t>(value) : load<std::uint64_t>(value);
    behind = value + size;
  }
  if constexpr (field.coding != protobuf::Coding::length) {
    if (!protobuf::decode_number(bits, field.coding, field.fits, bits)) [[unlikely]]
      return nullptr;
    if constexpr (field.is_known != nullptr) {
      if (!field.is_known(bits)) [[unlikely]]
        return nullptr;
    }
  }
  if constexpr (field.is_repeated) {
    if (slot.value++ == 0) slot.at = at;
  } else {
    if constexpr (field.parts != nullptr) {
      if (slot.at != nullptr) [[unlikely]]
        return nullptr;
    }
    slot = {value, bits};
  }
  return behind;
}

}  // namespace detail

/// Finds the fields of the message [begin, end); false after a violation that ends the walk.
template <const MessageForm& form, std::size_t count>
[[nodiscard, gnu::always_inline]] inline bool find_fields(Context& context, const Frame& frame,
                                                          const std::byte* begin,
                                                          const std::byte* end,
                                                          std::array<FieldSlot, count>& slots) {
  static_assert(count == form.fields.size() + 1);
  for (const std::byte* at = begin; at != end;) {
    const std::byte* behind = nullptr;
    std::uint64_t tag = 0;
    const std::byte* const value = protobuf::load_varint(at, end, tag);
    if (value != nullptr) [[likely]] {
      [&]<std::size_t... index>(std::index_sequence<index...>) {
        (void)(((behind = detail::take_field<form, index>(tag, at, value, end, slots[index])) !=
                nullptr) ||
               ...);
      }
      (std::make_index_sequence<count - 1>());
    }
    if (behind == nullptr) [[unlikely]] {
      behind = detail::keep_field(context, frame, form, at, end, slots);
      if (behind == nullptr) return false;
    }
    at = behind;
  }
  const bool is_complete = [&]<std::size_t... index>(std::index_sequence<index...>) {
    return ((form.fields[index].missing == nullptr || slots[index].at != nullptr) && ...);
  }
  (std::make_index_sequence<count - 1>());
  return is_complete || detail::note_missing(context, frame, form, begin, slots);
}

/// Where a field of a message that a view shows begins; of a list its first element, of one that
/// isn't there the message.
template <const MessageForm& form, std::size_t index, class View>
[[nodiscard]] inline const std::byte* place_in(const View& view) {
  return detail::place_of(ViewAccess::slot(view, index), form.fields[index],
                          ViewAccess::begin(view), ViewAccess::end(view));
}

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

/// The number in a slot; `otherwise` if the field isn't there.
template <class T>
[[nodiscard]] inline T number_in(const FieldSlot& slot, T otherwise = {}) {
  return slot.at == nullptr ? otherwise : detail::number_as<T>(slot.value);
}
/// The text in a slot, and other bytes; empty if the field isn't there.
[[nodiscard]] inline std::string_view text_in(const FieldSlot& slot) {
  return slot.at == nullptr ? std::string_view() : text_at(slot.at, slot.value);
}
[[nodiscard]] inline Bytes bytes_in(const FieldSlot& slot) {
  return slot.at == nullptr ? Bytes() : Bytes(slot.at, static_cast<std::size_t>(slot.value));
}
[[nodiscard]] inline Region region_in(const FieldSlot& slot) {
  return {slot.at, slot.at + slot.value};
}

/// The numbers of a list of a message, in the order of the bytes; they may stand apart, and packed.
/// `is_closed`: numbers that aren't members of the enumeration `T` are left aside.
template <class T, std::uint32_t number, bool is_closed = false,
          protobuf::Coding coding = detail::usual_coding<T>()>
class MessageNumbers {
 public:
  using value_type = T;

  MessageNumbers() = default;
  MessageNumbers(const FieldSlot& slot, const std::byte* end)
      : first_(slot.at), end_(end), size_(slot.at == nullptr ? 0 : slot.value) {}

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
    T operator*() const { return detail::number_as<T>(bits_); }
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
      constexpr std::uint32_t tag = protobuf::tag_of(number, protobuf::wire_of(coding));
      if constexpr (tag < 0x80 && !is_closed) {
        if (packed_end_ == nullptr && next_ != end_ && *next_ == static_cast<std::byte>(tag))
            [[likely]] {
          const std::byte* behind = nullptr;
          if constexpr (protobuf::wire_of(coding) == protobuf::Wire::varint)
            behind = protobuf::load_varint(next_ + 1, end_, bits_);
          else
            behind = protobuf::load_packed(next_ + 1, end_, coding, bits_);
          if (behind != nullptr &&
              protobuf::decode_number(bits_, coding, detail::fits_of<T>(), bits_)) [[likely]] {
            place_ = next_ + 1;
            next_ = behind;
            return;
          }
        }
      }
      find();
    }
    // In any shape. The bytes were found to be whole; if they have changed since, the list ends.
    [[gnu::noinline]] void find() {
      for (;;) {
        if (packed_end_ != nullptr && next_ == packed_end_) packed_end_ = nullptr;
        if (packed_end_ == nullptr) {
          protobuf::FieldAt field;
          protobuf::FlawAt flaw;
          if (next_ == end_ || !protobuf::find_field(next_, end_, Limits{}.depth, field, flaw))
            return finish();
          next_ = field.end;
          if (field.number != number) continue;
          if (field.wire == protobuf::Wire::length) {
            next_ = field.value;
            packed_end_ = field.end;
            continue;
          }
          if (field.wire != protobuf::wire_of(coding)) continue;
          place_ = field.value;
          bits_ = field.bits;
        } else {
          place_ = next_;
          next_ = protobuf::load_packed(next_, packed_end_, coding, bits_);
          if (next_ == nullptr) return finish();
        }
        if (!protobuf::decode_number(bits_, coding, detail::fits_of<T>(), bits_)) continue;
        if constexpr (is_closed)
          if (!is_known(detail::number_as<T>(bits_))) continue;
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
  [[nodiscard]] Region region() const { return {first_, end_}; }
  [[nodiscard]] static T element(const std::byte* first_tag, const std::byte* end,
                                 std::uint64_t index) {
    return MessageNumbers(FieldSlot{first_tag, index + 1}, end)[index];
  }

 private:
  const std::byte* first_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t size_ = 0;
};

/// `first` times the product of a list of a message, as that of other lists; from one element to
/// the next, since finding one by its index begins at the first.
template <class T, std::uint32_t number, bool is_closed, protobuf::Coding coding>
[[nodiscard, gnu::always_inline]] inline bool product(
    const MessageNumbers<T, number, is_closed, coding>& list, std::uint64_t first,
    std::uint64_t& out) {
  std::uint64_t result = first;
  bool overflows = false;
  for (const T factor : list) {
    overflows |= !multiply(result, static_cast<std::uint64_t>(factor), result);
    if constexpr (std::is_signed_v<T>) overflows |= factor < 0;
  }
  out = result;
  if (!overflows) [[likely]]
    return true;
  out = 0;
  for (const T factor : list)
    if (factor == 0) return true;
  return false;
}

namespace detail {

/// Goes through the length-delimited values of a list.
class ValueCursor {
 public:
  ValueCursor() = default;
  ValueCursor(std::uint32_t number, const FieldSlot& slot, const std::byte* end)
      : next_(slot.at), end_(slot.at == nullptr ? nullptr : end), number_(number) {}

  /// The next value; false behind the last one.
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

/// The texts (or bytes) of a list of a message.
template <class Text>
class MessageTexts {
 public:
  using value_type = Text;

  MessageTexts() = default;
  MessageTexts(std::uint32_t number, const FieldSlot& slot, const std::byte* end)
      : cursor_(number, slot, end), size_(slot.value) {}

  class Iterator {
   public:
    using value_type = Text;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using pointer = const Text*;
    using reference = Text;

    Iterator() = default;
    explicit Iterator(const detail::ValueCursor& cursor) : cursor_(cursor) { ++*this; }
    Text operator*() const {
      if constexpr (std::is_same_v<Text, std::string_view>)
        return text_at(value_.begin, value_.size());
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
    detail::ValueCursor cursor_;
    Region value_;
  };

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Iterator begin() const { return Iterator(cursor_); }
  [[nodiscard]] Iterator end() const { return {}; }
  /// The bytes of each, for checks.
  [[nodiscard]] detail::ValueCursor values() const { return cursor_; }

 private:
  detail::ValueCursor cursor_;
  std::uint64_t size_ = 0;
};

/// The messages of a list of a message. One that isn't whole ends the range, which then tells why.
template <class View>
class MessageRange {
 public:
  using value_type = View;

  MessageRange(const View& first, const Origin& origin, std::uint32_t number, const FieldSlot& slot,
               const std::byte* end)
      : cursor_(number, slot, end),
        size_(slot.value),
        first_(first),
        frame_{nullptr, origin.field, 0},
        context_(origin.file, Limits{}, Strictness::read) {}

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
      Region value;
      is_over_ = !cursor_.next(value);
      if (is_over_) return;
      range_->frame_.index = index;
      view_ = range_->first_;
      is_over_ = ViewAccess::walk(view_, range_->context_, range_->frame_, value.begin,
                                  value.end) == nullptr;
    }

    MessageRange* range_;
    detail::ValueCursor cursor_;
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
    return first_violation(context_);
  }
  /// The bytes of each, for checks.
  [[nodiscard]] detail::ValueCursor values() const { return cursor_; }

 private:
  detail::ValueCursor cursor_;
  std::uint64_t size_ = 0;
  View first_;
  Frame frame_;
  Context context_;
};

namespace detail {

/// Whether a field is one of the form's, in a shape and with a number that it may have.
[[nodiscard]] inline bool is_declared(const MessageForm& form, const protobuf::FieldAt& field) {
  for (const MessageFieldForm& each : form.fields) {
    if (each.number != field.number) continue;
    const bool is_number = each.coding != protobuf::Coding::length;
    if (is_number && each.is_repeated && field.wire == protobuf::Wire::length) return true;
    std::uint64_t bits = field.bits;
    bool fits = true;
    return field.wire == protobuf::wire_of(each.coding) &&
           (!is_number || is_taken(each, bits, fits) || !fits);
  }
  return false;
}

}  // namespace detail

/// Checks that the text [begin, end) is UTF-8. Returns whether the walk goes on.
[[nodiscard]] inline bool check_utf8(Context& context, const Frame& frame, const Check& check,
                                     const std::byte* begin, const std::byte* end) {
  if (!context.makes(check)) return true;
  const std::byte* const found = find_not_utf8(begin, end);
  return found == end || context.note_byte(check, frame, found);
}

/// The fields of a message that its form doesn't declare, one behind the other: borrowed where they
/// stand together, else copied.
[[nodiscard]] inline Blob unknown_fields(const MessageForm& form, const FieldSlot& slot,
                                         const std::byte* end) {
  if (slot.at == nullptr) return {};
  std::vector<std::byte> copy;
  const std::byte* behind = nullptr;  // of those that stand together from `slot.at` on
  bool is_apart = false;
  for (const std::byte* at = slot.at; at != end;) {
    protobuf::FieldAt field;
    protobuf::FlawAt flaw;
    if (!protobuf::find_field(at, end, Limits{}.depth, field, flaw)) break;
    at = field.end;
    if (detail::is_declared(form, field)) continue;
    if (!is_apart && (behind == nullptr || behind == field.tag)) {
      behind = field.end;
      continue;
    }
    if (!is_apart) copy.assign(slot.at, behind);
    is_apart = true;
    copy.insert(copy.end(), field.tag, field.end);
  }
  if (is_apart) return Blob::own(std::move(copy));
  return Blob::borrow(Bytes(slot.at, behind));
}

}  // namespace schemac
