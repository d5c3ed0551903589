// How a text lies in bytes, as a constant; and the one place where texts are found, bounded and
// checked.
//
//   [length] characters [terminator] [padding]     padding: zeros up to a multiple of `pad`, from
//   the text's start
//   head characters                                in MessagePack
//   characters [filler]                            where a size is stated: as many bytes as that
//
// A generated header has a `TextForm` for each text of its format. Walks are templates on it, so
// that what a form doesn't have costs nothing, and a check that fails is explained by the same
// constant.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "schemac/base/character_set.h"
#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/base/text.h"
#include "schemac/base/unique.h"
#include "schemac/check/check.h"
#include "schemac/check/context.h"
#include "schemac/check/fault.h"
#include "schemac/core/bytes.h"
#include "schemac/core/dtype.h"
#include "schemac/wire/msgpack_head.h"

namespace schemac::impl {

enum class TextEncoding : std::uint8_t { any, ascii, utf8 };

struct TextForm {
  enum class Extent : std::uint8_t {
    prefixed,    ///< a number before it states its length
    headed,      ///< a MessagePack head does
    sized,       ///< something else states its length
    terminated,  ///< up to the byte `terminator`
    rest,        ///< up to the end
  };
  Extent extent = Extent::prefixed;
  Dtype prefix = Dtype::u32;
  Endian endian = Endian::little;
  std::uint64_t pad = 1;
  std::byte terminator{};
  bool is_filled = false;  ///< up to the size that is stated, by the byte `filler`
  std::byte filler{};
  TextEncoding encoding = TextEncoding::any;
  bool is_restricted = false;  ///< to `characters`
  const CharacterSet* characters = nullptr;
  msgpack::HeadRule head = {};
  std::string_view path = {};    ///< of the text below the record that checks; of an element: empty
  const Check* cause = nullptr;  ///< at what states its length, where that is more than there is
  // Null: not checked (a plain `if`: g++ 12 takes no address for a constant beside its sanitizers).
  // An empty text is noted at its start.
  const Check* empty = nullptr;
  const Check* negative = nullptr;  ///< of a signed length, which then counts as 0
  const Check* charset = nullptr;
  const Check* encoding_check = nullptr;
  const Check* padding = nullptr;
};

/// Where a text was found.
struct TextAt {
  const std::byte* begin = nullptr;       ///< of its length or head, where it has one
  const std::byte* characters = nullptr;  ///< null if its head isn't whole
  std::uint64_t size = 0;                 ///< bytes of its characters
  const std::byte* end = nullptr;         ///< after its padding; null if it isn't whole

