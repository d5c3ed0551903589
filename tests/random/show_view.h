// Views of generated code as trees without types: all that their accessors show.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "random/shown.h"
#include "schemac/core/codec.h"
#include "schemac/core/half.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/violation.h"

namespace net {

/// Specialised for each view of a schema: `visit(view, f)` calls `f(name, accessor())`.
template <class View>
struct Accessors;
/// Specialised for each view of a union: `visit(view, f)` calls `f(index, accessor)` for the
/// alternative that it shows.
template <class View>
struct Alternatives;

template <class T>
concept RecordView = requires {
  sizeof(Accessors<T>);
};
template <class T>
concept UnionView = requires {
  sizeof(Alternatives<T>);
};

[[nodiscard]] Shown show_coded(const schemac::CodedBytes& value);

// Views of a broken file may lead in a circle, or to the same bytes again and again: what lies
// deeper, and what comes late, isn't looked at.
struct Looking {
  static constexpr std::uint32_t deepest = 60;
  static constexpr std::uint64_t most = 20'000;
  std::uint32_t depth = 0;
  std::uint64_t records = 0;  ///< since the file was opened
};
[[nodiscard]] inline Looking& looking() {
  static Looking now;
  return now;
}

template <class T>
[[nodiscard]] T without_bits(T word, std::uint64_t bits) {
  return static_cast<T>(word & ~bits);
}

template <class T>
[[nodiscard]] Shown show_view(const T& value);

// A range, once as it is and once checked. What only the file's validation finds isn't in the
// first; what `checked` refuses has to be something that it finds, too.
template <class Range>
[[nodiscard]] Shown show_range(Range range) {
  Shown made = of_kind(Shown::Kind::list);
  for (const auto& each : range) add(made, "", show_view(each));
  if constexpr (requires { range.violation(); })
    if (const auto found = range.violation()) return of_kind(Shown::Kind::refused, found->message);
  return made;
}

template <class T>
[[nodiscard]] Shown show_view(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return number(std::uint64_t{value});
  } else if constexpr (std::is_enum_v<T>) {
    return show_view(static_cast<std::underlying_type_t<T>>(value));
  } else if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
    return number(std::int64_t{value});
  } else if constexpr (std::is_integral_v<T>) {
    return number(std::uint64_t{value});
  } else if constexpr (std::is_same_v<T, double>) {
    return real(value);
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    return bytes(std::string_view(value));
  } else if constexpr (std::is_same_v<T, schemac::Bytes>) {
    return bytes(value);
  } else if constexpr (RecordView<T>) {
    Looking& now = looking();
    if (now.depth == Looking::deepest || ++now.records > Looking::most)
      return of_kind(Shown::Kind::unseen);
    ++now.depth;
    Shown made = of_kind(Shown::Kind::record);
    Accessors<T>::visit(value, [&](std::string_view name, const auto& shown) {
      add(made, name, show_view(shown));
    });
    --now.depth;
    return made;
  } else if constexpr (UnionView<T>) {
    Shown made = of_kind(Shown::Kind::refused, "no alternative");
    Alternatives<T>::visit(value, [&](std::uint64_t index, const auto& shown) {
      made = chosen(index, "", show_view(shown));
    });
    return made;
  } else if constexpr (requires {
                         value.error();
                         *value;
                       }) {  // Result
    if (value) return show_view(*value);
    return of_kind(Shown::Kind::refused, value.error().message);
  } else if constexpr (requires {
                         value.has_value();
                         *value;
                       }) {
    return value.has_value() ? show_view(*value) : Shown();
  } else if constexpr (std::is_same_v<T, schemac::Scalar>) {
    return of_kind(Shown::Kind::number, to_string(value));
  } else if constexpr (std::is_same_v<T, schemac::NdView>) {
    return bytes(value.bytes());
  } else if constexpr (std::is_same_v<T, schemac::CodedBytes>) {
    return show_coded(value);
  } else if constexpr (requires { value.checked(); }) {
    const Shown plain = show_range(value);
    (void)show_range(value.checked());
    return plain;
  } else if constexpr (requires(T copy) {
                         copy.begin();
                         copy.end();
                       }) {
    return show_range(value);
  } else if constexpr (std::is_convertible_v<const T&, float>) {
    return real(static_cast<double>(static_cast<float>(value)));
  } else if constexpr (requires { static_cast<float>(value); }) {
    return real(static_cast<double>(static_cast<float>(value)));
  } else {
    return of_kind(Shown::Kind::unseen);
  }
}

}  // namespace net
