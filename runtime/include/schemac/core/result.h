// A value or the violation that prevented it, with the member names of std::expected.
//
// C++20 has no std::expected, and generated code must not need exceptions. The violation is held by
// pointer, so a Result of a few words stays a few words and costs nothing where it succeeds.
#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "schemac/core/violation.h"

namespace schemac::impl {

namespace detail {

/// Out of line, so that a Result which turns out well can live in registers.
[[nodiscard, gnu::cold, gnu::noinline]] inline std::unique_ptr<Violation> keep(
    Violation violation) {
  return std::make_unique<Violation>(std::move(violation));
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

template <class T>
class [[nodiscard]] Result {
 public:
  // Implicit on purpose: `return value;` and `return violation;` both read as what they mean.
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Violation violation)                    // NOLINT(google-explicit-constructor)
      : error_(impl::detail::keep(std::move(violation))) {}

  [[nodiscard]] bool has_value() const { return error_ == nullptr; }
  explicit operator bool() const { return has_value(); }

  /// The value. There must be one.
  [[nodiscard]] T& value() & { return assert(has_value()), held(value_); }
  [[nodiscard]] const T& value() const& { return assert(has_value()), held(value_); }
  [[nodiscard]] T&& value() && { return assert(has_value()), std::move(held(value_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  template <class U>
  [[nodiscard]] T value_or(U&& other) const& {
    return has_value() ? value() : static_cast<T>(std::forward<U>(other));
  }

  /// The violation. There must be no value.
  [[nodiscard]] const Violation& error() const& { return assert(!has_value()), *error_; }
  [[nodiscard]] Violation&& error() && { return assert(!has_value()), std::move(*error_); }

 private:
  // A small value is simply there, a default one beside a violation.
  static constexpr bool is_plain =
      std::is_trivially_copyable_v<T> && std::is_default_constructible_v<T>;
  using Held = std::conditional_t<is_plain, T, std::optional<T>>;

  template <class H>
  static auto& held(H& value) {
    if constexpr (is_plain)
      return value;
    else
      return *value;
  }

  Held value_{};
  std::unique_ptr<Violation> error_;
};

/// Success, or the violation.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Violation violation)  // NOLINT(google-explicit-constructor)
      : error_(impl::detail::keep(std::move(violation))) {}

  [[nodiscard]] bool has_value() const { return error_ == nullptr; }
  explicit operator bool() const { return has_value(); }
  [[nodiscard]] const Violation& error() const { return assert(!has_value()), *error_; }

 private:
  std::unique_ptr<Violation> error_;
};

}  // namespace schemac