  [[nodiscard]] std::string_view text() const { return text_at(characters, size); }
};

namespace detail {

constexpr bool is_signed_length(Dtype dtype) {
  return dtype == Dtype::i8 || dtype == Dtype::i16 || dtype == Dtype::i32 || dtype == Dtype::i64;
}

template <Endian order>
[[gnu::always_inline]] inline std::int64_t load_signed_length(const std::byte* at, Dtype dtype) {
  if (dtype == Dtype::i8) return static_cast<std::int8_t>(load<std::uint8_t>(at));
  if (dtype == Dtype::i16) return static_cast<std::int16_t>(load<std::uint16_t, order>(at));
  if (dtype == Dtype::i32) return static_cast<std::int32_t>(load<std::uint32_t, order>(at));
  return static_cast<std::int64_t>(load<std::uint64_t, order>(at));
}

template <Endian order>
[[gnu::always_inline]] inline std::uint64_t load_length(const std::byte* at, Dtype dtype) {
  if (is_signed_length(dtype))
    return static_cast<std::uint64_t>(
        std::max<std::int64_t>(load_signed_length<order>(at, dtype), 0));
  if (dtype == Dtype::u8) return load<std::uint8_t>(at);
  if (dtype == Dtype::u16) return load<std::uint16_t, order>(at);
  if (dtype == Dtype::u32) return load<std::uint32_t, order>(at);
  return load<std::uint64_t, order>(at);
}

constexpr std::uint64_t prefix_size(const TextForm& form) {
  return form.extent == TextForm::Extent::prefixed ? bit_count(form.prefix) / 8 : 0;
}

}  // namespace detail

/// The bytes of a text without those at its end that fill it up.
[[nodiscard]] inline std::uint64_t unfilled_size(const std::byte* characters, std::uint64_t size,
                                                 std::byte filler) {
  while (size != 0 && characters[size - 1] == filler) --size;
  return size;
}

/// The bytes of a text of `size` characters from its start to after its padding, or all ones if
/// that is beyond any file.
template <const TextForm& form>
[[gnu::always_inline]] inline std::uint64_t text_extent(std::uint64_t size) {
  constexpr std::uint64_t around =
      detail::prefix_size(form) + (form.extent == TextForm::Extent::terminated ? 1 : 0);
  constexpr bool is_power_of_two = (form.pad & (form.pad - 1)) == 0;
  if constexpr (form.extent != TextForm::Extent::prefixed || form.prefix == Dtype::u64)
    if (size > ~std::uint64_t{0} - around - form.pad) [[unlikely]]
      return ~std::uint64_t{0};
  const std::uint64_t used = around + size;
  return is_power_of_two ? (used + form.pad - 1) & ~(form.pad - 1)
                         : used + padding_to(used, form.pad);
}
/// The length that comes before a text.
template <const TextForm& form>
[[gnu::always_inline]] inline std::uint64_t stated_length(const std::byte* at) {
  return detail::load_length<form.endian>(at, form.prefix);
}

/// Finds the text that begins at `begin` and may use the bytes up to `end`. `size` is its length
/// where something else states it. False if it isn't whole; `out.size` then is what
/// `note_missing_text` needs.
template <const TextForm& form>
[[nodiscard, gnu::always_inline]] inline bool find_text(const std::byte* begin,
                                                        const std::byte* end, std::uint64_t size,
                                                        TextAt& out) {
  constexpr std::uint64_t prefix = detail::prefix_size(form);
  const auto left = static_cast<std::uint64_t>(end - begin);
  out.begin = begin;
  if constexpr (form.extent == TextForm::Extent::headed) {
    msgpack::HeadAt head;
    const bool is_whole = msgpack::find_head<msgpack::HeadForm::text>(begin, end, head);
    out.characters = head.after;
    out.size = head.number;
    if (!is_whole || out.size > distance(out.characters, end)) [[unlikely]]
      return false;
    out.end = out.characters + out.size;
    return true;
  }
  out.characters = begin + prefix;
  out.size = 0;
  if constexpr (form.extent == TextForm::Extent::prefixed) {
    if (left < prefix) [[unlikely]]
      return false;
    out.size = stated_length<form>(begin);
  } else if constexpr (form.extent == TextForm::Extent::sized) {
    out.size = size;
  } else if constexpr (form.extent == TextForm::Extent::terminated) {
    const void* found =
        left == 0 ? nullptr : std::memchr(begin, std::to_integer<int>(form.terminator), left);
    out.size = found == nullptr
                   ? left
                   : static_cast<std::uint64_t>(static_cast<const std::byte*>(found) - begin);
  } else {
    // Padding lies within what is left, so all of it is characters.
    out.size = left;
  }
  const std::uint64_t needed = text_extent<form>(out.size);
  if (needed > left) [[unlikely]]
    return false;
  out.end = begin + needed;
  if constexpr (form.is_filled) out.size = unfilled_size(begin, size, form.filler);
  return true;
}

/// Notes that the length before a text is below 0, if it is. Returns whether the walk goes on.
template <const TextForm& form>
[[nodiscard, gnu::always_inline]] inline bool check_length(Context& context, const Frame& frame,
                                                           const std::byte* begin,
                                                           const std::byte* end) {
  if constexpr (form.extent == TextForm::Extent::prefixed &&
                detail::is_signed_length(form.prefix)) {
    if (distance(begin, end) < detail::prefix_size(form)) return true;
    const std::int64_t length = detail::load_signed_length<form.endian>(begin, form.prefix);
    if (length < 0) [[unlikely]]
      return context.note(*form.negative, frame, begin, Facts{static_cast<std::uint64_t>(length)});
  }
  return true;
}

namespace detail {

/// Notes that what belongs to a text is missing at `begin`: its length, terminator or padding.
inline void note_missing(Context& context, const Frame& frame, const TextForm& form,
                         std::string_view what, std::uint64_t size, const std::byte* begin,
                         const std::byte* end) {
  std::string path(form.path);
  append_path(path, what);
  const StretchField missing{path, size};
  context.fault(Stretch{{&missing, 1}}, frame, begin, end);
}

}  // namespace detail

/// Notes what of a text is missing. Always false.
[[gnu::cold, gnu::noinline]] inline bool note_missing_text(Context& context, const Frame& frame,
                                                           const TextForm& form, TextAt text,
                                                           const std::byte* end,
                                                           const std::byte* stated_at = nullptr) {
  const auto note_characters = [&](const Frame& stating, const std::byte* count_at) {
    context.fault(StretchField{form.path, text.size}, form.cause, stating, frame, text.characters,
                  end, count_at, text.size);
    return false;
  };
  const auto note = [&](std::string_view what, std::uint64_t size, const std::byte* begin) {
    detail::note_missing(context, frame, form, what, size, begin, end);
    return false;
  };
  if (form.extent == TextForm::Extent::headed) {
    if (text.characters == nullptr) return note_head(context, frame, form.head, text.begin, end);
    return note_characters(frame, text.begin);
  }
  const auto left = static_cast<std::uint64_t>(end - text.begin);
  const std::uint64_t prefix = detail::prefix_size(form);
  if (left < prefix) return note("length", prefix, text.begin);
  if (text.size > left - prefix) {
    const bool is_prefixed = form.extent == TextForm::Extent::prefixed;
    // A field of the record states the size, and is blamed there.
    const bool is_stated_above =
        form.extent == TextForm::Extent::sized && frame.up != nullptr && form.path.empty();
    return note_characters(is_stated_above ? *frame.up : frame,
                           is_prefixed ? text.begin : stated_at);
  }
  const bool is_terminated = form.extent == TextForm::Extent::terminated;
  if (is_terminated && text.characters + text.size == end) return note("terminator", 1, end);
  const std::uint64_t used = prefix + text.size + (is_terminated ? 1 : 0);
  return note("padding", padding_to(used, form.pad), text.begin + used);
}

/// The same, with what is missing noted.
template <const TextForm& form>
[[nodiscard, gnu::always_inline]] inline bool walk_text(Context& context, const Frame& frame,
                                                        const std::byte* begin,
                                                        const std::byte* end, TextAt& out,
                                                        std::uint64_t size = 0,
                                                        const std::byte* stated_at = nullptr) {
  if (!check_length<form>(context, frame, begin, end)) return false;
  if (find_text<form>(begin, end, size, out)) [[likely]]
    return true;
  return note_missing_text(context, frame, form, out, end, stated_at);
}

/// The texts of a list that was walked before, as a key: compared text by text, a shorter list
/// before its extensions. `Named::form` is their form.
template <class Named>
class TextList {
 public:
  TextList() = default;
  /// The list whose head is at `begin`. Bytes up to `end` may be read, which may be far after the
  /// list: so words can be compared where texts are shorter.
  TextList(const std::byte* begin, const std::byte* end) : first_(end), end_(end) {
    msgpack::HeadAt head;
    if (!msgpack::find_head<msgpack::HeadForm::list>(begin, end, head)) return;
    first_ = head.after;
    size_ = head.number;
  }

