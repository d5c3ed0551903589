// Checks of values before they are written: what generated `check` functions share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "schemac/base/array_size.h"
#include "schemac/base/character_set.h"
#include "schemac/base/checked.h"
#include "schemac/base/load.h"
#include "schemac/base/text.h"
#include "schemac/base/unique.h"
#include "schemac/check/check.h"
#include "schemac/check/quick_check.h"
#include "schemac/check/refusals.h"
#include "schemac/core/dtype.h"
#include "schemac/core/scalar.h"

namespace schemac::impl {

namespace detail {

template <class Out>
bool reject_byte(const std::byte* at, const Check& check, const FrameOf<Out>& frame,
                 Out& rejection) {
  return rejection.reject(check, frame, {std::to_integer<std::uint64_t>(*at)});
}

}  // namespace detail

/// Whether all characters of `text` belong to the set; `rejection` gets the first that doesn't.
template <const CharacterSet& set, class Out>
[[nodiscard]] [[gnu::always_inline]] inline bool check_characters(std::string_view text,
                                                                  const Check& check,
                                                                  const FrameOf<Out>& frame,
                                                                  Out& rejection) {
  const std::byte* const begin = bytes_of(text);
  if (keeps_to<set>(begin, text.size())) [[likely]]
    return true;
  return detail::reject_byte(set.find_outside(begin, begin + text.size()), check, frame, rejection);
}
/// The same for encodings.
template <class Out>
[[nodiscard]] bool check_ascii(std::string_view text, const Check& check, const FrameOf<Out>& frame,
                               Out& rejection) {
  const std::byte* const end = bytes_of(text) + text.size();
  const std::byte* const found = find_not_ascii(bytes_of(text), end);
  return found == end || detail::reject_byte(found, check, frame, rejection);
}
template <class Out>
[[nodiscard]] bool check_utf8(std::string_view text, const Check& check, const FrameOf<Out>& frame,
                              Out& rejection) {
  const std::byte* const end = bytes_of(text) + text.size();
  const std::byte* const found = find_not_utf8(bytes_of(text), end);
  return found == end || detail::reject_byte(found, check, frame, rejection);
}
/// A text that ends at a certain byte has none of it inside.
template <class Out>
[[nodiscard]] bool check_no_byte(std::string_view text, std::uint8_t byte,
                                 const FrameOf<Out>& frame, std::string_view field,
                                 Out& rejection) {
  if (text.find(static_cast<char>(byte)) == std::string_view::npos) return true;
  return rejection.reject_at(refusals::terminator, frame, field, {byte});
}
/// A text that a certain byte fills up doesn't end with it.
template <class Out>
[[nodiscard]] bool check_last_byte(std::string_view text, std::uint8_t filler,
                                   const FrameOf<Out>& frame, std::string_view field,
                                   Out& rejection) {
  if (!text.ends_with(static_cast<char>(filler))) return true;
  return rejection.reject_at(refusals::filler, frame, field, {filler});
}
/// A text that is filled up to `size` bytes has most of them.
template <class Out>
[[nodiscard]] bool check_filling(std::uint64_t held, std::uint64_t size, const FrameOf<Out>& frame,
                                 std::string_view field, Out& rejection) {
  if (size - held <= refusals::largest_filling) return true;
  return rejection.reject_at(refusals::filling, frame, field, {held, size});
}
/// A bool8 is 0 or 1, also where it was loaded from somewhere.
template <class Out>
[[nodiscard]] bool check_boolean(const Scalar& scalar, const Check& check,
                                 const FrameOf<Out>& frame, Out& rejection) {
  if (scalar.dtype() != Dtype::bool8 || scalar.bytes()[0] <= std::byte{1}) return true;
  return detail::reject_byte(scalar.bytes().data(), check, frame, rejection);
}

/// What a key is compared by: a text's characters, a number's bytes.
[[nodiscard]] inline std::string_view key_text(const std::string& key) { return key; }
template <class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) [[nodiscard]] std::string_view
    key_text(const T& key) {
  return text_at(reinterpret_cast<const std::byte*>(&key), sizeof key);
}

namespace detail {
inline const std::vector<std::string> no_texts;
}  // namespace detail

/// A key that is a list of texts, compared text by text.
struct KeyTexts {
  const std::vector<std::string>* texts = &detail::no_texts;

  [[gnu::always_inline]] friend bool precedes(const KeyTexts& x, const KeyTexts& y) {
    return schemac::impl::precedes(*x.texts, *y.texts);
  }
};
[[nodiscard]] inline KeyTexts key_text(const std::vector<std::string>& key) { return {&key}; }

namespace detail {

// What std::invoke does, whose header takes long to compile.
template <class Element, class Key>
[[nodiscard]] decltype(auto) key_of(const Element& element, Key key) {
  if constexpr (std::is_member_object_pointer_v<Key>)
    return (element.*key);
  else
    return key(element);
}

/// A key as one text that no other key has, which is kept in `made` if it isn't one in the values.
inline std::string_view whole_key(std::string_view key, MadeKeys& /*made*/) { return key; }
inline std::string_view whole_key(const KeyTexts& key, MadeKeys& made) {
  return made.add(flattened(*key.texts));
}
inline std::string shown(std::string_view key) { return std::string(key); }
inline std::string shown(const std::vector<std::string>& key) { return joined(key); }
template <class T>
requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) [[nodiscard]] std::string
    shown(const T& key) {
  if constexpr (std::is_enum_v<T>)
    return shown(static_cast<std::underlying_type_t<T>>(key));
  else
    return std::to_string(key);
}

template <class List, class Member, class Out>
[[gnu::cold, gnu::noinline]] bool find_duplicate(const List& list, Member key, const Check& check,
                                                 FrameOf<Out> frame, Out& rejection) {
  DuplicateFinder keys(list.size());
  MadeKeys made;
  frame.index = 0;
  for (const auto& element : list) {
    const auto& held = key_of(element, key);
    if (!keys.add(whole_key(key_text(held), made))) {
      const std::string name = shown(held);
      return rejection.reject(check, frame, {0, 0, 0, name});
    }
    ++frame.index;
  }
  return true;
}

}  // namespace detail

/// Whether the keys of all elements differ. They were added to `keys` in order, which settles it
/// where they ascend; `key` is the member that holds them.
template <class Keys, class List, class Member, class Out>
[[nodiscard]] bool check_unique(const Keys& keys, const List& list, Member key, const Check& check,
                                const FrameOf<Out>& frame, Out& rejection) {
  rejection.note_keys(keys.holds());
  if (keys.holds()) [[likely]]
    return true;
  return detail::find_duplicate(list, key, check, frame, rejection);
}

/// Bytes of a member of the last element, when decoded; 0 if there is none. (A list may be one of
/// which only the elements at hand are in memory.)
template <class List, class Element, class Content>
[[nodiscard]] std::uint64_t size_of_last(const List& elements, Content Element::*member) {
  return elements.empty() ? 0 : (elements.back().*member).size();
}

}  // namespace schemac::impl
