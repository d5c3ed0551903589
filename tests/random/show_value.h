// Values of generated code as trees without types, and back. Everything here is instantiated once
// for each schema, so it is kept short.
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "random/shown.h"
#include "schemac/core/blob.h"
#include "schemac/core/coded.h"
#include "schemac/core/free_value.h"
#include "schemac/core/half.h"
#include "schemac/core/members.h"
#include "schemac/core/placed_blob.h"
#include "schemac/core/scalar.h"

namespace net {

/// Specialised for each record of a schema: other structs stand around an alternative, or are
/// choices.
template <class T>
inline constexpr bool is_record = false;

[[nodiscard]] inline Shown show(const schemac::Blob& value) { return bytes(value.bytes()); }
[[nodiscard]] inline Shown show(const std::string& value) { return bytes(value); }
[[nodiscard]] inline Shown show(const schemac::Scalar& value) {
  return of_kind(Shown::Kind::number, to_string(value));
}
[[nodiscard]] Shown show(const schemac::Coded& value);
[[nodiscard]] Shown show(const schemac::Free& value);

template <class T>
[[nodiscard]] Shown show(const T& value) {
  if constexpr (std::is_same_v<T, std::monostate>) {
    return Shown();  // a constant
  } else if constexpr (std::is_same_v<T, bool>) {
    return number(std::uint64_t{value});
  } else if constexpr (std::is_enum_v<T>) {
    return show(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    return number(std::int64_t{value});
  } else if constexpr (std::is_integral_v<T>) {
    return number(std::uint64_t{value});
  } else if constexpr (std::is_base_of_v<schemac::Blob, T>) {
    return bytes(value.bytes());
  } else if constexpr (schemac::impl::detail::is_variant<T>) {
    return std::visit([&](const auto& content) { return chosen(value.index(), "", show(content)); },
                      value);
  } else if constexpr (schemac::impl::detail::IsVector<T>::value) {
    Shown made = of_kind(Shown::Kind::list);
    for (const auto& each : value)
      add(made, "", show(static_cast<const typename T::value_type&>(each)));
    return made;
  } else if constexpr (schemac::RecordValue<T>) {
    Shown made = of_kind(Shown::Kind::record);
    schemac::for_each_member(value, [&](std::string_view name, const auto& member) {
      if constexpr (schemac::RecordValue<std::decay_t<decltype(member)>>)
        if (name == "choices" && !is_record<std::decay_t<decltype(member)>>) return;
      add(made, name, show(member));
    });
    if constexpr (!is_record<T>)
      if (made.parts.size() == 1 && made.parts.front().first == "value")
        return std::move(made.parts.front().second);
    return made;
  } else if constexpr (requires { value.has_value(); }) {
    return value.has_value() ? show(*value) : Shown();
  } else if constexpr (std::is_same_v<T, double>) {
    return real(value);
  } else {
    return real(static_cast<double>(static_cast<float>(value)));
  }
}

}  // namespace net