  /// Less than 0 where `x` comes before `y`, 0 where they are equal.
  [[nodiscard, gnu::always_inline]] static int compare(const TextList& x, const TextList& y) {
    const std::byte* a = x.first_;
    const std::byte* b = y.first_;
    for (std::uint64_t left = std::min(x.size_, y.size_); left != 0; --left) {
      if (distance(a, x.end_) < room || distance(b, y.end_) < room) [[unlikely]]
        return compare_carefully(x, y);
      const std::uint64_t a_size = size_at(a);
      if (load<std::uint64_t>(a) == load<std::uint64_t>(b) && a_size < 8) {
        a += 1 + a_size;
        b += 1 + a_size;
        continue;
      }
      const std::uint64_t b_size = size_at(b);
      if (std::max(a_size, b_size) > most_in_words) [[unlikely]]
        return compare_carefully(x, y);
      const int order = compare_texts_with_room(a + 1, a_size, b + 1, b_size);
      if (order != 0) return order;
      a += 1 + a_size;
      b += 1 + b_size;
    }
    return order_of(x.size_, y.size_);
  }
  [[gnu::always_inline]] friend bool precedes(const TextList& x, const TextList& y) {
    return compare(x, y) < 0;
  }
  [[gnu::cold, gnu::noinline]] friend bool operator==(const TextList& x, const TextList& y) {
    return compare(x, y) == 0;
  }

