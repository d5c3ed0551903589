// The members of generated structs by name: to walk over them, to print them.
//
//   schemac::for_each_member(tensor, [](std::string_view name, const auto& member) { ... });
//   std::puts(schemac::to_string(tensor).c_str());  // {name: "a", dtype: F32, dims: [2, 3], data:
//   24 bytes}
//
// A generated header gives each struct a function `visit_members`, which argument-dependent lookup
// finds; everything else is here, once.
#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "schemac/base/counted.h"
#include "schemac/check/check.h"
#include "schemac/core/blob.h"
#include "schemac/core/half.h"
#include "schemac/core/scalar.h"

namespace schemac::impl {

/// `T` or `const T`: what functions over members take, so that they can change values, too.
template <class Value, class T>
concept AnyConst = std::same_as<std::remove_const_t<Value>, T>;

/// Calls `visit(name, member)` for each pair of the arguments.
template <class Visit, class... Pairs>
void visit_each(Visit&& visit, Pairs&&... pairs) {
  const auto all = std::forward_as_tuple(pairs...);
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (visit(std::string_view(std::get<2 * i>(all)), std::get<2 * i + 1>(all)), ...);
  }
  (std::make_index_sequence<sizeof...(pairs) / 2>());
}

namespace detail {
struct AnyVisitor {
  void operator()(std::string_view, const auto&) const {}
  void operator()(const auto&) const {}
};
}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// A generated struct.
template <class T>
concept RecordValue = requires(T& value, impl::detail::AnyVisitor visitor) {
  visit_members(value, visitor);
};

/// Calls `visit(name, member)` for the members of a struct, in the order of the schema.
template <RecordValue Record, class Visit>
void for_each_member(Record& value, Visit&& visit) {
  visit_members(value, visit);
}

}  // namespace schemac

namespace schemac::impl {

namespace detail {

template <class T>
inline constexpr bool is_variant = false;
template <class... Ts>
inline constexpr bool is_variant<std::variant<Ts...>> = true;

inline void append_text(std::string& out, const Blob& blob) {
  out += counted(blob.size(), "bytes");
}
inline void append_text(std::string& out, const Scalar& scalar) { out += to_string(scalar); }
inline void append_text(std::string& out, const std::string& text) { append_printable(out, text); }
template <class T>
void append_text(std::string& out, const T& value);

template <class T>
void append_list(std::string& out, const std::vector<T>& list) {
  out += '[';
  bool is_first = true;
  for (const T& element : list) {
    if (!is_first) out += ", ";
    is_first = false;
    append_text(out, element);
  }
  out += ']';
}

template <class Record>
void append_record(std::string& out, const Record& value) {
  out += '{';
  bool is_first = true;
  for_each_member(value, [&](std::string_view name, const auto& member) {
    if (!is_first) out += ", ";
    is_first = false;
    out.append(name) += ": ";
    append_text(out, member);
  });
  out += '}';
}

template <class Enum>
void append_enum(std::string& out, Enum value) {
  if constexpr (requires {
                  { name_of(value) } -> std::convertible_to<std::string_view>;
                }) {
    const std::string_view name = name_of(value);
    if (!name.empty()) {
      out += name;
      return;
    }
  }
  append_text(out, static_cast<std::underlying_type_t<Enum>>(value));
}

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
void append_text(std::string& out, const T& value) {
  if constexpr (std::is_base_of_v<Blob, T>) {
    append_text(out, static_cast<const Blob&>(value));
  } else if constexpr (RecordValue<T>) {
    append_record(out, value);
  } else if constexpr (std::is_enum_v<T>) {
    append_enum(out, value);
  } else if constexpr (std::is_same_v<T, bool>) {
    out += value ? "true" : "false";
  } else if constexpr (std::is_arithmetic_v<T>) {
    out += shortest(value);
  } else if constexpr (IsVector<T>::value) {
    append_list(out, value);
  } else if constexpr (is_variant<T>) {
    std::visit([&](const auto& alternative) { append_text(out, alternative); }, value);
  } else if constexpr (requires { append_free(out, value.value); }) {
    append_free(out, value.value);
  } else if constexpr (requires { value.has_value(); }) {
    if (value) {
      append_text(out, *value);
    } else {
      out += "absent";
    }
  } else if constexpr (requires { value.visit_blobs(AnyVisitor()); }) {
    out += counted(value.size(), "bytes") + ", encoded";
  } else {
    out += shortest(static_cast<float>(value));  // one of the short floating-point types
  }
}

}  // namespace detail

}  // namespace schemac::impl

namespace schemac {

/// A struct as text for people: names and values, payloads by their size.
template <RecordValue Record>
[[nodiscard]] std::string to_string(const Record& value) {
  std::string out;
  impl::detail::append_record(out, value);
  return out;
}

}  // namespace schemac

namespace schemac::impl {

/// Calls `visit(blob)` for every payload of a value, however deep.
template <class T, class Visit>
void for_each_blob(T& value, Visit&& visit) {
  using Value = std::remove_const_t<T>;
  if constexpr (std::is_base_of_v<Blob, Value>) {
    visit(value);
  } else if constexpr (requires { value.visit_blobs(visit); }) {  // Coded
    value.visit_blobs(visit);
  } else if constexpr (RecordValue<Value>) {  // which may have a member `value`
    for_each_member(value, [&](std::string_view, auto& member) { for_each_blob(member, visit); });
  } else if constexpr (requires(std::string & out) { append_free(out, value.value); }) {
    visit(value.stored);
  } else if constexpr (detail::is_variant<Value>) {
    std::visit([&](auto& alternative) { for_each_blob(alternative, visit); }, value);
  } else if constexpr (detail::IsVector<Value>::value &&
                       !std::is_same_v<Value, std::vector<bool>>) {
    for (auto& element : value) for_each_blob(element, visit);
  } else if constexpr (!detail::IsVector<Value>::value && requires { value.has_value(); }) {
    if (value) for_each_blob(*value, visit);
  }
}

/// Whether a value refers to bytes of someone else.
template <class T>
[[nodiscard]] bool borrows(const T& value) {
  bool found = false;
  for_each_blob(value, [&](const Blob& blob) { found |= !blob.empty() && !blob.is_owner(); });
  return found;
}

/// Copies what a value borrows; once, what several blobs refer to.
template <class T>
void own_blobs(T& value) {
  Bytes borrowed;
  Blob copy;
  for_each_blob(value, [&](Blob& blob) {
    if (blob.empty() || blob.is_owner()) return;
    if (blob.bytes().data() != borrowed.data() || blob.size() != borrowed.size()) {
      borrowed = blob.bytes();
      copy = Blob::copy(borrowed);
    }
    blob = copy;
  });
}

}  // namespace schemac::impl
