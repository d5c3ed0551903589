// What values of a file say, for expressions about them: members of records, and of what a JSON
// text holds. What isn't there can't be calculated with, which is no error.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "schemac/core/element_type.h"
#include "schemac/core/free_value.h"
#include "schemac/core/result.h"
#include "schemac/wire/numpy_type.h"

namespace schemac::impl {

/// A member as a value of no type; null for what isn't there. Kinds that other headers know have
/// overloads there.
template <class T>
requires(std::integral<T> || std::is_enum_v<T>) [[nodiscard]] FreeValue fact_of(AsFact, T value) {
  if constexpr (std::is_enum_v<T>)
    return static_cast<std::underlying_type_t<T>>(value);
  else
    return value;
}
[[nodiscard]] inline FreeValue fact_of(AsFact, std::string_view text) { return text; }
[[nodiscard]] inline const FreeValue& fact_of(AsFact, const Free& value) { return value.value; }
[[nodiscard]] inline const FreeValue& fact_of(AsFact, const std::optional<Free>& value) {
  static const FreeValue none;
  return value ? value->value : none;
}
const FreeValue& fact_of(AsFact, Free&&) = delete;  // it would be gone
const FreeValue& fact_of(AsFact, std::optional<Free>&&) = delete;
/// Numbers in a vector, or in place.
template <std::ranges::input_range Numbers, class T = std::ranges::range_value_t<Numbers>>
requires(!std::convertible_to<const Numbers&, std::string_view> && !std::same_as<T, std::byte> &&
         (std::integral<T> || std::is_enum_v<T>)) [[nodiscard]] FreeValue
    fact_of(AsFact, const Numbers& numbers) {
  FreeValue::List list;
  for (const T number : numbers) list.push_back(fact_of(AsFact(), number));
  return list;
}
template <class T>
[[nodiscard]] FreeValue fact_of(AsFact, const std::optional<T>& value) {
  return value ? fact_of(AsFact(), *value) : FreeValue();
}
template <class T>
[[nodiscard]] FreeValue fact_of(AsFact, const Result<T>& value) {
  return value ? fact_of(AsFact(), *value) : FreeValue();
}
/// A reference where the member is such a value itself.
template <class T>
[[nodiscard]] decltype(auto) fact_in(T&& value) {
  return fact_of(AsFact(), std::forward<T>(value));
}
/// Whether a member is that text.
template <class T>
[[nodiscard]] bool is_named(const T& value, std::string_view name) {
  const FreeValue& fact = fact_in(value);
  const auto* text = fact.as<std::string>();
  return text != nullptr && *text == name;
}

/// What an accessor gave, or a member that may be missing; or null.
template <class T>
[[nodiscard]] const T* held(const Result<T>& value) {
  return value ? &*value : nullptr;
}
template <class T>
[[nodiscard]] const T* held(const std::optional<T>& value) {
  return value ? &*value : nullptr;
}
template <class T>
[[nodiscard]] const T* held(const T& value) {
  return &value;
}

/// The same of a value that is to be changed.
template <class T>
[[nodiscard]] T* held(std::optional<T>& value) {
  return value ? &*value : nullptr;
}
template <class T>
[[nodiscard]] T* held(T& value) {
  return &value;
}

/// The member at the end of a path; null if something on the way isn't there.
[[nodiscard]] inline const FreeValue* find_in(const FreeValue& value,
                                              std::initializer_list<std::string_view> path) {
  const FreeValue* found = &value;
  for (const std::string_view name : path)
    if (found != nullptr) found = found->find(name);
  return found;
}

namespace detail {

/// Whole numbers and truth values, as one kind.
struct Whole {
  bool is_negative = false;
  std::uint64_t bits = 0;
  bool operator==(const Whole&) const = default;
};
[[nodiscard]] inline std::optional<Whole> whole_in(const FreeValue& value) {
  if (const auto* number = value.as<std::uint64_t>()) return Whole{false, *number};
  if (const auto* number = value.as<std::int64_t>())
    return Whole{true, static_cast<std::uint64_t>(*number)};
  if (const auto* truth = value.as<bool>()) return Whole{false, *truth ? 1u : 0u};
  return std::nullopt;
}
/// Whether expressions can say something of it.
[[nodiscard]] inline bool has_worth(const FreeValue& value) {
  return whole_in(value) || value.as<std::string>() != nullptr || value.elements() != nullptr;
}
[[nodiscard]] inline bool are_alike(const FreeValue& x, const FreeValue& y) {
  if (!has_worth(x) || !has_worth(y)) return !has_worth(x) && !has_worth(y);
  if (whole_in(x) || whole_in(y)) return whole_in(x) == whole_in(y);
  const FreeValue::List* const list = x.elements();
  const FreeValue::List* const other = y.elements();
  if (list == nullptr || other == nullptr) return x == y;
  return std::equal(list->begin(), list->end(), other->begin(), other->end(), are_alike);
}
[[nodiscard]] inline const FreeValue* value_at(const FreeValue* value) { return value; }
[[nodiscard]] inline const FreeValue* value_at(const FreeValue& value) { return &value; }

}  // namespace detail

/// Whether two values are the same; none if one of them isn't there. Each is a value, or a pointer
/// to one or null.
template <class X, class Y>
[[nodiscard]] std::optional<bool> same(const X& x, const Y& y) {
  const FreeValue* const left = detail::value_at(x);
  const FreeValue* const right = detail::value_at(y);
  if (left == nullptr || right == nullptr) return std::nullopt;
  if (!detail::has_worth(*left) || !detail::has_worth(*right)) return std::nullopt;
  return detail::are_alike(*left, *right);
}
/// A number as a condition.
template <class X>
[[nodiscard]] std::optional<bool> truth_of(const X& x) {
  const FreeValue* const value = detail::value_at(x);
  const auto whole = value == nullptr ? std::nullopt : detail::whole_in(*value);
  return whole ? std::optional(whole->bits != 0) : std::nullopt;
}
[[nodiscard]] inline std::optional<bool> negation(std::optional<bool> x) {
  return x ? std::optional(!*x) : std::nullopt;
}
[[nodiscard]] inline std::optional<bool> both(std::optional<bool> x, std::optional<bool> y) {
  return x && *x ? y : x;
}
[[nodiscard]] inline std::optional<bool> either(std::optional<bool> x, std::optional<bool> y) {
  return x && !*x ? y : x;
}

/// The element type that a text names, or that a list of fields is.
[[nodiscard]] inline NamedType type_in(const FreeValue* name, TypeSpelling spelling) {
  if (name == nullptr) return {};
  const auto* text = name->as<std::string>();
  NamedType type{text == nullptr ? numpy_type(*name) : numpy_type(*text, spelling), std::nullopt};
  if (!type.element && text != nullptr) type.unknown = *text;
  return type;
}
/// A list of whole numbers of at least 0.
[[nodiscard]] inline std::optional<std::vector<std::uint64_t>> dims_in(const FreeValue* value) {
  const FreeValue::List* const list = value == nullptr ? nullptr : value->elements();
  if (list == nullptr) return std::nullopt;
  std::vector<std::uint64_t> dims;
  for (const FreeValue& each : *list) {
    const auto whole = detail::whole_in(each);
    if (!whole || whole->is_negative) return std::nullopt;
    dims.push_back(whole->bits);
  }
  return dims;
}

}  // namespace schemac::impl