 private:
  // Texts with a head of one byte are compared in two words, if there is room for them.
  static constexpr std::uint64_t most_in_words = 16;
  static constexpr std::uint64_t room = 1 + most_in_words;

  [[nodiscard]] static int order_of(std::uint64_t x, std::uint64_t y) {
    return x == y ? 0 : (x < y ? -1 : 1);
  }
  /// The size of the text at `at`; more than 31 if its head has more bytes.
  [[nodiscard]] static std::uint64_t size_at(const std::byte* at) {
    return std::to_integer<unsigned>(*at) ^ 0xa0;
  }
  /// The same as `compare` of any texts, wherever they lie.
  [[nodiscard, gnu::noinline]] static int compare_carefully(TextList x, TextList y) {
    for (std::uint64_t left = std::min(x.size_, y.size_); left != 0; --left) {
      TextAt a, b;
      const bool has_a = x.first_ != x.end_ && find_text<Named::form>(x.first_, x.end_, 0, a);
      const bool has_b = y.first_ != y.end_ && find_text<Named::form>(y.first_, y.end_, 0, b);
      if (!has_a || !has_b) return int{has_a} - int{has_b};
      const int order = compare_texts(a.text(), b.text());
      if (order != 0) return order;
      x.first_ = a.end;
      y.first_ = b.end;
    }
    return order_of(x.size_, y.size_);
  }

  const std::byte* first_ = nullptr;  ///< the first text
  const std::byte* end_ = nullptr;
  std::uint64_t size_ = 0;
};

/// Finds the text at `begin` and makes its checks. False if the walk has to end.
template <const TextForm& form>
[[nodiscard, gnu::always_inline]] inline bool check_text(Context& context, const Frame& frame,
                                                         const std::byte* begin,
                                                         const std::byte* end, TextAt& out,
                                                         std::uint64_t size = 0,
                                                         const std::byte* stated_at = nullptr) {
  if (!walk_text<form>(context, frame, begin, end, out, size, stated_at)) [[unlikely]]
    return false;
  const std::byte* const after = out.characters + out.size;
  if (form.empty != nullptr)
    if (out.size == 0 && !context.note(*form.empty, frame, out.begin)) [[unlikely]]
      return false;
  if constexpr (form.is_restricted) {
    if (!keeps_to<*form.characters>(out.characters, out.size) &&
        !context.note_byte(*form.charset, frame,
                           form.characters->find_outside(out.characters, after))) [[unlikely]]
      return false;
  }
  if (form.encoding_check != nullptr) {
    const std::byte* const bad = form.encoding == TextEncoding::utf8
                                     ? find_not_utf8(out.characters, after)
                                     : find_not_ascii(out.characters, after);
    if (bad != after && !context.note_byte(*form.encoding_check, frame, bad)) [[unlikely]]
      return false;
  }
  if (form.padding != nullptr && form.pad > 1) {
    const std::byte* const padding = after + (form.extent == TextForm::Extent::terminated ? 1 : 0);
    bool is_zero = true;
    if constexpr (form.pad == 8 && detail::prefix_size(form) != 0) {
      is_zero = ends_in_zeros(out.end, static_cast<std::uint64_t>(out.end - padding));
    } else {
      is_zero = find_not(padding, out.end) == out.end;
    }
    if (!is_zero && !context.note_byte(*form.padding, frame, find_not(padding, out.end)))
        [[unlikely]]
      return false;
  }
  return true;
}

}  // namespace schemac::impl
