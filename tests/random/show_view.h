// Views of generated code as trees without types: all that their accessors show.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "random/looking.h"
#include "random/shown.h"
#include "schemac/base/array_size.h"
#include "schemac/core/codec.h"
#include "schemac/core/half.h"
#include "schemac/core/joined_array.h"
#include "schemac/core/ndarray.h"
#include "schemac/core/result.h"
#include "schemac/core/scalar.h"
#include "schemac/core/violation.h"
#include "schemac/json/text.h"

namespace net {

/// Specialised for each view of a schema: `visit(view, f)` calls `f(name, accessor())`.
template <class View>
struct Accessors;
template <class View>
struct Accessors<schemac::json::TextView<View>> : Accessors<View> {};
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
[[nodiscard]] Shown show_free(const schemac::FreeValue& value);

/// The view of a whole number, which stands for it (msgpack::IntegerView).
template <class T>
concept NumberView = requires(const T& view) {
  { view.value() } -> std::integral;
  requires std::is_convertible_v<const T&, decltype(view.value())>;
};

template <class T>
[[nodiscard]] Shown show_view(const T& value);

// A set of bits, or each of a list, without those that values leave out.
template <class T>
[[nodiscard]] auto kept_bits(const T& flags, std::uint64_t kept) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<std::uint64_t>(flags) & kept;
  } else if constexpr (requires { flags.has_value(); }) {
    return flags.has_value() ? std::optional(kept_bits(*flags, kept)) : std::nullopt;
  } else if constexpr (requires { flags.begin(); }) {
    std::vector<std::uint64_t> all;
    for (const auto each : flags) all.push_back(each & kept);
    return all;
  } else {
    return flags;
  }
}

/// A view shows a constant's bytes; of a value they are no part.
void visit_constant(const schemac::Result<schemac::Bytes>& shown, std::uint64_t index,
                    const auto& f) {
  if (shown)
    f(index, std::optional<bool>());
  else
    f(index, shown);
}

template <class Range>
[[nodiscard]] Walked walk(Range range) {
  Walked walked;
  for (const auto& each : range) {
    walked.is_cut_short =
        looking().is_cut_short() || walked.elements.size() == Looking::most_elements;
    if (walked.is_cut_short) return walked;
    walked.elements.push_back(show_view(each));
  }
  if constexpr (requires { range.violation(); }) walked.violation = range.violation();
  return walked;
}

template <class Range>
[[nodiscard]] Shown show_range(const Range& range) {
  Walked walked = walk(range);
  if (walked.is_cut_short) return of_kind(Shown::Kind::unseen);
  if constexpr (requires { range.checked(); })
    compare_checked(walked, walk(range.checked(looking().limits)));
  if (walked.violation) return of_kind(Shown::Kind::refused, walked.violation->message);
  if constexpr (requires { range.size(); })
    if (const std::optional<std::uint64_t> size = range.size()) compare_size(walked, *size);
  if constexpr (requires { *range.at(0); }) {
    const std::size_t count = walked.elements.size();
    for (std::size_t i = 0; i < count; i += i < 3 ? 1 : count / 3)
      compare_element(walked.elements[i], show_view(range.at(i)), i);
  }
  Shown made = of_kind(Shown::Kind::list);
  for (Shown& each : walked.elements) add(made, "", std::move(each));
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
  } else if constexpr (NumberView<T>) {
    return show_view(value.value());
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
  } else if constexpr (std::is_same_v<T, schemac::JoinedArray>) {
    return show_joined(value);
  } else if constexpr (std::is_same_v<T, schemac::json::FreeView> ||
                       std::is_same_v<T, schemac::json::PythonView>) {
    return show_free(value.parse());
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
