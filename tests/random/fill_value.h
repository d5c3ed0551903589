// The other way round: values of generated code from trees without types. False where a tree says
// something that isn't told here, or that the type can't hold.
#pragma once

#include <bit>
#include <charconv>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "random/show_value.h"

namespace net {

template <class T>
[[nodiscard]] bool fill(T& to, const Shown& from);

[[nodiscard]] inline schemac::Blob blob_of(const Shown& from) {
  return schemac::Blob::copy(std::as_bytes(std::span(from.text)));
}

template <class T>
[[nodiscard]] bool fill_number(T& to, const std::string& digits) {
  const char* const end = digits.data() + digits.size();
  const auto done = std::from_chars(digits.data(), end, to);
  return done.ec == std::errc() && done.ptr == end;
}

template <class T>
[[nodiscard]] bool fill_real(T& to, const std::string& text) {
  std::uint64_t bits = 0;
  if (!text.starts_with("real ") || !fill_number(bits, text.substr(5))) return false;
  to = static_cast<T>(std::bit_cast<double>(bits));
  return true;
}

template <std::size_t index = 0, class... Ts>
[[nodiscard]] bool fill_variant(std::variant<Ts...>& to, const Shown& from) {
  if constexpr (index < sizeof...(Ts)) {
    if (index != from.index) return fill_variant<index + 1>(to, from);
    return fill(to.template emplace<index>(), from.parts.front().second);
  } else {
    return false;
  }
}

template <class T>
[[nodiscard]] bool fill_members(T& to, const Shown& from) {
  bool is_whole = from.kind == Shown::Kind::record || !is_record<T>;
  schemac::for_each_member(to, [&](std::string_view name, auto& member) {
    using Member = std::decay_t<decltype(member)>;
    if constexpr (schemac::RecordValue<Member>)
      if (name == "choices" && !is_record<Member>) return;
    if constexpr (is_record<T>) {
      const Shown* const part = from.find(name);
      if (part != nullptr) is_whole = fill(member, *part) && is_whole;
    } else {
      is_whole = fill(member, from) && is_whole;
    }
  });
  return is_whole;
}

template <class T>
bool fill(T& to, const Shown& from) {
  if (from.kind == Shown::Kind::unseen || from.kind == Shown::Kind::refused) return false;
  if constexpr (std::is_same_v<T, std::monostate>) {
    return true;  // a constant
  } else if constexpr (std::is_same_v<T, bool>) {
    to = from.text != "0";
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    std::underlying_type_t<T> number{};
    const bool fits = fill_number(number, from.text);
    to = static_cast<T>(number);
    return fits;
  } else if constexpr (std::is_integral_v<T>) {
    return fill_number(to, from.text);
  } else if constexpr (std::is_floating_point_v<T>) {
    return fill_real(to, from.text);
  } else if constexpr (std::is_same_v<T, std::string>) {
    to = from.text;
    return true;
  } else if constexpr (std::is_base_of_v<schemac::Blob, T>) {
    static_cast<schemac::Blob&>(to) = blob_of(from);
    return true;
  } else if constexpr (std::is_same_v<T, schemac::Coded>) {
    to.set_plain(blob_of(from));
    return true;
  } else if constexpr (schemac::impl::detail::is_variant<T>) {
    return from.kind == Shown::Kind::chosen && fill_variant(to, from);
  } else if constexpr (schemac::impl::detail::IsVector<T>::value) {
    bool is_whole = from.kind == Shown::Kind::list;
    for (const auto& [name, part] : from.parts) {
      typename T::value_type element{};
      is_whole = fill(element, part) && is_whole;
      to.push_back(std::move(element));
    }
    return is_whole;
  } else if constexpr (schemac::RecordValue<T>) {
    return fill_members(to, from);
  } else if constexpr (requires {
                         to.emplace();
                         to.reset();
                       }) {
    to.reset();
    return from.kind == Shown::Kind::nothing || fill(to.emplace(), from);
  } else {
    return false;
  }
}

}  // namespace net
